// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Mbarriers/InitialCounts.h"

#include "ptx/Analysis/OperandLookup.h"

using namespace ptx;

std::optional<InitialCounts> ptx::initialCountsOf(BodyLintContext &context, const ObjectUse &use) {
  std::optional<InitialCounts> counts;
  for (const ObjectUse &other : context.objectUses()) {
    if (other.op != AsyncOp::MbarrierInit || !canBeSame(other, use))
      continue;
    KnownValue count = context.values().operand(
        other.inst, findOperand(context.checked, other.inst, AsyncRole::Count));
    if (!count.isConstant())
      return std::nullopt;
    uint64_t number = count.constant();
    if (!counts)
      counts = {number, number, nullptr};
    counts = {std::min(counts->least, number), std::max(counts->most, number), &other};
  }
  return counts;
}
