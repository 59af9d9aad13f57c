// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Clusters/ClusterFacts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

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
    auto isSignalAfter = [&](uint32_t other) {
      InstId inst{other};
      return other != i &&
             (remoteAddress(context, inst) || canSynchronizeClusters(context, inst)) &&
             context.conditions().canReach({i}, inst);
    };
    auto count = static_cast<uint32_t>(context.checked.signatures.size());
    if (llvm::any_of(llvm::seq(count), isSignalAfter))
      continue;
    context.diagnostics.emit(diag::PeerExit{.range = context.unit.range(address)});
    return;
  }
}
