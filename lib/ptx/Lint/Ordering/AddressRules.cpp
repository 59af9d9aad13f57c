// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// The window of the address `id`; the window of the cluster after `mapa`.
static AddressWindow windowAt(BodyLintContext &context, InstId inst, ExprId id) {
  return id ? context.values().operand(inst, id).window : AddressWindow::Unknown;
}

/// The variable of this CTA's shared memory that the operand points to, or null.
static const Symbol *ownVariable(BodyLintContext &context, InstId inst, ExprId id) {
  if (!id)
    return nullptr;
  KnownValue value = context.values().operand(inst, id);
  bool isOwn = value.pointsTo() && value.window == AddressWindow::Shared;
  return isOwn ? value.symbol : nullptr;
}

/// Calls `visit(inst, copy)` for each bulk copy that an mbarrier object tracks.
template <class Visit> static void forEachCopy(BodyLintContext &context, Visit visit) {
  forEachOf(context, AsyncOp::BulkLoad,
            [&](InstId inst) { visit(inst, *view::BulkLoad::of(context.checked, inst)); });
}

/// The destination of a copy must not be the mbarrier object that tracks it. (Manual 9.7.13.15)
void ptx::checkOverlappingMbarrier(BodyLintContext &context) {
  constexpr uint64_t leastBytes = 16;
  forEachCopy(context, [&](InstId inst, const view::BulkLoad &copy) {
    std::optional<MemoryPlace> object = findPlace(context, inst, copy.mbar());
    if (!object)
      return;
    std::optional<int64_t> size = integerOf(context.checked, copy.size());
    MemoryPlaces objects;
    objects.add(object, mbarrierBytes);
    if (!objects.overlapping(findPlace(context, inst, copy.dstMem()),
                             size && *size > 0 ? static_cast<uint64_t>(*size) : leastBytes))
      return;
    ExprId mbar = copy.mbar();
    context.diagnostics.emit(diag::OverlappingMbarrier{.range = context.unit.range(mbar),
                                                       .name = context.unit.source(mbar)});
  });
}

/// A copy from shared memory to shared memory must be from one CTA to another. (Manual
/// 9.7.9.25.4.1)
void ptx::checkLocalClusterCopy(BodyLintContext &context) {
  forEachCopy(context, [&](InstId inst, const view::BulkLoad &copy) {
    if (!context.view(inst).has(Modifier::shared_cta) ||
        !context.view(inst).has(Modifier::shared_cluster))
      return;
    if (const Symbol *variable = ownVariable(context, inst, copy.dstMem()))
      context.diagnostics.emit(diag::LocalClusterCopy{.range = context.unit.range(copy.dstMem()),
                                                      .name = variable->name});
  });
}

/// `tensormap.cp_fenceproxy` requires a non-generic address of shared memory. (A generic address of
/// its other operand, in global memory, is the same number.) (Manual 9.7.13.16)
void ptx::checkGenericMapAddress(BodyLintContext &context) {
  forEachOf(context, AsyncOp::MapCopyFence, [&](InstId inst) {
    ExprId source = view::MapCopyFence::of(context.checked, inst)->src();
    if (windowAt(context, inst, source) != AddressWindow::Generic)
      return;
    context.diagnostics.emit(diag::GenericMapAddress{.range = context.unit.range(source),
                                                     .name = context.unit.source(source),
                                                     .space = ".shared::cta"});
  });
}

/// A load or store can only access the lanes of one warp's quarter. (Manual 9.7.16.8.1)
static void checkLanes(BodyLintContext &context, InstId inst, ExprId address) {
  KnownValue value = context.values().operand(inst, address);
  if (value.width() < 32)
    return;
  // The lane is the upper half of an address; each warp has 32 lanes. (Manual 9.7.16.1)
  uint64_t lane = value.bits.One.extractBitsAsZExtValue(5, 16);
  unsigned count = context.view(inst).has(Modifier::n32x32b) ? 32 : 16;
  if (lane + count > 32)
    context.diagnostics.emit(
        diag::TensorMemoryLane{.range = context.unit.range(address), .count = count, .lane = lane});
}

/// (Manual 9.7.16.8.1)
void ptx::checkTensorMemoryLane(BodyLintContext &context) {
  forEachOf(context, AsyncOp::TensorLoad, [&](InstId load) {
    checkLanes(context, load, view::TensorLoad::of(context.checked, load)->taddr());
  });
  forEachOf(context, AsyncOp::TensorStore, [&](InstId store) {
    checkLanes(context, store, view::TensorStore::of(context.checked, store)->taddr());
  });
}
