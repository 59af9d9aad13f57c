// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/TensorMapRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// `mbarrier.init` must initialize an object with the arrival count of its description. (Manual
/// 9.7.13.15.9)
void ptx::checkDescribedArrivals(BodyLintContext &context) {
  if (!context.descriptions || !context.asyncOps().has(AsyncOp::MbarrierInit))
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    std::optional<view::MbarrierInit> init = view::MbarrierInit::of(context.checked, {i});
    if (!init)
      continue;
    ExprId object = init->addr();
    ExprId operand = init->count();
    KnownValue address = context.values().operand({i}, object);
    KnownValue count = context.values().operand({i}, operand);
    if (!address.pointsTo() || !count.isConstant())
      continue;
    const DescribedBarrier *told =
        context.descriptions->barrier(DescribedName::of(address.ref), address.offset,
                                      context.unit.range(context.unit[InstId{i}].opcode).begin);
    if (!told || !told->count || *told->count == count.constant())
      continue;
    Diagnostic &diagnostic =
        context.diagnostics.emit(diag::DescribedArrivals{.range = context.unit.range(operand),
                                                         .name = context.unit.source(object),
                                                         .count = count.constant(),
                                                         .told = *told->count});
    context.values().explain(diagnostic, {i}, operand);
  }
}
