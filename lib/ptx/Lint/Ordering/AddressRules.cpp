// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

static bool has(BodyLintContext &context, InstId inst, Modifier word) {
  return context.checked.signatures[inst.index]->view.has(word);
}

/// The window of the address `operand`; the window of the cluster after `mapa`.
static AddressWindow windowAt(BodyLintContext &context, InstId inst, OperandId operand) {
  ExprId id = findOperand(context.checked, inst, operand);
  return id ? context.values().operand(inst, id).window : AddressWindow::Unknown;
}

/// The variable of this CTA's shared memory that the operand points to, or null.
static const Symbol *ownVariable(BodyLintContext &context, InstId inst, OperandId operand) {
  ExprId id = findOperand(context.checked, inst, operand);
  if (!id)
    return nullptr;
  KnownValue value = context.values().operand(inst, id);
  bool isOwn = value.pointsTo() && value.window == AddressWindow::Shared;
  return isOwn ? value.symbol : nullptr;
}

/// The destination of a copy must not be the mbarrier object that tracks it. (Manual 9.7.13.15)
void ptx::checkOverlappingMbarrier(BodyLintContext &context) {
  constexpr uint64_t leastBytes = 16;
  forEachOf(context, AsyncOp::BulkLoad, [&](InstId inst) {
    std::optional<MemoryPlace> object = findPlace(context, inst, OperandId::mbar);
    if (!object)
      return;
    std::optional<int64_t> size = findInteger(context.checked, inst, OperandId::size);
    MemoryPlaces objects;
    objects.add(object, mbarrierBytes);
    if (!objects.overlapping(findPlace(context, inst, OperandId::dstMem),
                             size && *size > 0 ? static_cast<uint64_t>(*size) : leastBytes))
      return;
    ExprId mbar = findOperand(context.checked, inst, OperandId::mbar);
    context.diagnostics.emit(diag::OverlappingMbarrier{.range = context.unit.range(mbar),
                                                       .name = context.unit.source(mbar)});
  });
}

/// Without CTA pairs, the mbarrier object is in the same CTA as the destination. (Manual
/// 9.7.9.25.5.2)
void ptx::checkRemoteMbarrier(BodyLintContext &context) {
  forEachOf(context, AsyncOp::BulkLoad, [&](InstId inst) {
    if (!has(context, inst, Modifier::tensor) || has(context, inst, Modifier::cta_group_2) ||
        windowAt(context, inst, OperandId::mbar) != AddressWindow::SharedCluster ||
        !ownVariable(context, inst, OperandId::dstMem))
      return;
    ExprId mbar = findOperand(context.checked, inst, OperandId::mbar);
    context.diagnostics.emit(
        diag::RemoteMbarrier{.range = context.unit.range(mbar), .name = context.unit.source(mbar)});
  });
}

/// `.shared::cta` is the memory of the executing CTA. (Manual 9.7.9.25.5.2)
void ptx::checkRemoteDestination(BodyLintContext &context) {
  forEachOf(context, AsyncOp::BulkLoad, [&](InstId inst) {
    llvm::ArrayRef<Modifier> words = context.checked.signatures[inst.index]->view.modifiers;
    bool isToCluster = llvm::is_contained(words, Modifier::shared_cluster);
    if (isToCluster || windowAt(context, inst, OperandId::dstMem) != AddressWindow::SharedCluster)
      return;
    ExprId destination = findOperand(context.checked, inst, OperandId::dstMem);
    context.diagnostics.emit(diag::RemoteDestination{.range = context.unit.range(destination),
                                                     .name = context.unit.source(destination)});
  });
}

/// A copy from shared memory to shared memory is from one CTA to another. (Manual 9.7.9.25.4.1)
void ptx::checkLocalClusterCopy(BodyLintContext &context) {
  forEachOf(context, AsyncOp::BulkLoad, [&](InstId inst) {
    if (!has(context, inst, Modifier::shared_cta) || !has(context, inst, Modifier::shared_cluster))
      return;
    if (const Symbol *variable = ownVariable(context, inst, OperandId::dstMem))
      context.diagnostics.emit(diag::LocalClusterCopy{
          .range = context.unit.range(findOperand(context.checked, inst, OperandId::dstMem)),
          .name = variable->name});
  });
}

/// `tensormap.cp_fenceproxy` requires a non-generic address of shared memory. (A generic address of
/// its other operand, in global memory, is the same number.) (Manual 9.7.13.16)
void ptx::checkGenericMapAddress(BodyLintContext &context) {
  forEachOf(context, AsyncOp::MapCopyFence, [&](InstId inst) {
    if (windowAt(context, inst, OperandId::src) != AddressWindow::Generic)
      return;
    ExprId source = findOperand(context.checked, inst, OperandId::src);
    context.diagnostics.emit(diag::GenericMapAddress{.range = context.unit.range(source),
                                                     .name = context.unit.source(source),
                                                     .space = ".shared::cta"});
  });
}

/// A load or store accesses lanes of one warp's quarter. (Manual 9.7.16.8.1)
static void checkLanes(BodyLintContext &context, InstId inst) {
  ExprId address = findOperand(context.checked, inst, OperandId::taddr);
  KnownValue value = context.values().operand(inst, address);
  if (value.width() < 32)
    return;
  // The lane is in the upper half of an address, of which each warp has 32. (Manual 9.7.16.1)
  uint64_t lane = value.bits.One.extractBitsAsZExtValue(5, 16);
  unsigned count = has(context, inst, Modifier::n32x32b) ? 32 : 16;
  if (lane + count > 32)
    context.diagnostics.emit(
        diag::TensorMemoryLane{.range = context.unit.range(address), .count = count, .lane = lane});
}

/// (Manual 9.7.16.8.1)
void ptx::checkTensorMemoryLane(BodyLintContext &context) {
  for (AsyncOp op : {AsyncOp::TensorLoad, AsyncOp::TensorStore})
    forEachOf(context, op, [&](InstId inst) { checkLanes(context, inst); });
}
