// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// The operations on tensor memory on every path to a location.
struct Allocations {
  static constexpr uint32_t none = ~0u;

  bool relinquished = false;
  /// A live allocation is exclusive.
  bool exclusive = false;
  /// An upper bound of the columns of some `tcgen05.alloc`.
  uint32_t least = none;
  /// A lower bound of the number of allocated columns.
  uint32_t live = 0;

  bool meet(const Allocations &other) {
    Allocations old = *this;
    relinquished &= other.relinquished;
    exclusive &= other.exclusive;
    least = std::max(least, other.least);
    live = std::min(live, other.live);
    return relinquished != old.relinquished || exclusive != old.exclusive || least != old.least ||
           live != old.live;
  }
};

} // namespace

/// The number of columns of the tensor memory of a CTA, on the target with the most. (Manual
/// 9.7.16.1, and of PTX 9.4 table 58)
static uint32_t allColumns(const BodyLintContext &context) {
  const Platform &platform = context.platform;
  bool isLarge = llvm::any_of(platform.targets, [&](TargetId target) {
    return satisfies(target, platform.version, TargetSetId::FamilyOf107);
  });
  return isLarge ? 576 : 512;
}

/// The number of columns; 0 if it is not known.
static uint32_t columnsOf(const BodyLintContext &context, InstId inst) {
  std::optional<int64_t> columns = findInteger(context.checked, inst, AsyncRole::Count);
  bool isKnown = columns && *columns > 0 && *columns <= allColumns(context);
  return isKnown ? static_cast<uint32_t>(*columns) : 0;
}

static bool isExclusive(BodyLintContext &context, InstId inst) {
  return context.checked.signatures[inst.index]->view.has(Modifier::exclusive);
}

static void step(BodyLintContext &context, Allocations &state, InstId inst) {
  bool surely = context.unit[inst].guard == GuardKind::None;
  uint32_t columns = columnsOf(context, inst);
  switch (context.asyncOps()[inst]) {
  case AsyncOp::TensorAlloc:
    if (!surely || columns == 0)
      return;
    state.least = std::min(state.least, columns);
    // The count is capped at the number of columns, so that it converges in loops.
    state.live = std::min(state.live + columns, 2 * allColumns(context));
    state.exclusive |= isExclusive(context, inst);
    return;
  case AsyncOp::TensorDealloc:
    state.live = columns == 0 ? 0 : state.live - std::min(state.live, columns);
    state.exclusive = false;
    return;
  case AsyncOp::TensorRelinquish:
    state.relinquished |= surely;
    return;
  default: // a call, which may free
    state.live = 0;
    state.exclusive = false;
    return;
  }
}

/// Calls `report(state, inst, columns)` for each `tcgen05.alloc` with the state before it.
template <class Report> static void forEachAllocation(BodyLintContext &context, Report report) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::TensorAlloc) || !context.flow().isExact())
    return;
  BlockInstructions insts(context.checked, context.flow(), [&](InstId inst) {
    return ops[inst] == AsyncOp::TensorAlloc || ops[inst] == AsyncOp::TensorDealloc ||
           ops[inst] == AsyncOp::TensorRelinquish || ops[inst] == AsyncOp::Call;
  });
  auto step = [&](Allocations &state, InstId inst) { ::step(context, state, inst); };
  ForwardDataflow<Allocations> facts(context.flow(), insts, {}, step);
  facts.forEach(step, [&](const Allocations &state, InstId inst) {
    if (ops[inst] == AsyncOp::TensorAlloc)
      report(state, inst, columnsOf(context, inst));
  });
}

/// The location of the first instruction of this kind.
static SourceRange firstOf(BodyLintContext &context, AsyncOp op) {
  for (InstId inst : context.asyncOps().instructions())
    if (context.asyncOps()[inst] == op)
      return context.unit.range(context.unit[inst].opcode);
  return {};
}

/// A CTA that relinquished the allocation permit cannot allocate. (Manual 9.7.16.7.1)
void ptx::checkAllocAfterRelinquish(BodyLintContext &context) {
  forEachAllocation(context, [&](const Allocations &state, InstId inst, uint32_t) {
    if (state.relinquished)
      context.diagnostics
          .emit(diag::AllocAfterRelinquish{.range = context.unit.range(context.unit[inst].opcode)})
          .note(firstOf(context, AsyncOp::TensorRelinquish), "the right is given up here");
  });
}

/// The allocations of a CTA must not grow: each has at most the number of columns of the previous
/// one. (Manual 9.7.16.7.1)
void ptx::checkGrowingAllocation(BodyLintContext &context) {
  forEachAllocation(context, [&](const Allocations &state, InstId inst, uint32_t columns) {
    if (columns > state.least)
      context.diagnostics.emit(diag::GrowingAllocation{
          .range = context.unit.range(findOperand(context.checked, inst, AsyncRole::Count)),
          .columns = columns,
          .before = state.least});
  });
}

/// An allocation waits until enough columns are free. (Manual 9.7.16.1)
/// `checkSecondExclusiveAllocation` reports exclusive ones.
void ptx::checkExcessiveAllocation(BodyLintContext &context) {
  uint32_t all = allColumns(context);
  forEachAllocation(context, [&](const Allocations &state, InstId inst, uint32_t columns) {
    if (columns + state.live > all && !state.exclusive && !isExclusive(context, inst))
      context.diagnostics.emit(diag::ExcessiveAllocation{
          .range = context.unit.range(findOperand(context.checked, inst, AsyncRole::Count)),
          .columns = columns,
          .live = state.live,
          .all = all});
  });
}

/// An exclusive allocation waits until all others are freed, and blocks new ones. (Manual of PTX
/// 9.4, 9.7.18.7.1)
void ptx::checkSecondExclusiveAllocation(BodyLintContext &context) {
  forEachAllocation(context, [&](const Allocations &state, InstId inst, uint32_t) {
    if (state.live != 0 && (state.exclusive || isExclusive(context, inst)))
      context.diagnostics.emit(diag::SecondExclusiveAllocation{
          .range = context.unit.range(context.unit[inst].opcode), .live = state.live});
  });
}

/// A kernel must free its allocations. (Manual 9.7.16.7.1)
void ptx::checkTensorMemoryNotFreed(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (context.isEntry() && ops.has(AsyncOp::TensorAlloc) && !ops.has(AsyncOp::TensorDealloc) &&
      !ops.has(AsyncOp::Call))
    context.diagnostics.emit(
        diag::TensorMemoryNotFreed{.range = firstOf(context, AsyncOp::TensorAlloc)});
}

/// Whether the start of `block` is reachable from its end.
static bool isInLoop(const ControlFlow &flow, uint32_t block) {
  llvm::BitVector seen(flow.size());
  llvm::SmallVector<uint32_t> open{block};
  while (!open.empty())
    for (uint32_t to : flow.successors(open.pop_back_val())) {
      if (to == block)
        return true;
      if (!seen.test(to)) {
        seen.set(to);
        open.push_back(to);
      }
    }
  return false;
}

/// The only `tcgen05.alloc` of a kernel and the only `tcgen05.dealloc`, if each runs at most once.
static std::optional<std::pair<InstId, InstId>> onlyAllocation(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.isEntry() || !ops.has(AsyncOp::TensorAlloc) || !ops.has(AsyncOp::TensorDealloc) ||
      ops.has(AsyncOp::Call) || !context.flow().isExact())
    return std::nullopt;
  std::array<InstId, 2> found; // the allocation and its deallocation
  BlockInstructions insts(context.checked, context.flow(), [&](InstId inst) {
    return ops[inst] == AsyncOp::TensorAlloc || ops[inst] == AsyncOp::TensorDealloc;
  });
  for (uint32_t block = 0; block != context.flow().size(); ++block)
    for (InstId inst : insts[block]) {
      InstId &place = found[ops[inst] == AsyncOp::TensorDealloc];
      if (place || isInLoop(context.flow(), block))
        return std::nullopt;
      place = inst;
    }
  return std::pair(found[0], found[1]);
}

/// The allocation and the deallocation must refer to the same columns. (Manual 9.7.16.7.1)
void ptx::checkMismatchedDeallocation(BodyLintContext &context) {
  auto only = onlyAllocation(context);
  if (!only)
    return;
  uint32_t allocated = columnsOf(context, only->first);
  uint32_t columns = columnsOf(context, only->second);
  if (allocated == 0 || columns == 0 || allocated == columns)
    return;
  context.diagnostics
      .emit(diag::MismatchedDeallocation{
          .range = context.unit.range(findOperand(context.checked, only->second, AsyncRole::Count)),
          .columns = columns,
          .allocated = allocated})
      .note(context.unit.range(findOperand(context.checked, only->first, AsyncRole::Count)),
            "allocated here");
}

/// The allocation and the deallocation are both exclusive, or neither is. (Manual of PTX 9.4,
/// 9.7.18.7.1)
void ptx::checkMismatchedExclusive(BodyLintContext &context) {
  auto only = onlyAllocation(context);
  if (!only || isExclusive(context, only->first) == isExclusive(context, only->second))
    return;
  context.diagnostics
      .emit(diag::MismatchedExclusive{
          .range = context.unit.range(context.unit[only->second].opcode),
          .observed = isExclusive(context, only->second) ? "exclusive" : "not exclusive"})
      .note(context.unit.range(context.unit[only->first].opcode), "allocated here");
}
