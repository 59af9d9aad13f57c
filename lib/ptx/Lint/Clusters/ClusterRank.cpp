// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"

using namespace ptx;

/// The ranks of a cluster are less than the number of its CTAs. (Manual 9.7.9.23)
void ptx::checkClusterRank(BodyLintContext &context) {
  if (!context.isEntry() || !context.uses(Action::MapAddress))
    return;
  uint64_t size = clusterSize(context);
  if (size == 0)
    return;
  for (InstId inst : context.instructions(Action::MapAddress)) {
    ExprId operand = view::MapAddress::of(context.checked, inst)->b();
    KnownValue rank = context.values().operand(inst, operand);
    if (rank.isNever() || rank.bits.getMinValue().ult(size))
      continue;
    Diagnostic &d = context.diagnostics.emit(
        diag::ClusterRank{.range = context.unit.range(operand),
                          .rank = rank.isConstant() ? "rank " + std::to_string(rank.constant())
                                                    : "a rank of at least " + std::to_string(size),
                          .count = size});
    context.values().explain(d, inst, operand);
    return;
  }
}
