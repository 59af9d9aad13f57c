// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Threads/ThreadText.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// The instructions of one CTA barrier that wait for the same number of threads. (Manual 9.7.13.1)
struct NamedBarrier {
  llvm::SmallVector<InstId, 4> insts;
  /// The sum of the threads that can reach each of them: a warp can both arrive and wait.
  uint64_t most = 0;
  bool waits = false;
};

using BarriersByNumber = llvm::MapVector<std::pair<uint64_t, uint64_t>, NamedBarrier>;

constexpr uint64_t wholeCta = 0;

} // namespace

/// The value of the operand, if it is a known constant.
static std::optional<uint64_t> constantAt(BodyLintContext &context, InstId inst, ExprId operand) {
  KnownValue value = context.values().operand(inst, operand);
  return value.isConstant() ? std::optional(value.constant()) : std::nullopt;
}

static std::string barrierText(uint64_t number) { return "barrier " + std::to_string(number); }

/// Checks numbers in registers; immediates are checked with the operands.
static bool checkRegisters(BodyLintContext &context, InstId inst) {
  constexpr uint64_t barriers = 16, warp = 32;
  ExprId number = findOperand(context.checked, inst, AsyncRole::Object);
  ExprId count = findOperand(context.checked, inst, AsyncRole::Count);
  auto isRegister = [&](ExprId operand) {
    return operand && context.unit[operand].kind == ExprKind::Name;
  };
  auto tell = [&](ExprId operand, const std::string &why) {
    Diagnostic &d = context.diagnostics.emit(
        diag::BarrierThreads{.range = context.unit.range(operand), .why = why});
    context.values().explain(d, inst, operand);
    return true;
  };
  if (isRegister(number))
    if (std::optional<uint64_t> value = constantAt(context, inst, number);
        value && *value >= barriers)
      return tell(number, barrierText(*value) + " does not exist; a CTA has 16");
  if (isRegister(count))
    if (std::optional<uint64_t> value = constantAt(context, inst, count);
        value && *value % warp != 0)
      return tell(count, "a barrier waits for whole warps; " + std::to_string(*value) +
                             " is not a multiple of 32");
  return false;
}

/// A barrier for more threads than exist, or can reach it, never completes. The first one is
/// reported.
static bool checkCounts(BodyLintContext &context, const BarriersByNumber &barriers) {
  unsigned all = context.threadSets().threads();
  for (const auto &[key, barrier] : barriers) {
    uint64_t count = key.second;
    if (count == wholeCta || barrier.most >= count)
      continue;
    InstId first = barrier.insts.front();
    ExprId operand = findOperand(context.checked, first, AsyncRole::Count);
    std::string those = "the CTA has " + std::to_string(all);
    if (count <= all)
      those = "only " +
              (barrier.insts.size() == 1 ? describeThreads(context.threadSets().run(first))
                                         : std::to_string(barrier.most)) +
              " can come";
    Diagnostic &d = context.diagnostics.emit(
        diag::BarrierThreads{.range = context.unit.range(operand),
                             .why = barrierText(key.first) + " waits for " + std::to_string(count) +
                                    " threads, and " + those});
    if (barrier.insts.size() > 1)
      d.note(context.rangeOf(barrier.insts[1]), "the same barrier");
    return true;
  }
  return false;
}

/// An arrival with a thread count for which no instruction waits is never completed.
static void checkArrivals(BodyLintContext &context, const BarriersByNumber &barriers) {
  for (const auto &[key, barrier] : barriers) {
    const NamedBarrier *other = nullptr;
    uint64_t count = 0;
    for (const auto &[otherKey, candidate] : barriers)
      if (otherKey.first == key.first && candidate.waits && !other)
        other = &candidate, count = otherKey.second;
    if (barrier.waits || !other)
      continue;
    std::string those = count == wholeCta ? "all threads" : std::to_string(count) + " threads";
    context.diagnostics
        .emit(diag::BarrierThreads{.range = context.unit.range(findOperand(
                                       context.checked, barrier.insts.front(), AsyncRole::Count)),
                                   .why = barrierText(key.first) + " is for " +
                                          std::to_string(key.second) + " threads here, and for " +
                                          those + " where threads wait"})
        .note(context.rangeOf(other->insts.front()), "they wait here");
    return;
  }
}

/// All threads of a cluster must arrive at its barrier; threads that have exited count as arrived.
static void checkClusterBarrier(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::ClusterArrive) || !context.threadSets().isSizeKnown())
    return;
  llvm::BitVector threads(context.threadSets().threads());
  InstId first;
  for (InstId inst : context.asyncOps().instructions())
    if (context.asyncOps()[inst] == AsyncOp::ClusterArrive) {
      threads |= context.threadSets().run(inst);
      first = first ? first : inst;
    }
  if (threads.all() || threads.none() || !context.threadSets().isExactlyRun(first) ||
      context.threadSets().othersLeave(first))
    return;
  context.diagnostics.emit(
      diag::BarrierThreads{.range = context.mnemonicOf(first),
                           .why = "the barrier of the cluster waits for all threads, and only " +
                                  describeThreads(threads) + " of the CTA can come"});
}

/// Whether it has a thread count, or its barrier number is in a register.
static bool isNamedBarrier(BodyLintContext &context, InstId inst) {
  ExprId number = findOperand(context.checked, inst, AsyncRole::Object);
  return findOperand(context.checked, inst, AsyncRole::Count) ||
         context.unit[number].kind == ExprKind::Name;
}

/// (Manual 9.7.13.1, 9.7.13.3)
void ptx::checkBarrierThreads(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!context.isEntry() || !(ops.has(AsyncOp::Barrier) || ops.has(AsyncOp::ClusterArrive)))
    return;
  // Most bodies have only `bar.sync 0`.
  bool hasNamed = llvm::any_of(ops.instructions(), [&](InstId inst) {
    return ops[inst] == AsyncOp::Barrier && isNamedBarrier(context, inst);
  });
  if (!hasNamed && !ops.has(AsyncOp::ClusterArrive))
    return;
  bool isWhole = context.isWhole();
  if (isWhole)
    checkClusterBarrier(context);
  BarriersByNumber barriers;
  bool isKnown = isWhole;
  for (InstId inst : ops.instructions()) {
    if (ops[inst] != AsyncOp::Barrier)
      continue;
    ExprId number = findOperand(context.checked, inst, AsyncRole::Object);
    ExprId count = findOperand(context.checked, inst, AsyncRole::Count);
    if (checkRegisters(context, inst))
      continue;
    std::optional<uint64_t> which = constantAt(context, inst, number);
    std::optional<uint64_t> threads =
        count ? constantAt(context, inst, count) : std::optional(wholeCta);
    isKnown &= which && threads;
    if (!isKnown)
      continue;
    NamedBarrier &barrier = barriers[{*which, *threads}];
    barrier.insts.push_back(inst);
    barrier.waits |= !context.view(inst).has(Modifier::arrive);
  }
  if (!isKnown || barriers.empty() ||
      llvm::all_of(barriers, [](const auto &entry) { return entry.first.second == wholeCta; }))
    return;
  bool isTold = false;
  if (context.threadSets().isSizeKnown()) {
    for (auto &[key, barrier] : barriers)
      for (InstId inst : barrier.insts)
        barrier.most += context.threadSets().run(inst).count();
    // A barrier with several counts is treated as several barriers in sequence.
    isTold = checkCounts(context, barriers);
  }
  if (!isTold)
    checkArrivals(context, barriers);
}
