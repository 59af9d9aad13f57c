// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

using namespace ptx;

namespace {

/// A fact for each mbarrier object that a bulk copy names by its variable: it is initialized.
class UninitializedObjects {
public:
  explicit UninitializedObjects(BodyLintContext &context);
  bool matters(InstId inst) const;
  void step(FactsOnSomeWay &state, InstId inst) const;
  void visit(const FactsOnSomeWay &state, InstId inst);

private:
  uint64_t initializedBy(InstId inst) const;

  BodyLintContext &context;
  const AsyncOps &ops;
  MemoryPlaces objects;
  llvm::DenseMap<uint32_t, uint64_t> used; // by instruction
  uint64_t reported = 0;
};

} // namespace

UninitializedObjects::UninitializedObjects(BodyLintContext &context)
    : context(context), ops(context.asyncOps()) {
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
    if (ops[{i}] != AsyncOp::BulkLoad)
      continue;
    std::optional<MemoryPlace> place = findPlace(context, {i}, OperandId::mbar);
    if (place && place->symbol && !place->loaded && place->offset)
      used[i] = objects.add(place, mbarrierBytes);
  }
}

/// The objects that the instruction perhaps initializes: all, if it is not known which it does.
uint64_t UninitializedObjects::initializedBy(InstId inst) const {
  if (ops[inst] != AsyncOp::MbarrierInit)
    return 0;
  std::optional<MemoryPlace> place = findPlace(context, inst, OperandId::addr);
  bool isKnown = place && place->symbol && !place->loaded && place->offset;
  return isKnown ? objects.overlapping(place, mbarrierBytes) : ~uint64_t(0);
}

bool UninitializedObjects::matters(InstId inst) const {
  return ops[inst] == AsyncOp::MbarrierInit || used.contains(inst.index);
}

void UninitializedObjects::step(FactsOnSomeWay &state, InstId inst) const {
  state.bits |= initializedBy(inst);
}

void UninitializedObjects::visit(const FactsOnSomeWay &state, InstId inst) {
  uint64_t missing = used.lookup(inst.index) & ~state.bits & ~reported;
  if (!missing)
    return;
  reported |= missing;
  ExprId object = findOperand(context.checked, inst, OperandId::mbar);
  context.diagnostics.emit(diag::UninitializedMbarrier{.range = context.unit.range(object),
                                                       .name = context.unit.source(object)});
}

/// An mbarrier object must be initialized before its use. What no way of this entry
/// initializes is told. (Manual 9.7.13.15)
void ptx::checkUninitializedMbarrier(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.isEntry() || !ops.has(AsyncOp::BulkLoad) || ops.has(AsyncOp::Call) ||
      !context.flow().isExact())
    return;
  UninitializedObjects rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
