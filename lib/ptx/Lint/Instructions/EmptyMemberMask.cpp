// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Sema/Declarations/Constant.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static bool isZero(const BodyLintContext &context, ExprId operand) {
  std::optional<Constant> value = context.scope.constant(operand);
  return value && value->bits == 0;
}

/// The instructions whose mask is 0, or a register that some `mov` sets to 0. Most masks are
/// neither, so this is a fast first test.
static std::vector<InstId> findSuspects(BodyLintContext &context) {
  std::vector<InstId> suspects;
  llvm::DenseMap<uint32_t, llvm::SmallVector<InstId, 2>> byMask;
  auto registerAt = [&](ExprId id) { return context.registers().find(id); };
  context.forEach(Trait::HasMemberMask, [&](InstId inst, const InstrView &) {
    ExprId mask = findMemberMask(context.checked, inst);
    if (isZero(context, mask))
      suspects.push_back(inst);
    else if (context.unit[mask].kind == ExprKind::Name && registerAt(mask) != Registers::none)
      byMask[registerAt(mask)].push_back(inst);
  });
  for (InstId inst : context.instructions(Action::Move)) {
    if (byMask.empty())
      break;
    llvm::ArrayRef<ExprId> operands = context.unit.list(context.unit[inst].operands());
    if (context.unit[operands[0]].kind != ExprKind::Name ||
        context.unit[operands[1]].kind == ExprKind::Name) // certainly not 0
      continue;
    uint32_t reg = registerAt(operands[0]);
    auto found = reg == Registers::none ? byMask.end() : byMask.find(reg);
    if (found == byMask.end() || !isZero(context, operands[1]))
      continue;
    llvm::append_range(suspects, found->second);
    byMask.erase(found);
  }
  return suspects;
}

/// The thread that executes the instruction must be among those that the mask names. (Manual
/// 9.7.9.6, 9.7.13.2, 9.7.13.9, 9.7.13.10, 9.7.13.12, 9.7.13.13)
void ptx::checkEmptyMemberMask(BodyLintContext &context) {
  for (InstId inst : findSuspects(context)) {
    ExprId mask = findMemberMask(context.checked, inst);
    KnownValue value = context.values().operand(inst, mask);
    if (!value.isConstant() || value.constant() != 0)
      continue;
    Diagnostic &diagnostic =
        context.diagnostics.emit(diag::EmptyMemberMask{.range = context.unit.range(mask)});
    context.values().explain(diagnostic, inst, mask);
  }
}
