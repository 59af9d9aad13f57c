// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_LEGALITY_H
#define PTX_REDUCE_LEGALITY_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Reduce/InterestTest.h"

#include <optional>

namespace ptx {

/// The first error that ptx-check reports in the module `text`, those of lints included, other than
/// those that `test` allows; none if it is legal.
std::optional<Diagnostic> firstErrorOf(llvm::StringRef text, const InterestTest &test);

} // namespace ptx

#endif // PTX_REDUCE_LEGALITY_H
