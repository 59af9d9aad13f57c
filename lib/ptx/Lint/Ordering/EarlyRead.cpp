// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

using namespace ptx;

/// The destination of a copy in shared memory can be read after a phase of its mbarrier object is
/// complete. Reports a read of the bytes by the thread that started the copy, if no path in between
/// has a wait for such a phase or a barrier. (Manual 9.7.9.25.2)
void ptx::checkEarlyRead(BodyLintContext &context) {
  constexpr int64_t leastBytes = 16;
  const AsyncOps &ops = context.asyncOps();
  if (!(ops.has(AsyncOp::BulkLoad) || ops.has(AsyncOp::LaunchCancel)) || !context.isEntry() ||
      !context.flow().isExact() || context.instructions(Action::Load).empty())
    return;
  MemoryPlaces places;
  llvm::SmallVector<std::pair<const ObjectUse *, uint64_t>, 8> copies;
  OpenFacts facts;
  for (const ObjectUse &use : context.objectUses()) {
    ExprId target = findOperand(context.checked, use.inst, AsyncRole::Writes);
    if (!use.tracksAsyncProxy() || !target || use.isRemote)
      continue;
    int64_t bytes = findInteger(context.checked, use.inst, AsyncRole::Bytes).value_or(leastBytes);
    uint64_t bit = places.add(findPlace(context, use.inst, target),
                              static_cast<uint64_t>(std::max(bytes, leastBytes)));
    copies.push_back({&use, bit});
    facts.begin(use.inst, bit);
  }
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
    switch (ops[InstId{i}]) {
    case AsyncOp::Barrier:
    case AsyncOp::ClusterWait:
    case AsyncOp::Call:
      facts.end({i});
      break;
    case AsyncOp::MbarrierWait:
      for (const auto &[copy, bit] : copies)
        if (canBeSame(*context.objectOf({i}), *copy))
          facts.end({i}, bit);
      break;
    default:
      break;
    }
  for (InstId load : context.instructions(Action::Load))
    if (AddressWindow window = windowOf(context.view(load)); window == AddressWindow::Shared) {
      ExprId address = view::Load::of(context.checked, load)->a();
      std::optional<MemoryPlace> place = findPlace(context, load, address);
      if (place && place->symbol)
        facts.forbid(load, places.overlapping(place, 1) |
                               accessedByThreads(context, places, load, address, place));
    }
  bool isReported = false;
  facts.follow(context.checked, context.flow(), [&](InstId load, uint64_t bits) {
    for (const auto &[copy, bit] : copies)
      if (bits & bit && !isReported && !context.conditions().contradict(copy->inst, load) &&
          !context.areRunByOthers(copy->inst, load)) {
        isReported = true;
        context.diagnostics
            .emit(diag::EarlyRead{.range = context.mnemonicOf(load), .object = describe(*copy)})
            .note(context.rangeOf(copy->inst), "copied here");
      }
  });
}
