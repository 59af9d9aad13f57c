// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// Registers without a value that one instruction reads, each numbered after the one before it.
struct Run {
  TokenId first, last;
  uint32_t firstRegister, lastRegister;

  /// Whether `access` is of the same declaration and continues the sequence.
  bool isFollowedBy(const RegisterAccess &access, const Registers &registers) const {
    return access.reg == lastRegister + 1 && access.name.index > last.index &&
           &registers.declaration(access.reg) == &registers.declaration(firstRegister);
  }
};

} // namespace

static void report(BodyLintContext &context, const Run &run) {
  std::string names = ("`" + context.unit.text(run.first) + "`").str();
  bool isOne = run.firstRegister == run.lastRegister;
  if (!isOne)
    names += ((run.lastRegister == run.firstRegister + 1 ? " and `" : " to `") +
              context.unit.text(run.last) + "`")
                 .str();
  context.diagnostics
      .emit(diag::RegisterNeverWritten{.range = context.unit.range(run.first, run.last),
                                       .names = names,
                                       .are = isOne ? "is" : "are",
                                       .them = isOne ? "it" : "them"})
      .note(context.registers().declaration(run.firstRegister).range, "declared here");
}

/// Reports a register that an instruction reads and no instruction writes. The effect of an
/// instruction with an error is unknown, so its registers count as written. (Manual 5.1.1)
void ptx::checkRegisterNeverWritten(BodyLintContext &context) {
  const RegisterAccesses &accesses = context.accesses();
  llvm::BitVector written(context.registers().size());
  for (const RegisterAccess &access : accesses.all())
    if (access.kind != AccessKind::Read)
      written.set(access.reg);
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
    std::optional<Run> run;
    for (const RegisterAccess &access : accesses[InstId{i}]) {
      if (written.test(access.reg))
        continue;
      written.set(access.reg); // one diagnostic for all registers of the instruction
      if (context.registers().isInput(access.reg))
        continue;
      if (run && run->isFollowedBy(access, context.registers())) {
        run->last = access.name;
        run->lastRegister = access.reg;
        continue;
      }
      if (run)
        report(context, *run);
      run = Run{access.name, access.name, access.reg, access.reg};
    }
    if (run)
      report(context, *run);
  }
}
