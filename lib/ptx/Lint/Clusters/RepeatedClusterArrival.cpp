// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

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
