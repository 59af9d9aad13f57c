// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// A thread must not arrive at the barrier of the cluster again before it has waited.
/// (Manual 9.7.13.3)
void ptx::checkRepeatedClusterArrival(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::ClusterArrive) || !context.flow().isExact())
    return;
  OpenFacts facts;
  llvm::SmallVector<InstId, 8> arrivals; // by bit
  for (uint32_t i = 0; i != context.checked.signatures.size() && arrivals.size() != 64; ++i) {
    AsyncOp op = ops[InstId{i}];
    if (op == AsyncOp::ClusterWait || op == AsyncOp::Call)
      facts.end({i});
    if (op != AsyncOp::ClusterArrive)
      continue;
    facts.begin({i}, uint64_t(1) << arrivals.size());
    facts.forbid({i}, ~uint64_t(0));
    arrivals.push_back({i});
  }
  bool isReported = false;
  facts.follow(context.checked, context.flow(), [&](InstId inst, uint64_t bits) {
    for (size_t i = 0; i != arrivals.size() && !isReported; ++i)
      if (bits >> i & 1 && !context.conditions().contradict(arrivals[i], inst)) {
        isReported = true;
        context.diagnostics.emit(diag::RepeatedClusterArrival{.range = context.mnemonicOf(inst)})
            .note(context.rangeOf(arrivals[i]), "arrived here");
      }
  });
}

namespace {

/// One fact: on some path the thread has arrived since its last wait.
class UnarrivedWaits {
public:
  explicit UnarrivedWaits(BodyLintContext &context) : context(context), ops(context.asyncOps()) {}

  bool matters(InstId inst) const {
    AsyncOp op = ops[inst];
    return op == AsyncOp::ClusterArrive || op == AsyncOp::ClusterWait || op == AsyncOp::Call;
  }
  void step(FactsOnSomeWay &state, InstId inst) const {
    if (ops[inst] != AsyncOp::ClusterWait)
      state.bits = 1;
    else if (context.unit[inst].guard == GuardKind::None)
      state.bits = 0;
  }
  void visit(const FactsOnSomeWay &state, InstId inst) {
    if (ops[inst] != AsyncOp::ClusterWait || state.bits || isReported)
      return;
    isReported = true;
    Diagnostic &d = context.diagnostics.emit(
        diag::ClusterWaitWithoutArrival{.range = context.mnemonicOf(inst)});
    bool isAligned = context.view(inst).has(Modifier::aligned);
    context.insertBefore(d, inst,
                         isAligned ? "barrier.cluster.arrive.aligned" : "barrier.cluster.arrive");
  }

private:
  BodyLintContext &context;
  const AsyncOps &ops;
  bool isReported = false;
};

} // namespace

/// A thread waits for the phase at which it has arrived. (Manual 9.7.13.3)
void ptx::checkClusterWaitWithoutArrival(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::ClusterWait) || !context.isEntry() ||
      !context.flow().isExact())
    return;
  UnarrivedWaits rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}
