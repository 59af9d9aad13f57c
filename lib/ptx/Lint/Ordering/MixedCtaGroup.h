// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_ORDERING_MIXEDCTAGROUP_H
#define PTX_LINT_ORDERING_MIXEDCTAGROUP_H

#include "ptx/Lint/LintContext.h"

namespace ptx {

/// Records the `.cta_group` of the body's tcgen05 instructions, and the functions that the body
/// calls by name.
void addCtaGroups(BodyLintContext &context, BodySummary &summary);

} // namespace ptx

#endif // PTX_LINT_ORDERING_MIXEDCTAGROUP_H
