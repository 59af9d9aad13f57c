// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_MODULEJSON_H
#define PTXKIT_MODULEJSON_H

#include "ptxkit/Check.h"

#include <string>
#include <vector>

namespace ptxkit::detail {

/// The module of `check` as one JSON object; docs/library.md lists its keys.
std::string moduleJson(const Check &check);

/// The texts as a JSON array.
std::string textsJson(const std::vector<std::string> &texts);

/// The control-flow graph and the registers of a function as one JSON object.
std::string flowJson(const Function &function);

} // namespace ptxkit::detail

#endif // PTXKIT_MODULEJSON_H
