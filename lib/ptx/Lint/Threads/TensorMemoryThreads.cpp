// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"
#include "ptx/Lint/Threads/ThreadText.h"

using namespace ptx;

static bool lets(AsyncOp op) {
  return op == AsyncOp::Barrier || op == AsyncOp::ClusterWait || op == AsyncOp::MbarrierWait ||
         op == AsyncOp::Call;
}

/// Each warp of a warpgroup can access a quarter of the lanes, so one address cannot be valid for
/// several warps. (Manual 9.7.16.8.1)
void ptx::checkWrongTensorLanes(BodyLintContext &context) {
  constexpr unsigned quarters = 4, warp = 32;
  const AsyncOps &ops = context.asyncOps();
  if (!(ops.has(AsyncOp::TensorLoad) || ops.has(AsyncOp::TensorStore)) || !context.isWhole() ||
      !context.threadSets().isSizeKnown())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    bool isLoad = ops[InstId{i}] == AsyncOp::TensorLoad;
    if (!isLoad && ops[InstId{i}] != AsyncOp::TensorStore)
      continue;
    ExprId address =
        findOperand(context.checked, {i}, isLoad ? AsyncRole::Reads : AsyncRole::Writes);
    if (!context.threadValues().operand({i}, address).isSame() ||
        !context.threadSets().isExactlyRun({i}))
      continue;
    unsigned found = 0;
    llvm::BitVector warps = warpsOf(context.threadSets().run({i}));
    for (unsigned thread : warps.set_bits())
      found |= 1u << thread / warp % quarters;
    if ((found & (found - 1)) == 0)
      continue;
    context.diagnostics.emit(
        diag::WrongTensorLanes{.range = context.unit.range(address),
                               .name = context.unit.source(address),
                               .threads = describeThreads(context.threadSets().run({i}))});
    return;
  }
}

/// Other warps can read the result of `tcgen05.alloc` after a barrier. (Manual 9.7.16.7.1)
void ptx::checkUnorderedAllocation(BodyLintContext &context) {
  constexpr uint64_t addressBytes = 4;
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::TensorAlloc) || !context.isWhole())
    return;
  MemoryPlaces places;
  OpenFacts facts;
  InstId allocation;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    if (lets(ops[InstId{i}]))
      facts.end({i});
    if (ops[InstId{i}] != AsyncOp::TensorAlloc)
      continue;
    allocation = {i};
    facts.begin({i}, places.add(findPlace(context, {i},
                                          findOperand(context.checked, {i}, AsyncRole::Writes)),
                                addressBytes));
  }
  for (InstId load : context.instructions(Action::Load))
    if (windowOf(context.view(load)) == AddressWindow::Shared)
      facts.forbid(load,
                   places.overlapping(
                       findPlace(context, load, view::Load::of(context.checked, load)->a()), 1));
  bool isReported = false;
  facts.follow(context.checked, context.flow(), [&](InstId load, uint64_t) {
    if (isReported || !context.isRunByOtherWarps(load, allocation))
      return;
    isReported = true;
    context.diagnostics
        .emit(diag::UnorderedAllocation{.range = context.mnemonicOf(load),
                                        .threads = describeThreads(context.threadSets().run(load))})
        .note(context.rangeOf(allocation),
              describeThreads(context.threadSets().run(allocation)) + " allocate here");
  });
}

/// Products that the thread has started without observing their completion.
static void checkPendingProducts(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  OpenFacts facts;
  InstId product;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    if (lets(ops[InstId{i}]))
      facts.end({i});
    if (ops[InstId{i}] == AsyncOp::TensorDealloc)
      facts.forbid({i}, 1);
    if (ops[InstId{i}] != AsyncOp::TensorMma)
      continue;
    facts.begin({i}, 1);
    product = {i};
  }
  facts.follow(context.checked, context.flow(), [&](InstId free, uint64_t) {
    if (!context.conditions().contradict(product, free))
      context.diagnostics
          .emit(diag::EarlyDeallocation{
              .range = context.mnemonicOf(free),
              .why = "`tcgen05.mma` can still write it; `tcgen05.commit` and a wait are required "
                     "in between"})
          .note(context.rangeOf(product), "begun here");
  });
}

/// Tensor memory must be freed only after the last access to it. (Manual 9.7.16.7.1)
void ptx::checkEarlyDeallocation(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::TensorDealloc) || !context.isWhole())
    return;
  if (ops.has(AsyncOp::TensorMma))
    checkPendingProducts(context);
  if (!ops.has(AsyncOp::TensorLoad))
    return;
  OpenFacts facts;
  llvm::SmallVector<InstId, 8> loads; // by bit
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    AsyncOp op = ops[InstId{i}];
    if (lets(op))
      facts.end({i});
    if (op == AsyncOp::TensorDealloc)
      facts.forbid({i}, ~uint64_t(0));
    if (op != AsyncOp::TensorLoad || loads.size() == 64)
      continue;
    facts.begin({i}, uint64_t(1) << loads.size());
    loads.push_back({i});
  }
  facts.follow(context.checked, context.flow(), [&](InstId free, uint64_t bits) {
    for (size_t i = 0; i != loads.size(); ++i)
      if (bits >> i & 1 && context.isRunByOtherWarps(loads[i], free)) {
        context.diagnostics
            .emit(diag::EarlyDeallocation{
                .range = context.mnemonicOf(free),
                .why = "other warps can still run `tcgen05.ld`; a barrier is required in "
                       "between"})
            .note(context.rangeOf(loads[i]),
                  describeThreads(context.threadSets().run(loads[i])) + " load here");
        return;
      }
  });
}
