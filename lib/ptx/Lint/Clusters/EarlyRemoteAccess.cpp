// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"

using namespace ptx;

namespace {

/// One fact: on some path the thread may have synchronized with the other CTAs of the cluster, so
/// that they have started and their effects are visible.
class RemoteAccesses {
public:
  explicit RemoteAccesses(BodyLintContext &context) : context(context) {}

  bool matters(InstId inst) const { return context.checked.signatures[inst.index] != nullptr; }
  void step(FactsOnSomeWay &state, InstId inst) {
    if (context.asyncOps()[inst] != AsyncOp::ClusterArrive && !remoteAddress(context, inst) &&
        canSynchronizeClusters(context, inst))
      state.bits = 1;
  }
  void visit(const FactsOnSomeWay &state, InstId inst);

private:
  BodyLintContext &context;
  bool isReported = false;
};

} // namespace

void RemoteAccesses::visit(const FactsOnSomeWay &state, InstId inst) {
  if (state.bits || isReported)
    return;
  ExprId address = remoteAddress(context, inst);
  if (!address)
    return;
  isReported = true;
  const ObjectUse *use = context.objectOf(inst);
  Diagnostic &d = context.diagnostics.emit(diag::EarlyRemoteAccess{
      .range = context.unit.range(address),
      .what = use ? "that " + describe(*use) + " of the other CTA is initialized"
                  : "that the other CTA has begun"});
  for (const ObjectUse &other : context.objectUses())
    if (use && other.op == AsyncOp::MbarrierInit && canBeSame(other, *use)) {
      d.note(context.rangeOf(other.inst), "each CTA initializes its own here");
      break;
    }
}

/// Another CTA of the cluster may start at any time: a cluster barrier must precede the first
/// access to its shared memory. (Manual 5.1.7, 9.7.13.3)
void ptx::checkEarlyRemoteAccess(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (clusterSize(context) < 2 || !context.isWhole() ||
      !(context.uses(Action::MapAddress) || ops.has(AsyncGroup::BulkCopies)))
    return;
  RemoteAccesses rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
