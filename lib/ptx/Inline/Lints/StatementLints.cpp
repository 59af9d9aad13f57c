// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Lints/StatementLints.h"

#include "ptx/Diagnostics/InlineRules.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

OperandRegisters::OperandRegisters(const StatementLintContext &context)
    : registers(context.checked.scope), registerAccesses(context.checked, registers),
      byRegister(registers.size(), none) {
  for (uint32_t reg = 0; reg != byRegister.size(); ++reg)
    if (std::optional<size_t> declaration =
            context.fragment.declarationAt(registers.declaration(reg).range.begin))
      byRegister[reg] = static_cast<uint32_t>(*declaration);
}

void ptx::lintStatement(const Fragment &fragment, const Module &module, const SemaResult &checked,
                        const DiagnosticOptions &options, DiagnosticList &inside,
                        DiagnosticList &outside) {
  StatementLintContext context{fragment, module.top(), *checked.top, options, inside, outside};
  if (context.isEnabled(diag::UnusedAsmOperand::id))
    lintUses(context);
  if (context.isEnabled(diag::LeakingDeclaration::id))
    lintLeaks(context);
  // The effects of an instruction with an error are unknown.
  if (llvm::is_contained(context.checked.signatures, nullptr))
    return;
  lintEffects(context);
  if (context.isEnabled(diag::SplitCarryChain::id))
    lintCarries(context);
  OperandRegisters operands(context);
  lintWrites(context, operands);
  // Between several statements the compiler can change the registers.
  if (fragment.statements().size() > 1)
    return;
  if (context.isEnabled(diag::UnsetOutput::id))
    lintUnsetOutputs(context, operands);
  if (context.isEnabled(diag::GuardedOutput::id))
    lintGuardedOutputs(context, operands);
  if (context.isEnabled(diag::EarlyClobber::id))
    lintEarlyClobbers(context, operands);
}
