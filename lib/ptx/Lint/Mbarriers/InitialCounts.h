// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_MBARRIERS_INITIALCOUNTS_H
#define PTX_LINT_MBARRIERS_INITIALCOUNTS_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// The counts with which the mbarrier objects of a use can be initialized.
struct InitialCounts {
  uint64_t least, most;
  const ObjectUse *init; ///< the last one
};

/// None if a count is unknown, or if there is no initialization.
std::optional<InitialCounts> initialCountsOf(BodyLintContext &context, const ObjectUse &use);

} // namespace ptx

#endif // PTX_LINT_MBARRIERS_INITIALCOUNTS_H
