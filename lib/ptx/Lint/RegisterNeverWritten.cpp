// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// A register that some instruction reads and none writes has no value. What an instruction with an
/// error does is not known, so that its registers count as written. (Manual 5.1.1)
void ptx::checkRegisterNeverWritten(BodyLintContext &context) {
  llvm::ArrayRef<RegisterAccess> accesses = context.accesses().all();
  llvm::BitVector written(context.registers().size());
  for (const RegisterAccess &access : accesses)
    if (access.kind != AccessKind::Read)
      written.set(access.reg);
  for (const RegisterAccess &access : accesses) {
    if (written.test(access.reg))
      continue;
    written.set(access.reg); // one diagnostic for all that read it
    if (context.registers().isInput(access.reg))
      continue;
    context.diagnostics
        .emit(diag::RegisterNeverWritten{.range = context.unit.range(access.name),
                                         .name = context.unit.text(access.name)})
        .note(context.registers().declaration(access.reg).range, "declared here");
  }
}
