// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// The start of a matrix descriptor in shared memory; none if unknown.
static std::optional<MemoryPlace> placeOfMatrix(BodyLintContext &context, InstId mma,
                                                ExprId descriptor) {
  KnownValue value = context.values().operand(mma, descriptor);
  bool isKnown = value.symbol && !value.loaded && value.window == AddressWindow::Encoded &&
                 value.object == AddressWindow::Shared && value.offset;
  if (!isKnown)
    return std::nullopt;
  return MemoryPlace{.symbol = value.ref, .offset = value.offset};
}

/// Products read their matrices in shared memory through the async proxy, so writes by `st` must be
/// fenced. (Manual 9.7.15.4, 9.7.16.6.4)
void ptx::checkUnfencedMatrix(BodyLintContext &context) {
  constexpr uint64_t leastBytes = 16; // of the first row of a core matrix
  const AsyncOps &ops = context.asyncOps();
  if (!(ops.has(AsyncOp::WgmmaMma) || ops.has(AsyncOp::TensorMma)) || !context.flow().isExact())
    return;
  PlaceFacts written(context, {AsyncOp::AsyncFence, AsyncOp::BulkLoad, AsyncOp::Call});
  for (AsyncOp op : {AsyncOp::WgmmaMma, AsyncOp::TensorMma})
    forEachOf(context, op, [&](InstId mma) {
      for (ExprId descriptor : matrixDescriptors(context.checked, mma))
        written.forbid(mma,
                       written.places.add(placeOfMatrix(context, mma, descriptor), leastBytes));
    });
  if (written.places.empty())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    std::optional<MemoryPlace> write = findSharedWrite(context, {i});
    written.begin({i}, written.places.overlapping(write, 1) |
                           writtenByThreads(context, written.places, {i}, write));
  }
  written.follow([&](InstId mma, InstId writer) {
    context.diagnostics.emit(diag::UnfencedMatrix{.range = context.mnemonicOf(mma)})
        .note(context.rangeOf(writer), "written here");
  });
}
