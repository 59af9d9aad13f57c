// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"

using namespace ptx;

/// A CTA must not exit while another reads its shared memory: after the read, the CTAs must
/// synchronize. (Manual 9.7.13.3)
void ptx::checkPeerExit(BodyLintContext &context) {
  if (!context.uses(Action::MapAddress) || clusterSize(context) < 2 || !context.isWhole())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature || !signature->view.form->has(Trait::Loads))
      continue;
    ExprId address = remoteAddress(context, {i});
    if (!address)
      continue;
    auto signals = [&](InstId inst) {
      return remoteAddress(context, inst) || canSynchronizeClusters(context, inst);
    };
    auto never = [](InstId) { return false; };
    auto isSignal = [&](InstId inst) { return inst.index != i && signals(inst); };
    if (context.conditions().reaches({i}, isSignal, never))
      continue;
    context.diagnostics.emit(diag::PeerExit{.range = context.unit.range(address)});
    return;
  }
}
