// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// A product is known to be complete after a wait for the mbarrier object of its `tcgen05.commit`.
/// After a barrier or a call, another thread may have waited. (Manual 9.7.16.6.4.2)
void ptx::checkUnobservedMma(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::TensorMma) || !ops.has(AsyncOp::TensorLoad) || !context.flow().isExact())
    return;
  PlaceFacts pending(context, {AsyncOp::MbarrierWait, AsyncOp::Barrier, AsyncOp::WarpBarrier,
                               AsyncOp::ClusterWait, AsyncOp::Call});
  SureThreads threads(context);
  forEachOf(context, AsyncOp::TensorMma, [&](InstId mma) {
    if (threads.run(mma))
      pending.begin(
          mma,
          pending.places.add(
              findPlace(context, mma, view::TensorMma::of(context.checked, mma)->d_tmem()), 1));
  });
  forEachOf(context, AsyncOp::TensorLoad, [&](InstId load) {
    ExprId address = view::TensorLoad::of(context.checked, load)->taddr();
    pending.forbid(load, pending.places.overlapping(findPlace(context, load, address), 1));
  });
  pending.follow([&](InstId load, InstId mma) {
    context.diagnostics
        .emit(diag::UnobservedMma{.range = context.unit.range(context.unit[load].opcode)})
        .note(context.unit.range(context.unit[mma].opcode), "`tcgen05.mma` here");
  });
}
