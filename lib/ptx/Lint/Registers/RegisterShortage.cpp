// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Registers/RegisterBudget.h"

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// Whether the body has an instruction for which `requiredRegisters` has a number.
static bool hasFragments(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  return ops.has(AsyncOp::WgmmaMma) || ops.has(AsyncOp::TensorLoad) ||
         ops.has(AsyncOp::TensorStore);
}

/// Whether an instruction reads a register that `load` writes: `ptxas` drops other loads.
static bool isResultRead(BodyLintContext &context, InstId load) {
  llvm::DenseSet<uint32_t> written;
  for (const RegisterAccess &access : context.accesses()[load])
    if (access.writes())
      written.insert(access.reg);
  return llvm::any_of(context.accesses().all(), [&](const RegisterAccess &access) {
    return access.kind == AccessKind::Read && written.contains(access.reg);
  });
}

/// Reports the first access to tensor memory whose vector occupies all registers that the last
/// `setmaxnreg` on each path leaves, so that none remains for the address.
static void checkLoweredCount(BodyLintContext &context, const RegisterBudget &budget) {
  constexpr uint64_t notLowered = uint64_t(1) << 63;
  constexpr unsigned unit = 8;
  const AsyncOps &ops = context.asyncOps();
  if (!budget.isFixed || context.uses(Trait::Calls) ||
      context.instructions(Action::SetRegisterCount).empty() ||
      !(ops.has(AsyncOp::TensorLoad) || ops.has(AsyncOp::TensorStore)))
    return;
  auto isCount = [&](InstId inst) {
    return view::SetRegisterCount::of(context.checked, inst).has_value();
  };
  auto isAccess = [&](InstId inst) {
    return ops[inst] == AsyncOp::TensorLoad || ops[inst] == AsyncOp::TensorStore;
  };
  BlockInstructions insts(context.checked, context.flow(),
                          [&](InstId inst) { return isCount(inst) || isAccess(inst); });
  auto step = [&](FactsOnSomeWay &state, InstId inst) {
    if (!isCount(inst))
      return;
    std::optional<int64_t> count = countSet(context, inst);
    bool isKnown = count && *count > 0 && *count <= 256;
    state.bits = isKnown ? uint64_t(1) << (*count / unit) : notLowered;
  };
  bool isReported = false;
  ForwardDataflow<FactsOnSomeWay> counts(context.flow(), insts, {notLowered}, step);
  counts.forEach(step, [&](const FactsOnSomeWay &state, InstId inst) {
    if (isReported || !isAccess(inst) || state.bits & notLowered)
      return;
    unsigned limit = llvm::Log2_64(state.bits) * unit;
    unsigned needed = vectorRegisters(context, inst) + 1;
    if (needed <= limit || (ops[inst] == AsyncOp::TensorLoad && !isResultRead(context, inst)))
      return;
    isReported = true;
    InstId lowering =
        *llvm::find_if(context.instructions(Action::SetRegisterCount), [&](InstId other) {
          std::optional<int64_t> count = isCount(other) ? countSet(context, other) : std::nullopt;
          return count && *count / unit == limit / unit;
        });
    const SyntaxUnit &unitOf = context.unit;
    context.diagnostics
        .emit(diag::RegisterShortage{.range = unitOf.range(unitOf[inst].opcode),
                                     .instruction = mnemonicText(unitOf, unitOf[inst]),
                                     .needed = needed,
                                     .name = context.module.top().text(context.function->name),
                                     .limit = limit})
        .note(unitOf.range(unitOf[lowering].opcode), "limited here");
  });
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
    return checkLoweredCount(context, budget);
  const Instruction &inst = context.unit[worst];
  budget.note(context.diagnostics.emit(
      diag::RegisterShortage{.range = context.unit.range(inst.opcode),
                             .instruction = mnemonicText(context.unit, inst),
                             .needed = needed,
                             .name = context.module.top().text(context.function->name),
                             .limit = budget.count}));
}

/// Reports a `setmaxnreg.dec` to more registers than the entry and each `setmaxnreg.inc` of the
/// body provide. (Manual 9.7.19.5)
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
