// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

#include <atomic>
#include <vector>

using namespace ptx;
using llvm::StringRef;

/// The component of a vector register that a suffix selects: `.x` and `.r` are the same.
static unsigned componentOf(StringRef suffix) {
  constexpr StringRef names = "xyzwrgba";
  return suffix.size() == 1 ? static_cast<unsigned>(names.find(suffix.front())) % 4 : 0;
}

/// A number for the register, or part of a register, that `id` names; none if it is not a register.
static std::optional<uint64_t> placeOf(BodyLintContext &context, ExprId id) {
  const Expr &e = context.unit[id];
  if (e.kind != ExprKind::Name && e.kind != ExprKind::Member)
    return std::nullopt;
  uint32_t reg = context.registers().find(id);
  if (reg == Registers::none)
    return std::nullopt;
  unsigned part = 0;
  if (e.kind == ExprKind::Member)
    part = 1 + componentOf(context.unit.text(e.component()).ltrim('.'));
  return uint64_t(reg) * 8 + part;
}

/// The first of `elements` that repeats an earlier one; invalid if there is none.
static ExprId firstRepeated(BodyLintContext &context, llvm::ArrayRef<ExprId> elements) {
  llvm::SmallSet<uint64_t, 16> seen;
  for (ExprId element : elements)
    if (std::optional<uint64_t> place = placeOf(context, element);
        place && !seen.insert(*place).second)
      return element;
  return {};
}

/// The number of operands, from the first, that can each write several registers in an instruction
/// with this action; 0 if none can.
static uint8_t findSeveralWritten(Action action) {
  auto isSeveral = [](const OperandInfo &operand) {
    bool isVector = operand.followsVec || operand.arity > 1 || operand.split ||
                    llvm::any_of(operand.cases(), [](const CaseInfo &c) {
                      return c.elements != 0 || c.lengths > 1;
                    });
    return operand.written && (isVector || operand.pairedPredicate != PairedPredicate::None);
  };
  size_t count = 0;
  for (const FormInfo &form : allForms())
    if (form.action == action)
      for (auto [i, operand] : llvm::enumerate(form.operands()))
        if (isSeveral(operand))
          count = std::max(count, i + 1);
  return static_cast<uint8_t>(count);
}

/// The same number, computed once for each action, on any thread.
static size_t countSeveralWritten(Action action) {
  constexpr uint8_t notAsked = 0xff;
  static std::vector<std::atomic<uint8_t>> answers = [] {
    std::vector<std::atomic<uint8_t>> result(numActions);
    for (std::atomic<uint8_t> &answer : result)
      answer = notAsked;
    return result;
  }();
  std::atomic<uint8_t> &answer = answers[static_cast<size_t>(action)];
  if (answer == notAsked)
    answer = findSeveralWritten(action);
  return answer;
}

/// Reports the first register that the written `operand` names twice.
static void checkOperand(BodyLintContext &context, ExprId operand) {
  const SyntaxUnit &unit = context.unit;
  const Expr &e = unit[operand];
  bool isVector = e.kind == ExprKind::Vector;
  ExprId sides[] = {e.lhs(), e.rhs()};
  ExprId repeated = firstRepeated(context, isVector ? unit.list(e.list()) : llvm::ArrayRef(sides));
  if (repeated)
    context.diagnostics.emit(diag::RepeatedDestination{
        .range = unit.range(repeated),
        .name = unit.source(repeated),
        .rule = isVector ? "the elements of a vector that is written must be different"
                         : "its two results must be different registers"});
}

/// An instruction must write each register only once. The elements of a destination vector must be
/// different registers, else the behavior is undefined (manual 6.4.3), and so must the two results
/// of an instruction that has two.
void ptx::checkRepeatedDestination(BodyLintContext &context) {
  const SyntaxUnit &unit = context.unit;
  for (Action action : context.actions()) {
    size_t count = countSeveralWritten(action);
    if (count == 0)
      continue;
    for (InstId inst : context.instructions(action))
      for (auto [i, operand] :
           llvm::enumerate(unit.list(unit[inst].operands()).take_front(count))) {
        ExprKind kind = unit[operand].kind;
        if (kind != ExprKind::Vector && kind != ExprKind::Pair)
          continue;
        const Signature &signature = *context.checked.signatures[inst.index];
        if (signature.operands[signature.places[i].first].info->written)
          checkOperand(context, operand);
      }
  }
}
