// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// A tensor map must not be modified while a copy that uses it is in progress. (Manual 9.7.9.26)
void ptx::checkReplacedPendingMap(BodyLintContext &context) {
  constexpr uint64_t mapBytes = 128;
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MapReplace) || !context.flow().isExact())
    return;
  MemoryPlaces maps;
  OpenFacts facts;
  llvm::DenseMap<uint32_t, uint64_t> copies;
  for (AsyncOp op : {AsyncOp::BulkLoad, AsyncOp::BulkStore})
    forEachOf(context, op, [&](InstId copy) {
      copies[copy.index] = maps.add(
          findPlace(context, copy, findOperand(context.checked, copy, AsyncRole::Map)), mapBytes);
      facts.begin(copy, copies[copy.index]);
    });
  // For this rule, a wait for any copy counts.
  for (AsyncOp op : {AsyncOp::MbarrierWait, AsyncOp::BulkWait, AsyncOp::Barrier,
                     AsyncOp::ClusterWait, AsyncOp::Call})
    forEachOf(context, op, [&](InstId wait) { facts.end(wait); });
  forEachOf(context, AsyncOp::MapReplace, [&](InstId replace) {
    facts.forbid(replace,
                 maps.overlapping(findPlace(context, replace,
                                            view::MapReplace::of(context.checked, replace)->addr()),
                                  mapBytes));
  });
  bool isReported = false;
  facts.follow(context.checked, context.flow(), [&](InstId replace, uint64_t bits) {
    for (uint32_t i = 0; i != context.checked.signatures.size() && !isReported; ++i)
      if (copies.lookup(i) & bits && !context.conditions().contradict({i}, replace)) {
        isReported = true;
        context.diagnostics.emit(diag::ReplacedPendingMap{.range = context.mnemonicOf(replace)})
            .note(context.rangeOf({i}), "copied here");
      }
  });
}
