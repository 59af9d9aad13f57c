// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// Two bits for each variable with mbarrier objects: on some path, an object was initialized, and
/// no ordering instruction has followed; on some path, one has.
struct InitFacts {
  uint64_t unordered = 0;
  uint64_t ordered = 0;

  bool meet(const InitFacts &other) {
    InitFacts old = *this;
    unordered |= other.unordered;
    ordered |= other.ordered;
    return unordered != old.unordered || ordered != old.ordered;
  }
};

/// Finds the bulk copies that can run after `mbarrier.init` without an ordering instruction between
/// on any path. In an entry without calls, this body has initialized the object that a copy
/// signals, so all objects count as one. In other bodies an object is identified by its variable.
class UnorderedInits {
public:
  UnorderedInits(BodyLintContext &context, bool barriersOrder);

  bool matters(InstId inst) const;
  void step(InitFacts &state, InstId inst) const;
  void visit(const InitFacts &state, InstId inst);

  /// The copies found, in source order.
  std::vector<InstId> found;

private:
  bool orders(InstId inst) const;
  uint64_t bitOf(const ObjectUse &use);

  BodyLintContext &context;
  const AsyncOps &ops;
  const bool barriersOrder;
  MemoryPlaces variables;
  llvm::DenseMap<uint32_t, uint64_t> objects; // by instruction
};

} // namespace

uint64_t UnorderedInits::bitOf(const ObjectUse &use) {
  if (context.isEntry())
    return 1;
  std::optional<MemoryPlace> place = findPlace(context, use.inst, use.operand);
  if (!place || !place->symbol)
    return 0;
  place->offset.reset();
  return variables.add(place, 0);
}

UnorderedInits::UnorderedInits(BodyLintContext &context, bool barriersOrder)
    : context(context), ops(context.asyncOps()), barriersOrder(barriersOrder) {
  for (const ObjectUse &use : context.objectUses())
    if (use.op == AsyncOp::MbarrierInit || use.op == AsyncOp::BulkLoad)
      objects[use.inst.index] = bitOf(use);
}

/// A fence of any kind counts, since this rule only checks that there is one. A thread that has
/// waited for an mbarrier object has observed that objects are initialized.
bool UnorderedInits::orders(InstId inst) const {
  switch (ops[inst]) {
  case AsyncOp::AsyncFence:
  case AsyncOp::OtherFence:
  case AsyncOp::Call:
    return true;
  case AsyncOp::Barrier:
  case AsyncOp::WarpBarrier:
  case AsyncOp::ClusterArrive:
  case AsyncOp::ClusterWait:
  case AsyncOp::MbarrierWait:
    return barriersOrder;
  default:
    return false;
  }
}

bool UnorderedInits::matters(InstId inst) const {
  return objects.contains(inst.index) || orders(inst);
}

void UnorderedInits::step(InitFacts &state, InstId inst) const {
  if (ops[inst] == AsyncOp::MbarrierInit)
    state.unordered |= objects.lookup(inst.index);
  else if (orders(inst))
    state.ordered |= state.unordered;
}

void UnorderedInits::visit(const InitFacts &state, InstId inst) {
  if (ops[inst] == AsyncOp::BulkLoad &&
      (objects.lookup(inst.index) & state.unordered & ~state.ordered))
    found.push_back(inst);
}

static std::vector<InstId> unorderedCopies(BodyLintContext &context, bool barriersOrder) {
  UnorderedInits rule(context, barriersOrder);
  followForward<InitFacts>(context.checked, context.flow(), rule);
  return std::move(rule.found);
}

static SourceRange firstInit(BodyLintContext &context) {
  const ObjectUse *init = llvm::find_if(
      context.objectUses(), [](const ObjectUse &use) { return use.op == AsyncOp::MbarrierInit; });
  return context.rangeOf(init->inst);
}

/// Bulk copies signal mbarrier objects through the async proxy. `mbarrier.init` writes them through
/// the generic proxy, and a barrier orders only accesses of that proxy. Without a barrier, the
/// initializing thread starts the copy, or a thread that does not wait for others; such code is
/// common and works. (Manual 9.7.9.25.2, 9.7.13.4)
void ptx::checkUnfencedMbarrierInit(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierInit) || !ops.has(AsyncOp::BulkLoad) || !context.flow().isExact() ||
      !unorderedCopies(context, true).empty())
    return;
  std::vector<InstId> copies = unorderedCopies(context, false);
  if (copies.empty())
    return;
  ExprId object = context.objectOf(copies.front())->operand;
  context.diagnostics
      .emit(diag::UnfencedMbarrierInit{.range = context.unit.range(object),
                                       .name = context.unit.source(object)})
      .note(firstInit(context), "initialized here");
}

namespace {

/// Finds accesses to mbarrier objects of other CTAs that can follow `mbarrier.init` and a relaxed
/// arrival at the cluster barrier, without an ordering instruction on any path.
class RelaxedArrivals {
public:
  explicit RelaxedArrivals(BodyLintContext &context) : context(context), ops(context.asyncOps()) {}

  bool matters(InstId inst) const { return ops[inst] != AsyncOp::None; }
  void step(FactsOnSomeWay &state, InstId inst) const;
  void visit(const FactsOnSomeWay &state, InstId inst);

private:
  enum Fact : uint64_t { Initialized = 1, Arrived = 2, Ordered = 4 };

  BodyLintContext &context;
  const AsyncOps &ops;
  bool reported = false;
};

} // namespace

void RelaxedArrivals::step(FactsOnSomeWay &state, InstId inst) const {
  if (ops[inst] == AsyncOp::MbarrierInit)
    state.bits |= Initialized;
  if (!(state.bits & Initialized))
    return;
  bool arrives = ops[inst] == AsyncOp::ClusterArrive;
  bool isFence = ops[inst] == AsyncOp::OtherFence || ops[inst] == AsyncOp::AsyncFence;
  if (arrives && context.view(inst).has(Modifier::relaxed))
    state.bits |= Arrived;
  else if (arrives || isFence || ops[inst] == AsyncOp::Call)
    state.bits |= Ordered;
}

void RelaxedArrivals::visit(const FactsOnSomeWay &state, InstId inst) {
  if (state.bits != (Initialized | Arrived) || reported)
    return;
  const ObjectUse *use = context.objectOf(inst);
  if (!use || !use->isRemote)
    return;
  reported = true;
  context.diagnostics
      .emit(diag::UnorderedMbarrierInit{.range = context.unit.range(use->operand),
                                        .name = context.unit.source(use->operand)})
      .note(firstInit(context), "initialized here");
}

/// A cluster barrier makes the initialization of an object visible to other CTAs; a relaxed arrival
/// does so only with a fence. (Manual 9.7.13.3, 9.7.13.4)
void ptx::checkUnorderedMbarrierInit(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.isEntry() || !ops.has(AsyncOp::MbarrierInit) || !ops.has(AsyncOp::ClusterArrive) ||
      !context.flow().isExact())
    return;
  RelaxedArrivals rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
