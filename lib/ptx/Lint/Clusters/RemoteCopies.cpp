// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"

using namespace ptx;

/// The address of the destination of a bulk copy; unknown if it has no known address in shared
/// memory.
static KnownValue destinationOf(BodyLintContext &context, InstId copy, ExprId operand) {
  return operand ? context.values().operand(copy, operand) : KnownValue();
}

/// Without CTA pairs, the mbarrier object is in the same CTA as the destination. (Manual
/// 9.7.9.25.5.2)
void ptx::checkRemoteMbarrier(BodyLintContext &context) {
  for (const ObjectUse &use : context.objectUses()) {
    const InstrView &view = context.view(use.inst);
    bool isTensor = operandOf(view, AsyncRole::Map) != nullptr;
    if (use.op != AsyncOp::BulkLoad || !isTensor || !use.isRemote ||
        view.has(Modifier::cta_group_2))
      continue;
    ExprId destination = view::BulkLoad::of(context.checked, use.inst)->dstMem();
    KnownValue value = destinationOf(context, use.inst, destination);
    if (!value.pointsTo() || value.window != AddressWindow::Shared)
      continue;
    if (std::optional<std::string> peer = findPeer(context, use.inst, use.operand))
      context.diagnostics.emit(diag::RemoteMbarrier{.range = context.unit.range(use.operand),
                                                    .name = context.unit.source(use.operand),
                                                    .owner = *peer});
  }
}

/// `.shared::cta` is the memory of the executing CTA. `checkLocalAccessOfPeer` reports the certain
/// cases. (Manual 9.7.9.25.5.2)
void ptx::checkRemoteDestination(BodyLintContext &context) {
  for (const ObjectUse &use : context.objectUses()) {
    if (use.op != AsyncOp::BulkLoad || context.view(use.inst).has(Modifier::shared_cluster))
      continue;
    ExprId destination = view::BulkLoad::of(context.checked, use.inst)->dstMem();
    KnownValue value = destinationOf(context, use.inst, destination);
    if (value.window != AddressWindow::SharedCluster || findPeer(context, use.inst, destination))
      continue;
    context.diagnostics.emit(diag::RemoteDestination{.range = context.unit.range(destination),
                                                     .name = context.unit.source(destination)});
  }
}
