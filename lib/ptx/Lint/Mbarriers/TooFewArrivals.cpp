// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Mbarriers/InitialCounts.h"
#include "ptx/Lint/Threads/ThreadText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// The number of arrivals at one object, or at the objects of one variable, if each instruction
/// executes once.
struct Arrivals {
  uint64_t count = 0;
  const ObjectUse *first = nullptr;
  unsigned instructions = 0;
};

} // namespace

static std::optional<Arrivals> arrivalsAt(BodyLintContext &context, const ObjectUse &object) {
  Arrivals sum;
  for (const ObjectUse &use : context.objectUses()) {
    if (!use.arrives() || !canBeSame(use, object))
      continue;
    bool isPlain = use.op == AsyncOp::MbarrierArrive && use.isKnown() && !use.isRemote;
    ExprId operand = findOperand(context.checked, use.inst, AsyncRole::Count);
    std::optional<int64_t> each =
        operand ? findInteger(context.checked, use.inst, AsyncRole::Count) : 1;
    if (!isPlain || !each)
      return std::nullopt;
    sum.count += context.threadSets().run(use.inst).count() * static_cast<uint64_t>(*each);
    if (!sum.first)
      sum.first = &use;
    ++sum.instructions;
  }
  return sum;
}

/// Reports an object where the arrivals of all threads, once for each instruction, are fewer than
/// the count of a phase. A thread could arrive several times in a phase by the same instruction,
/// but hardly any kernel does. (Manual 9.7.13.15.5)
void ptx::checkTooFewArrivals(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierInit) || !ops.has(AsyncOp::MbarrierArrive) ||
      !ops.has(AsyncOp::MbarrierWait) || !context.isWhole() || !context.threadSets().isSizeKnown())
    return;
  llvm::SmallVector<const ObjectUse *> seen;
  for (const ObjectUse &use : context.objectUses()) {
    auto isSeen = [&](const ObjectUse *other) { return canBeSame(*other, use); };
    if (!use.arrives() || !use.isKnown() || llvm::any_of(seen, isSeen))
      continue;
    seen.push_back(&use);
    std::optional<InitialCounts> counts = initialCountsOf(context, use);
    std::optional<Arrivals> arrivals = counts ? arrivalsAt(context, use) : std::nullopt;
    if (!arrivals || arrivals->count >= counts->least)
      continue;
    llvm::BitVector threads = context.threadSets().run(arrivals->first->inst);
    context.diagnostics
        .emit(diag::TooFewArrivals{.range = context.mnemonicOf(arrivals->first->inst),
                                   .threads = arrivals->instructions == 1
                                                  ? describeThreads(threads) + " arrives"
                                                  : "threads arrive",
                                   .object = describe(use),
                                   .count = arrivals->count,
                                   .expected = counts->least})
        .note(context.rangeOf(counts->init->inst), "initialized here");
  }
}
