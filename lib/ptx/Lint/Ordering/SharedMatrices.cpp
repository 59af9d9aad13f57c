// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/GroupFacts.h"
#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

#include "llvm/ADT/STLExtras.h"

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

static constexpr uint64_t leastMatrixBytes = 16; // of the first row of a core matrix
static constexpr llvm::StringLiteral wgmmaWait = "`wgmma.wait_group`";

/// Adds the matrices in shared memory that the instruction reads, and returns their bits.
static uint64_t addMatrices(BodyLintContext &context, MemoryPlaces &places, InstId inst) {
  uint64_t bits = 0;
  for (ExprId descriptor : matrixDescriptors(context.checked, inst))
    bits |= places.add(placeOfMatrix(context, inst, descriptor), leastMatrixBytes);
  return bits;
}

/// Products read their matrices in shared memory through the async proxy, so writes by `st` must be
/// fenced. (Manual 9.7.15.4, 9.7.16.6.4)
void ptx::checkUnfencedMatrix(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!(ops.has(AsyncOp::WgmmaMma) || ops.has(AsyncOp::TensorMma)) || !context.flow().isExact())
    return;
  PlaceFacts written(context, {AsyncOp::AsyncFence, AsyncOp::BulkLoad, AsyncOp::Call});
  for (AsyncOp op : {AsyncOp::WgmmaMma, AsyncOp::TensorMma})
    forEachOf(context, op,
              [&](InstId mma) { written.forbid(mma, addMatrices(context, written.places, mma)); });
  if (written.places.empty())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    std::optional<MemoryPlace> write = findSharedWrite(context, {i});
    written.begin({i}, written.places.overlapping(write, 1) |
                           writtenByThreads(context, written.places, {i}, write));
  }
  written.follow([&](InstId mma, InstId writer) {
    Diagnostic &d =
        context.diagnostics.emit(diag::UnfencedMatrix{.range = context.mnemonicOf(mma)});
    d.note(context.rangeOf(writer), "written here");
    context.insertAfter(d, writer, "fence.proxy.async");
  });
}

/// Calls `visit(inst, bits)` for each instruction that certainly writes to the matrices.
template <class Visit>
static void forEachOverwrite(BodyLintContext &context, const MemoryPlaces &matrices, Visit visit) {
  for (InstId store : context.instructions(Action::Store)) {
    std::optional<MemoryPlace> write = findSharedWrite(context, store);
    visit(store,
          matrices.overlapping(write, 1) | writtenByThreads(context, matrices, store, write));
  }
  forEachOf(context, AsyncOp::BulkLoad, [&](InstId load) {
    visit(load,
          matrices.overlapping(
              findPlace(context, load, view::BulkLoad::of(context.checked, load)->dstMem()), 1));
  });
}

namespace {

/// An instruction that reads matrices, each identified by its bit.
struct MatrixReader {
  InstId inst;
  uint64_t bits;
};

using MatrixReaders = llvm::SmallVector<MatrixReader>;

} // namespace

/// A product that reads the matrices, if the writing thread can be the one that started it.
static const MatrixReader *findReader(BodyLintContext &context, const MatrixReaders &readers,
                                      InstId write, uint64_t bits) {
  const MatrixReader *found = llvm::find_if(readers, [&](const MatrixReader &reader) {
    return (reader.bits & bits) && !context.conditions().contradict(reader.inst, write);
  });
  return found == readers.end() ? nullptr : found;
}

static Diagnostic &reportOverwrite(BodyLintContext &context, InstId reader, InstId write,
                                   llvm::StringRef missing) {
  Diagnostic &d = context.diagnostics.emit(
      diag::OverwrittenMatrix{.range = context.mnemonicOf(write),
                              .instruction = context.view(reader).form->instruction().name,
                              .missing = missing});
  d.note(context.rangeOf(reader), "read from here on");
  return d;
}

namespace {

/// Finds the wait after which other threads may write to a matrix because of one arrival. There
/// must be no other way for them to know that the product is complete.
class HandOffs {
public:
  explicit HandOffs(BodyLintContext &context) : context(context) {}

  /// Whether the arrival is the only signal of its object.
  bool isOnlySignal(const ObjectUse &arrival) const;
  /// Whether the write follows a wait for the object of the arrival, and no other instruction that
  /// could inform that thread about the product.
  bool letsWrite(const ObjectUse &arrival, InstId write) const;

private:
  bool isCertainWait(const ObjectUse &use, const ObjectUse &arrival) const;

  BodyLintContext &context;
};

} // namespace

bool HandOffs::isOnlySignal(const ObjectUse &arrival) const {
  return arrival.op == AsyncOp::MbarrierArrive && arrival.isExact() && !arrival.isRemote &&
         llvm::none_of(context.objectUses(), [&](const ObjectUse &use) {
           return use.inst != arrival.inst && use.op != AsyncOp::MbarrierWait &&
                  use.op != AsyncOp::MbarrierInit && canBeSame(use, arrival);
         });
}

/// A wait for the phase that the arrival completes. A first wait for parity 1 returns at once.
bool HandOffs::isCertainWait(const ObjectUse &use, const ObjectUse &arrival) const {
  if (use.op != AsyncOp::MbarrierWait || !areSame(use, arrival))
    return false;
  ExprId phase = findOperand(context.checked, use.inst, AsyncRole::Phase);
  std::optional<Constant> parity = phase ? context.scope.constant(phase) : std::nullopt;
  return parity && parity->isInteger() && parity->bits == 0;
}

bool HandOffs::letsWrite(const ObjectUse &arrival, InstId write) const {
  const PathConditions &paths = context.conditions();
  const AsyncOps &ops = context.asyncOps();
  InstId wait;
  for (InstId inst : ops.instructions()) {
    if (!paths.canReach(inst, write))
      continue;
    const ObjectUse *use = context.objectOf(inst);
    AsyncOp op = ops[inst];
    if (use && isCertainWait(*use, arrival))
      wait = inst;
    else if (op == AsyncOp::MbarrierWait || op == AsyncOp::GridWait || op == AsyncOp::Call ||
             ((op == AsyncOp::Barrier || op == AsyncOp::WarpBarrier ||
               op == AsyncOp::ClusterWait) &&
              wait))
      return false;
  }
  return wait && context.areRunByOthers(wait, arrival.inst) &&
         context.areRunByOthers(write, arrival.inst) && !paths.canReach(write, arrival.inst) &&
         !paths.canReach(arrival.inst, write);
}

/// Whether every path to the arrival contains the product.
static bool isAfter(BodyLintContext &context, InstId arrival, InstId product) {
  auto isArrival = [&](InstId inst) { return inst == arrival; };
  auto isProduct = [&](InstId inst) { return inst == product; };
  return !context.conditions().reaches({0}, isArrival, isProduct);
}

/// The products of a warpgroup are complete after `wgmma.wait_group`.
static void checkWgmmaMatrices(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  MemoryPlaces matrices;
  MatrixReaders readers;
  GroupFacts pending;
  forEachOf(context, AsyncOp::WgmmaMma, [&](InstId mma) {
    readers.push_back({mma, addMatrices(context, matrices, mma)});
    pending.begin(mma, readers.back().bits);
  });
  if (matrices.empty())
    return;
  forEachOf(context, AsyncOp::WgmmaCommit, [&](InstId commit) { pending.commit(commit); });
  forEachOf(context, AsyncOp::WgmmaWait,
            [&](InstId wait) { pending.wait(wait, context.groupsLeft(wait), ~uint64_t(0)); });
  // Another thread may have waited.
  for (InstId inst : ops.instructions())
    if (ops[inst] == AsyncOp::MbarrierWait || ops[inst] == AsyncOp::Call)
      pending.end(inst);
  llvm::SmallVector<std::pair<InstId, uint64_t>> writes;
  forEachOverwrite(context, matrices, [&](InstId write, uint64_t bits) {
    pending.forbid(write, bits);
    writes.push_back({write, bits});
  });
  HandOffs handOffs(context);
  for (const ObjectUse &use : context.objectUses())
    if (handOffs.isOnlySignal(use))
      pending.forbid(use.inst, ~uint64_t(0));
  bool isReported = false;
  auto reportHandOff = [&](const ObjectUse &arrival, uint64_t bits) {
    for (const MatrixReader &reader : readers)
      for (const auto &[write, written] : writes) {
        if (isReported || !(reader.bits & written & bits) ||
            !isAfter(context, arrival.inst, reader.inst) || !handOffs.letsWrite(arrival, write))
          continue;
        isReported = true;
        reportOverwrite(context, reader.inst, write, wgmmaWait)
            .note(context.rangeOf(arrival.inst), "this arrival lets the write begin");
      }
  };
  pending.follow(context.checked, context.flow(), [&](InstId inst, uint64_t bits) {
    const ObjectUse *use = context.objectOf(inst);
    if (use && use->op == AsyncOp::MbarrierArrive)
      return reportHandOff(*use, bits);
    const MatrixReader *reader = findReader(context, readers, inst, bits);
    if (isReported || !reader)
      return;
    isReported = true;
    context.explainWait(reportOverwrite(context, reader->inst, inst, wgmmaWait), AsyncOp::WgmmaWait,
                        reader->inst, inst);
  });
}

/// Whether all waits for mbarrier objects are certainly after the instruction.
static bool isBeforeAllWaits(BodyLintContext &context, InstId inst) {
  const PathConditions &paths = context.conditions();
  const AsyncOps &ops = context.asyncOps();
  return llvm::all_of(ops.instructions(), [&](InstId wait) {
    return ops[wait] != AsyncOp::MbarrierWait ||
           (paths.canReach(inst, wait) && !paths.canReach(wait, inst));
  });
}

/// `tcgen05.mma` and `tcgen05.cp` are complete when a phase of the mbarrier object of a
/// `tcgen05.commit` is. (Manual 9.7.16.6.2)
static void checkTensorMatrices(BodyLintContext &context) {
  MemoryPlaces matrices;
  MatrixReaders readers;
  OpenFacts pending;
  for (AsyncOp op : {AsyncOp::TensorMma, AsyncOp::TensorCopy})
    forEachOf(context, op, [&](InstId inst) {
      readers.push_back({inst, addMatrices(context, matrices, inst)});
      pending.begin(inst, readers.back().bits);
    });
  if (matrices.empty())
    return;
  forEachOf(context, AsyncOp::MbarrierWait, [&](InstId wait) { pending.end(wait); });
  forEachOverwrite(context, matrices,
                   [&](InstId write, uint64_t bits) { pending.forbid(write, bits); });
  bool isReported = false;
  pending.follow(context.checked, context.flow(), [&](InstId write, uint64_t bits) {
    const MatrixReader *reader = findReader(context, readers, write, bits);
    if (isReported || !reader || !isBeforeAllWaits(context, write))
      return;
    isReported = true;
    reportOverwrite(context, reader->inst, write, "a wait for the mbarrier of a `tcgen05.commit`");
  });
}

/// Products read their matrices asynchronously, so the matrices must not change until the products
/// are complete. (Manual 9.7.15.7.3, 9.7.16.6.2)
void ptx::checkOverwrittenMatrix(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  bool hasWgmma = ops.has(AsyncOp::WgmmaMma) && ops.has(AsyncOp::WgmmaWait);
  bool hasTensor = (ops.has(AsyncOp::TensorMma) || ops.has(AsyncOp::TensorCopy)) &&
                   ops.has(AsyncOp::MbarrierWait);
  if (!(hasWgmma || hasTensor) || !context.isWhole())
    return;
  if (hasWgmma)
    checkWgmmaMatrices(context);
  if (hasTensor)
    checkTensorMatrices(context);
}
