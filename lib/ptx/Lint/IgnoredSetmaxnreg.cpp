// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/KernelExtent.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// `setmaxnreg` in an entry whose number of registers `ptxas` is free to choose, which makes it
/// ignore the instruction. (Manual 9.7.19.5)
void ptx::checkIgnoredSetmaxnreg(BodyLintContext &context) {
  if (!context.isEntry())
    return;
  llvm::ArrayRef<InstId> found = context.instructions(Opcode::setmaxnreg);
  if (found.empty())
    return;
  const SyntaxUnit &top = context.module.top();
  auto has = [&](TokenKind keyword) {
    return kernelExtent(top, *context.function, keyword).has_value();
  };
  bool hasThreads = has(TokenKind::MaxNTid) || has(TokenKind::ReqNTid);
  if (has(TokenKind::MaxNReg) || (hasThreads && has(TokenKind::MinNCtaPerSm)))
    return;
  context.diagnostics.emit(
      diag::IgnoredSetmaxnreg{.range = context.unit.range(context.unit[found.front()].opcode),
                              .name = top.text(context.function->name)});
}
