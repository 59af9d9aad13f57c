// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// For each of at most 16 objects, on every path: this thread has waited for the phase of a parity,
/// and it has arrived since. Possible synchronization with other threads ends both facts.
class WaitedPhases {
public:
  explicit WaitedPhases(BodyLintContext &context) : context(context), ops(context.asyncOps()) {}

  bool matters(InstId inst) const { return ops[inst] != AsyncOp::None; }
  void step(FactsOnEveryPath &state, InstId inst);
  void visit(const FactsOnEveryPath &state, InstId inst);

private:
  /// The number of the object; -1 if unknown.
  int numberOfObject(InstId inst);
  std::optional<unsigned> parityOf(InstId inst) const;
  static uint64_t waited(int object, unsigned parity) {
    return uint64_t(1) << (4 * object + static_cast<int>(parity));
  }
  static uint64_t arrived(int object, unsigned parity) { return waited(object, parity) << 2; }

  BodyLintContext &context;
  const AsyncOps &ops;
  llvm::SmallVector<const ObjectUse *, 16> objects;
};

} // namespace

int WaitedPhases::numberOfObject(InstId inst) {
  constexpr size_t most = 16;
  const ObjectUse *use = context.objectOf(inst);
  if (!use || !use->isExact() || use->isRemote)
    return -1;
  auto found =
      llvm::find_if(objects, [&](const ObjectUse *other) { return areSame(*other, *use); });
  if (found == objects.end()) {
    if (objects.size() == most)
      return -1;
    objects.push_back(use);
    return static_cast<int>(objects.size()) - 1;
  }
  return static_cast<int>(found - objects.begin());
}

std::optional<unsigned> WaitedPhases::parityOf(InstId inst) const {
  const OperandInfo *phase = operandOf(context.view(inst), AsyncRole::Phase);
  if (!phase || phase->id != OperandId::phaseParity)
    return std::nullopt;
  std::optional<int64_t> parity = findInteger(context.checked, inst, AsyncRole::Phase);
  return parity && (*parity == 0 || *parity == 1) ? std::optional(unsigned(*parity)) : std::nullopt;
}

void WaitedPhases::step(FactsOnEveryPath &state, InstId inst) {
  int object = numberOfObject(inst);
  bool surely = context.unit[inst].guard == GuardKind::None;
  switch (ops[inst]) {
  case AsyncOp::MbarrierWait:
    // A wait that returned false is repeated, and has no effect.
    if (std::optional<unsigned> parity = parityOf(inst); parity && object >= 0 && surely)
      state.bits = waited(object, *parity) | (state.bits & arrived(object, *parity));
    else
      state.bits = 0;
    break;
  case AsyncOp::MbarrierArrive:
    for (unsigned parity : {0, 1})
      if (object >= 0 && surely && state.bits & waited(object, parity))
        state.bits |= arrived(object, parity);
    break;
  case AsyncOp::BulkLoad:
  case AsyncOp::BulkStore:
  case AsyncOp::BulkCommit:
  case AsyncOp::MbarrierExpect:
  case AsyncOp::TensorMma:
  case AsyncOp::TensorCommit:
    break;
  default:
    state.bits = 0;
  }
}

void WaitedPhases::visit(const FactsOnEveryPath &state, InstId inst) {
  if (ops[inst] != AsyncOp::MbarrierWait)
    return;
  int object = numberOfObject(inst);
  std::optional<unsigned> parity = parityOf(inst);
  if (object < 0 || !parity || !(state.bits & arrived(object, *parity)))
    return;
  const ObjectUse &use = *context.objectOf(inst);
  ExprId operand = findOperand(context.checked, inst, AsyncRole::Phase);
  Diagnostic &d = context.diagnostics.emit(diag::RepeatedPhase{
      .range = context.unit.range(operand), .object = describe(use), .parity = *parity});
  for (const ObjectUse &other : context.objectUses())
    if (other.op == AsyncOp::MbarrierWait && other.inst != inst && areSame(other, use) &&
        parityOf(other.inst) == parity) {
      d.note(context.rangeOf(other.inst), "waited for here");
      break;
    }
}

/// A complete phase does not become incomplete: a second wait for its parity returns at once.
/// (Manual 9.7.13.15.16)
void ptx::checkRepeatedPhase(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierWait) || !ops.has(AsyncOp::MbarrierArrive) ||
      !context.flow().isExact())
    return;
  WaitedPhases rule(context);
  followForward<FactsOnEveryPath>(context.checked, context.flow(), rule);
}
