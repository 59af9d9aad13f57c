// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// A modified tensor map requires a fence before its use. (Manual 9.7.13.4, 9.7.13.16)
void ptx::checkUnfencedTensorMap(BodyLintContext &context) {
  constexpr uint64_t mapBytes = 128;
  if (!context.asyncOps().has(AsyncOp::MapReplace) || !context.flow().isExact())
    return;
  PlaceFacts changed(context, {AsyncOp::MapFence, AsyncOp::MapCopyFence, AsyncOp::Call});
  forEachOf(context, AsyncOp::MapReplace, [&](InstId replace) {
    if (context.unit[replace].guard == GuardKind::None)
      changed.begin(replace, changed.places.add(
                                 findPlace(context, replace,
                                           view::MapReplace::of(context.checked, replace)->addr()),
                                 mapBytes));
  });
  for (AsyncOp use : {AsyncOp::BulkLoad, AsyncOp::BulkStore, AsyncOp::BulkPrefetch})
    forEachOf(context, use, [&](InstId copy) {
      changed.forbid(
          copy, changed.places.overlapping(
                    findPlace(context, copy, findOperand(context.checked, copy, AsyncRole::Map)),
                    mapBytes));
    });
  changed.follow([&](InstId copy, InstId replace) {
    ExprId map = findOperand(context.checked, copy, AsyncRole::Map);
    context.diagnostics
        .emit(diag::UnfencedTensorMap{.range = context.unit.range(map),
                                      .name = context.unit.source(map)})
        .note(context.unit.range(context.unit[replace].opcode, context.unit[replace].last),
              "replaced here");
  });
}
