// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/KernelExtent.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// `setmaxnreg` in an entry whose number of registers `ptxas` cannot know, which makes it ignore
/// the instruction. With a limit on threads alone it depends on how many registers the code needs.
/// (Manual 9.7.19.5)
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
  if (has(TokenKind::MaxNReg) || has(TokenKind::MaxNTid) || has(TokenKind::ReqNTid))
    return;
  context.diagnostics.emit(
      diag::IgnoredSetmaxnreg{.range = context.unit.range(context.unit[found.front()].opcode),
                              .name = top.text(context.function->name)});
}
