// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

using namespace ptx;

/// The source of a load from shared memory; none for other instructions.
static std::optional<MemoryPlace> sharedRead(BodyLintContext &context, InstId inst) {
  const Signature *signature = context.checked.signatures[inst.index];
  if (!signature || !signature->view.form->has(Trait::Loads))
    return std::nullopt;
  AddressWindow window = windowOf(signature->view);
  bool isShared = window == AddressWindow::Shared || window == AddressWindow::Unknown;
  return isShared ? findPlace(context, inst, findAddress(context.checked, inst)) : std::nullopt;
}

/// The destination of `cp.async` can be read after a wait for its group, or for an mbarrier object
/// that it arrives at. Reported is a read of the copied bytes, or of the variable in a function
/// without any such wait. (Manual 9.7.9.25.3)
void ptx::checkUnwaitedCopy(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::CopyStart) || !context.flow().isExact())
    return;
  bool hasWait = ops.has(AsyncOp::CopyWait) || ops.has(AsyncOp::CopyArrive) ||
                 ops.has(AsyncOp::Call) || !context.isEntry();
  MemoryPlaces places;
  OpenFacts facts;
  llvm::DenseMap<uint32_t, uint64_t> copies;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    if (ops[InstId{i}] != AsyncOp::CopyStart)
      continue;
    std::optional<MemoryPlace> place =
        findPlace(context, {i}, view::CopyStart::of(context.checked, {i})->dst());
    bool isKnown = place && place->symbol && (place->offset || !hasWait);
    std::optional<int64_t> bytes = findInteger(context.checked, {i}, AsyncRole::Bytes);
    copies[i] = isKnown ? places.add(place, static_cast<uint64_t>(bytes.value_or(4))) : 0;
    facts.begin({i}, copies[i]);
  }
  if (places.empty())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    AsyncOp op = ops[InstId{i}];
    uint64_t bits = op == AsyncOp::CopyArrive || op == AsyncOp::Call ? ~uint64_t(0) : 0;
    if (op == AsyncOp::CopyWait)
      for (const auto &[copy, place] : copies)
        if (!context.areRunByOthers({copy}, {i}))
          bits |= place;
    facts.end({i}, bits);
  }
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
    if (std::optional<MemoryPlace> place = sharedRead(context, {i}); place && place->symbol)
      facts.forbid({i}, hasWait ? places.overlapping(place, 1) : places.withBaseOf(place));
  uint64_t reported = 0;
  facts.follow(context.checked, context.flow(), [&](InstId inst, uint64_t bits) {
    if (bits & reported)
      return;
    for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
      if (!(copies.lookup(i) & bits) || context.conditions().contradict({i}, inst))
        continue;
      reported |= ~uint64_t(0);
      context.diagnostics.emit(diag::UnwaitedCopy{.range = context.mnemonicOf(inst)})
          .note(context.rangeOf({i}), "copied here");
      return;
    }
  });
}
