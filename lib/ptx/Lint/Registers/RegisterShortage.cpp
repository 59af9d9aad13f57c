// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Registers/RegisterBudget.h"

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Sema/Instructions/InstructionText.h"

using namespace ptx;

/// Whether the body has an instruction that `requiredRegisters` knows.
static bool hasFragments(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  return ops.has(AsyncOp::WgmmaMma) || ops.has(AsyncOp::TensorLoad) ||
         ops.has(AsyncOp::TensorStore);
}

/// An instruction whose vectors do not fit in the registers that the directives of the entry leave.
/// A `setmaxnreg` for more registers does not help. One diagnostic for each entry, for the
/// instruction that requires the most.
void ptx::checkRegisterShortage(BodyLintContext &context) {
  if (!context.isEntry() || !hasFragments(context))
    return;
  RegisterBudget budget = registerBudget(context);
  unsigned needed = budget.count;
  InstId worst;
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i)
    if (unsigned registers = requiredRegisters(context, {i}); registers > needed) {
      needed = registers;
      worst = {i};
    }
  if (!worst)
    return;
  const Instruction &inst = context.unit[worst];
  budget.note(context.diagnostics.emit(
      diag::RegisterShortage{.range = context.unit.range(inst.opcode),
                             .instruction = mnemonicText(context.unit, inst),
                             .needed = needed,
                             .name = context.module.top().text(context.function->name),
                             .limit = budget.count}));
}

/// `setmaxnreg.dec` to more registers than the entry and each `setmaxnreg.inc` of the body give.
/// (Manual 9.7.19.5)
void ptx::checkExcessiveRegisterCount(BodyLintContext &context) {
  if (!context.isEntry())
    return;
  llvm::ArrayRef<InstId> found = context.instructions(Action::SetRegisterCount);
  if (found.empty() || context.uses(Trait::Calls)) // a callee can request more
    return;
  RegisterBudget budget = registerBudget(context);
  if (budget.count == RegisterBudget::most)
    return;
  auto countOf = [&](InstId inst) { return countSet(context, inst).value_or(0); };
  auto increases = [&](InstId inst) {
    return context.checked.signatures[inst.index]->view.has(Modifier::inc);
  };
  int64_t most = budget.count;
  for (InstId inst : found)
    if (increases(inst))
      most = std::max(most, countOf(inst));
  for (InstId inst : found)
    if (int64_t count = countOf(inst); !increases(inst) && count > most)
      budget.note(context.diagnostics.emit(diag::ExcessiveRegisterCount{
          .range = context.unit.range(
              view::SetRegisterCount::of(context.checked, inst)->imm_reg_count()),
          .count = static_cast<uint64_t>(count),
          .name = context.module.top().text(context.function->name),
          .limit = static_cast<uint64_t>(most)}));
}
