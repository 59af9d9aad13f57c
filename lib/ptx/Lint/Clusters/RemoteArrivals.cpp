// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"

using namespace ptx;

/// An arrival at the object of another CTA must release to that CTA. (Manual 8.5, 9.7.13.15.13)
void ptx::checkNarrowArrivalScope(BodyLintContext &context) {
  for (const ObjectUse &use : context.objectUses()) {
    bool arrives = use.op == AsyncOp::MbarrierArrive || use.op == AsyncOp::MbarrierDrop;
    const InstrView &view = context.view(use.inst);
    if (!arrives || use.address.window != AddressWindow::SharedCluster ||
        !view.has(Modifier::shared_cluster) || !view.has(Modifier::cta) ||
        semanticsOf(view) != Semantics::Release)
      continue;
    Diagnostic &d = context.diagnostics.emit(
        diag::NarrowArrivalScope{.range = context.mnemonicOf(use.inst), .object = describe(use)});
    context.replaceModifier(d, use.inst, Modifier::cta, ".cluster");
  }
}

/// `.shared` and `.shared::cta` are the memory of the executing CTA. (Manual 5.1.5)
void ptx::checkLocalAccessOfPeer(BodyLintContext &context) {
  for (const ObjectUse &use : context.objectUses()) {
    const InstrView &view = context.view(use.inst);
    bool isLocal = view.has(Modifier::shared) || view.has(Modifier::shared_cta);
    if (groupOf(use.op) != AsyncGroup::Mbarriers || !isLocal ||
        use.address.window != AddressWindow::SharedCluster ||
        !isOfPeer(context, use.inst, use.operand))
      continue;
    Diagnostic &d = context.diagnostics.emit(
        diag::LocalAccessOfPeer{.range = context.unit.range(use.operand),
                                .name = context.unit.source(use.operand),
                                .instruction = view.form->instruction().name});
    for (Modifier word : {Modifier::shared, Modifier::shared_cta})
      context.replaceModifier(d, use.inst, word, ".shared::cluster");
    return;
  }
}

/// The destination of `st.async` and `red.async` is in the same CTA as their mbarrier object.
/// (Manual 9.7.9.12)
void ptx::checkSplitRemoteStore(BodyLintContext &context) {
  for (const ObjectUse &use : context.objectUses()) {
    if (use.op != AsyncOp::RemoteStore)
      continue;
    ExprId data = findOperand(context.checked, use.inst, AsyncRole::Writes);
    KnownValue place = context.values().operand(use.inst, data);
    auto isOwn = [](const KnownValue &value) {
      return value.pointsTo() && value.window == AddressWindow::Shared;
    };
    bool isDataHere = isOwn(place) && isOfPeer(context, use.inst, use.operand);
    bool isObjectHere = isOwn(use.address) && isOfPeer(context, use.inst, data);
    if (!isDataHere && !isObjectHere)
      continue;
    context.diagnostics
        .emit(diag::SplitRemoteStore{.range = context.unit.range(data),
                                     .data = isDataHere ? "this CTA" : "another CTA",
                                     .object = describe(use),
                                     .place = isDataHere ? "another" : "this one"})
        .note(context.unit.range(use.operand), "the mbarrier object");
  }
}
