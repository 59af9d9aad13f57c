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

/// An operand with an address in another CTA's memory that the instruction interprets as an address
/// in its own memory, and that CTA.
static std::optional<std::pair<ExprId, std::string>> findLocalAccess(BodyLintContext &context,
                                                                     InstId inst) {
  const Signature *signature = context.checked.signatures[inst.index];
  if (!signature)
    return std::nullopt;
  for (const ExpectedOperand &operand : signature->operands) {
    if (!operand.info->isMemoryAddress() ||
        windowOf(signature->view, *operand.info) != AddressWindow::Shared)
      continue;
    ExprId address = findOperand(context.checked, inst, *operand.info);
    if (!address || context.values().operand(inst, address).window != AddressWindow::SharedCluster)
      continue;
    if (std::optional<std::string> peer = findPeer(context, inst, address))
      return std::pair(address, *peer);
  }
  return std::nullopt;
}

/// `.shared` and `.shared::cta` are the memory of the executing CTA. (Manual 5.1.7)
void ptx::checkLocalAccessOfPeer(BodyLintContext &context) {
  if (!context.uses(Action::MapAddress))
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    InstId inst{i};
    auto found = findLocalAccess(context, inst);
    if (!found)
      continue;
    Diagnostic &d = context.diagnostics.emit(
        diag::LocalAccessOfPeer{.range = context.unit.range(found->first),
                                .name = context.unit.source(found->first),
                                .owner = found->second,
                                .instruction = context.view(inst).form->instruction().name});
    for (Modifier word : {Modifier::shared, Modifier::shared_cta})
      context.replaceModifier(d, inst, word, ".shared::cluster");
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
    bool isDataHere = isOwn(place) && findPeer(context, use.inst, use.operand);
    bool isObjectHere = isOwn(use.address) && findPeer(context, use.inst, data);
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
