// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"

using namespace ptx;

namespace {

/// One fact: on some path the two CTAs have communicated since the allocation.
class PairDeallocations {
public:
  explicit PairDeallocations(BodyLintContext &context) : context(context) {}

  bool matters(InstId inst) const { return context.checked.signatures[inst.index] != nullptr; }
  void step(FactsOnSomeWay &state, InstId inst) {
    if (canSynchronizeClusters(context, inst) || remoteAddress(context, inst))
      state.bits = 1;
  }
  void visit(const FactsOnSomeWay &state, InstId inst) {
    if (context.asyncOps()[inst] == AsyncOp::TensorDealloc && !state.bits &&
        context.view(inst).has(Modifier::cta_group_2))
      context.diagnostics.emit(diag::EarlyPairDeallocation{.range = context.mnemonicOf(inst)});
  }

private:
  BodyLintContext &context;
};

} // namespace

/// Both CTAs of a pair allocate, use and free together: one must not finish before the other has
/// started. (Manual 9.7.16.7.1)
void ptx::checkEarlyPairDeallocation(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::TensorDealloc) || !ops.has(AsyncOp::TensorAlloc) || !context.isWhole())
    return;
  PairDeallocations rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
