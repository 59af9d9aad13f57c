// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_OPTIONVALUES_H
#define PTXKIT_OPTIONVALUES_H

#include "ptxkit/Options.h"
#include "ptxkit/Sanitize.h"

#include <string>
#include <string_view>

namespace ptxkit::detail {

/// Sets the option that `ptxkit_options_set` knows by this name, of a check or of a launch. Returns
/// an error about the name or the value and changes nothing, or returns an empty text.
std::string setOption(Options &options, SanitizeOptions &sanitize, std::string_view name,
                      std::string_view value);

} // namespace ptxkit::detail

#endif // PTXKIT_OPTIONVALUES_H
