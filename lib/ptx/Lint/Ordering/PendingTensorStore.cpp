// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// A product can read data written by `tcgen05.st` after a `tcgen05.wait::st` of the storing
/// threads. Reports a product with a matrix in tensor memory if no path since the store has such a
/// wait. (Manual 9.7.16.6.4.5)
void ptx::checkPendingTensorStore(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::TensorStore) || !ops.has(AsyncOp::TensorMma) || !context.flow().isExact())
    return;
  OpenFacts facts;
  InstId store;
  forEachOf(context, AsyncOp::TensorStore, [&](InstId inst) {
    facts.begin(inst, 1);
    store = inst;
  });
  for (AsyncOp op : {AsyncOp::TensorWaitStore, AsyncOp::MbarrierWait, AsyncOp::Call})
    forEachOf(context, op, [&](InstId wait) { facts.end(wait); });
  forEachOf(context, AsyncOp::TensorMma, [&](InstId mma) {
    if (findOperand(context.checked, mma, AsyncRole::Reads))
      facts.forbid(mma, 1);
  });
  bool isReported = false;
  facts.follow(context.checked, context.flow(), [&](InstId mma, uint64_t) {
    if (isReported || context.conditions().contradict(store, mma))
      return;
    isReported = true;
    Diagnostic &d =
        context.diagnostics.emit(diag::PendingTensorStore{.range = context.mnemonicOf(mma)});
    d.note(context.rangeOf(store), "stored here");
    context.insertAfter(d, store, "tcgen05.wait::st.sync.aligned");
  });
}
