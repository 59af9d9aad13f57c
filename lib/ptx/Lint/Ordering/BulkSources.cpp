// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/GroupFacts.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// The operand with the address that the bulk copy reads.
static ExprId sourceOf(BodyLintContext &context, InstId copy) {
  if (std::optional<view::BulkLoad> load = view::BulkLoad::of(context.checked, copy))
    return load->srcMem();
  return view::BulkStore::of(context.checked, copy)->srcMem();
}

/// Adds the shared memory that the bulk copy reads, and returns its bit. The size is the operand if
/// that is constant, else the minimum of 16 bytes. (Manual 9.7.9.25.4.1)
static uint64_t addSource(BodyLintContext &context, MemoryPlaces &sources, InstId copy) {
  constexpr uint64_t least = 16;
  std::optional<int64_t> size = findInteger(context.checked, copy, AsyncRole::Bytes);
  uint64_t bytes = size && *size > 0 ? static_cast<uint64_t>(*size) : least;
  return sources.add(findPlace(context, copy, sourceOf(context, copy)), bytes);
}

using FindWrite = std::optional<MemoryPlace> (*)(BodyLintContext &, InstId);

/// Calls `visit(inst, bits)` for each instruction that certainly writes to locations of `sources`.
template <class Visit>
static void forEachWrite(BodyLintContext &context, const MemoryPlaces &sources, FindWrite find,
                         Visit visit) {
  if (sources.empty())
    return;
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
    std::optional<MemoryPlace> write = find(context, {i});
    visit(InstId{i},
          sources.overlapping(write, 1) | writtenByThreads(context, sources, {i}, write));
  }
}

/// Reports, as the rule `Rule`, the sources of the bulk copies `copies` that were written before,
/// according to `find`, without a fence of the async proxy in between. Data that was copied into
/// shared memory requires no fence. A call may contain one. (Manual 9.7.9.25.2)
template <class Rule>
static void reportUnfencedWrites(BodyLintContext &context, AsyncOp copies, FindWrite find,
                                 std::initializer_list<AsyncOp> ends) {
  if (!context.asyncOps().has(copies) || !context.flow().isExact())
    return;
  PlaceFacts written(context, ends);
  // A fence of one state space orders only accesses to that space.
  Modifier otherSpace = find == findSharedWrite ? Modifier::global : Modifier::shared_cta;
  forEachOf(context, AsyncOp::AsyncFence, [&](InstId fence) {
    if (context.view(fence).has(otherSpace))
      written.ignore(fence);
  });
  forEachOf(context, copies,
            [&](InstId copy) { written.forbid(copy, addSource(context, written.places, copy)); });
  forEachWrite(context, written.places, find,
               [&](InstId inst, uint64_t bits) { written.begin(inst, bits); });
  written.follow([&](InstId copy, InstId writer) {
    ExprId source = sourceOf(context, copy);
    Diagnostic &d = context.diagnostics.emit(
        Rule{.range = context.unit.range(source), .name = context.unit.source(source)});
    d.note(context.rangeOf(writer), "written here");
    forEachOf(context, AsyncOp::AsyncFence, [&](InstId fence) {
      if (context.view(fence).has(otherSpace) && fence.index > writer.index &&
          fence.index < copy.index)
        d.note(context.rangeOf(fence), "this orders accesses to another state space");
    });
    context.insertAfter(d, writer, "fence.proxy.async");
  });
}

/// Bulk copies read shared memory through the async proxy, so writes by `st` must be fenced.
void ptx::checkUnfencedSharedWrite(BodyLintContext &context) {
  reportUnfencedWrites<diag::UnfencedSharedWrite>(
      context, AsyncOp::BulkStore, findSharedWrite,
      {AsyncOp::AsyncFence, AsyncOp::BulkLoad, AsyncOp::Call});
}

/// The same for global memory. (Manual 8.6)
void ptx::checkUnfencedGlobalWrite(BodyLintContext &context) {
  reportUnfencedWrites<diag::UnfencedGlobalWrite>(context, AsyncOp::BulkLoad, findGlobalWrite,
                                                  {AsyncOp::AsyncFence, AsyncOp::Call});
}

/// The source of a bulk copy can be overwritten after `cp.async.bulk.wait_group`. (Manual
/// 9.7.9.25.1)
void ptx::checkOverwrittenBulkSource(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::BulkStore) || !context.flow().isExact())
    return;
  MemoryPlaces sources;
  GroupFacts pending;
  llvm::DenseMap<uint32_t, uint64_t> copies;
  forEachOf(context, AsyncOp::BulkStore, [&](InstId copy) {
    pending.begin(copy, copies[copy.index] = addSource(context, sources, copy));
  });
  forEachOf(context, AsyncOp::BulkCommit, [&](InstId commit) { pending.commit(commit); });
  auto waitsFor = [&](InstId wait) {
    uint64_t bits = 0;
    for (const auto &[copy, places] : copies)
      if (!context.areRunByOthers({copy}, wait))
        bits |= places;
    return bits;
  };
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i)
    if (context.asyncOps()[{i}] == AsyncOp::BulkWait)
      pending.wait({i}, context.groupsLeft({i}), waitsFor({i}));
    else if (context.asyncOps()[{i}] == AsyncOp::Call)
      pending.end({i});
    else
      // A write to the base register of a location changes the location.
      pending.end({i}, sources.forgottenBy(context, {i}));
  forEachWrite(context, sources, findSharedWrite,
               [&](InstId inst, uint64_t bits) { pending.forbid(inst, bits); });
  // Another copy can write, too.
  forEachOf(context, AsyncOp::BulkLoad, [&](InstId load) {
    pending.forbid(
        load,
        sources.overlapping(
            findPlace(context, load, view::BulkLoad::of(context.checked, load)->dstMem()), 1));
  });
  uint64_t reported = 0;
  pending.follow(context.checked, context.flow(), [&](InstId writer, uint64_t bits) {
    for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
      if (!(copies.lookup(i) & bits & ~reported) || context.conditions().contradict({i}, writer))
        continue;
      reported |= copies.lookup(i);
      std::optional<view::BulkLoad> load = view::BulkLoad::of(context.checked, writer);
      ExprId address = load ? load->dstMem() : view::Store::of(context.checked, writer)->a();
      Diagnostic &d = context.diagnostics.emit(
          diag::OverwrittenBulkSource{.range = context.unit.range(address),
                                      .name = context.unit.source(sourceOf(context, {i}))});
      d.note(context.rangeOf({i}), "copied here");
      context.explainWait(d, AsyncOp::BulkWait, {i}, writer);
      return;
    }
  });
}

namespace {

/// An instruction that writes to a variable through the generic proxy.
struct Writer {
  InstId inst;
  bool isAnywhere; ///< to an unknown part
};

/// Sorted in source order.
using WritersBySymbol = llvm::DenseMap<const Symbol *, llvm::SmallVector<Writer, 4>>;

} // namespace

/// The address to which the instruction writes.
static ExprId storedTo(const CheckedUnit &checked, InstId inst) {
  llvm::ArrayRef<OperandInfo> operands = checked.signatures[inst.index]->view.form->operands();
  return findOperand(checked, inst,
                     *llvm::find_if(operands, [](const OperandInfo &o) { return o.stores; }));
}

static WritersBySymbol findWriters(BodyLintContext &context) {
  WritersBySymbol writers;
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature)
      continue;
    if (!signature->view.form->has(Trait::StoresByGenericProxy))
      continue;
    std::optional<MemoryPlace> place = findPlace(context, {i}, storedTo(context.checked, {i}));
    const Symbol *symbol = place ? context.scope.symbol(place->symbol) : nullptr;
    if (!symbol || place->loaded)
      continue;
    writers[symbol].push_back({{i}, !place->offset});
  }
  return writers;
}

/// The last of the writers before `copy`; otherwise the first one after it, which a loop may
/// execute before it. `writesAnywhere`: only writers to an unknown part of the variable. Invalid if
/// there is none.
static InstId nearestWriter(llvm::ArrayRef<Writer> writers, InstId copy, bool writesAnywhere) {
  InstId nearest;
  for (const Writer &writer : writers)
    if ((writer.isAnywhere || !writesAnywhere) && (!nearest || writer.inst.index < copy.index))
      nearest = writer.inst;
  return nearest;
}

/// Reports a function that writes to a variable and has a bulk copy from it, but no fence at all.
/// (Manual 9.7.9.25.2)
void ptx::checkPerhapsUnfencedWrite(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::BulkStore) || ops.has(AsyncOp::AsyncFence) || ops.has(AsyncOp::Call))
    return;
  WritersBySymbol writers = findWriters(context);
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i) {
    if (ops[{i}] != AsyncOp::BulkStore)
      continue;
    std::optional<MemoryPlace> source = findPlace(context, {i}, sourceOf(context, {i}));
    const Symbol *symbol = source ? context.scope.symbol(source->symbol) : nullptr;
    if (!symbol || source->loaded)
      continue;
    // Each variable is reported once.
    llvm::SmallVector<Writer, 4> found = std::exchange(writers[symbol], {});
    InstId writer = nearestWriter(found, {i}, source->offset.has_value());
    MemoryPlaces sources;
    addSource(context, sources, {i});
    // `checkUnfencedSharedWrite` reports the certain cases.
    if (!writer || writtenByThreads(context, sources, writer, findSharedWrite(context, writer)))
      continue;
    context.diagnostics
        .emit(diag::PerhapsUnfencedWrite{.range = context.unit.range(sourceOf(context, {i})),
                                         .name = symbol->name})
        .note(context.rangeOf(writer), "written here");
  }
}
