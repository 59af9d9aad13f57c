// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/TensorValueRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandViews.h"

#include "llvm/ADT/DenseSet.h"

using namespace ptx;

/// The result of a `wgmma` must have no register in common with its first factor.
/// `checkRepeatedDestination` checks that the registers of the result are different.
void ptx::checkRepeatedAccumulator(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::WgmmaMma))
    return;
  const SyntaxUnit &unit = context.unit;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    std::optional<view::WgmmaMma> mma = view::WgmmaMma::of(context.checked, {i});
    if (!mma)
      continue;
    auto registersOf = [&](ExprId operand) {
      bool isVector = operand && unit[operand].kind == ExprKind::Vector;
      return isVector ? unit.list(unit[operand].list()) : llvm::ArrayRef<ExprId>();
    };
    llvm::SmallDenseSet<uint32_t, 64> product;
    for (ExprId element : registersOf(mma->d()))
      if (uint32_t reg = context.registers().find(element); reg != Registers::none)
        product.insert(reg);
    for (ExprId element : registersOf(mma->a()))
      if (uint32_t reg = context.registers().find(element);
          reg != Registers::none && product.contains(reg)) {
        context.diagnostics.emit(diag::RepeatedAccumulator{.range = unit.range(element),
                                                           .name = unit.text(unit[element].token)});
        break;
      }
  }
}
