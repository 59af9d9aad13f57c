// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Uniformity.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// Calls `visit(mma, dependence)` for each `wgmma.mma_async`.
template <class Visit> static void forEachProduct(BodyLintContext &context, Visit visit) {
  if (!context.asyncOps().has(AsyncOp::WgmmaMma))
    return;
  Uniformity dependence(context.checked, context.registers(), context.accesses());
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i)
    if (context.asyncOps()[{i}] == AsyncOp::WgmmaMma)
      visit(InstId{i}, dependence);
}

/// All warps of the warpgroup must give the same descriptors. (Manual 9.7.15.5.2)
void ptx::checkDivergentDescriptor(BodyLintContext &context) {
  forEachProduct(context, [&](InstId mma, const Uniformity &dependence) {
    for (ExprId operand : matrixDescriptors(context.checked, mma)) {
      llvm::StringRef source = dependence.sourceOf(operand);
      if (!source.empty())
        context.diagnostics.emit(diag::DivergentDescriptor{.range = context.unit.range(operand),
                                                           .name = context.unit.source(operand),
                                                           .source = source});
    }
  });
}

/// All threads of the warpgroup must run the same `wgmma.mma_async`. (Manual 9.7.15.5.2)
void ptx::checkDivergentGuard(BodyLintContext &context) {
  forEachProduct(context, [&](InstId mma, const Uniformity &dependence) {
    const Instruction &inst = context.unit[mma];
    if (inst.guard == GuardKind::None)
      return;
    TokenId guard = inst.guardRegister();
    llvm::StringRef source = dependence.sourceOfPredicate(context.scope.numberedGuard(mma));
    if (!source.empty())
      context.diagnostics.emit(diag::DivergentGuard{.range = context.unit.range(guard),
                                                    .name = context.unit.text(guard),
                                                    .source = source,
                                                    .instruction = "wgmma.mma_async"});
  });
}
