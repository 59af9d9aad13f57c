// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

using namespace ptx;

void ptx::checkUnreadableDescription(ModuleLintContext &context) {
  for (const CommentProblem &problem : context.descriptions.broken())
    context.diagnostics.emit(
        diag::UnreadableDescription{.range = problem.range, .problem = problem.text});
}

void ptx::checkUndeclaredDescription(ModuleLintContext &context) {
  for (const CommentProblem &problem : context.descriptions.undeclared())
    context.diagnostics.emit(
        diag::UndeclaredDescription{.range = problem.range, .what = problem.text});
}
