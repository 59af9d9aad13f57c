// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Mbarriers/InitialCounts.h"

using namespace ptx;

/// The maximum number of threads of one warp that certainly execute the instruction together.
static unsigned lanesTogether(BodyLintContext &context, InstId inst) {
  constexpr unsigned warp = 32;
  ThreadSets &sets = context.threadSets();
  if (!sets.isSizeKnown() || !sets.isExactlyRun(inst))
    return 1;
  llvm::BitVector threads = sets.run(inst);
  unsigned most = 1;
  for (unsigned first = 0; first < threads.size(); first += warp) {
    unsigned count = 0;
    for (unsigned lane = first; lane < std::min(first + warp, threads.size()); ++lane)
      count += threads.test(lane);
    most = std::max(most, count);
  }
  return most;
}

/// One instruction, or the lanes of a warp that execute it together, must not arrive more often
/// than the count of a phase. (Manual 9.7.13.15.13)
void ptx::checkExcessiveArrivals(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierInit) || !context.isWhole())
    return;
  for (const ObjectUse &use : context.objectUses()) {
    if (!use.arrives() || use.op == AsyncOp::CopyArrive || !use.isKnown() || use.isRemote)
      continue;
    std::optional<InitialCounts> counts = initialCountsOf(context, use);
    ExprId operand = findOperand(context.checked, use.inst, AsyncRole::Count);
    KnownValue count = operand ? context.values().operand(use.inst, operand) : KnownValue();
    // Another rule reports a count of 0.
    if (!counts || counts->most == 0 || (operand && !count.isConstant()))
      continue;
    uint64_t most = counts->most;
    uint64_t each = operand ? count.constant() : 1;
    unsigned lanes = each > most ? 1 : lanesTogether(context, use.inst);
    if (each * lanes <= most)
      continue;
    context.diagnostics
        .emit(diag::ExcessiveArrivals{.range = each > most ? context.unit.range(operand)
                                                           : context.mnemonicOf(use.inst),
                                      .count = each * lanes,
                                      .what = each > most ? "arrivals" : "arrivals of one warp",
                                      .object = describe(use),
                                      .expected = most})
        .note(context.rangeOf(counts->init->inst), "initialized here");
    return;
  }
}
