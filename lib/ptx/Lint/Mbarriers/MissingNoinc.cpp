// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// `cp.async.mbarrier.arrive` without `.noinc` increments the pending count before its own arrival.
/// If all arrivals are of this kind, the arrivals counted by `mbarrier.init` never happen. (Manual
/// 9.7.13.15.15)
void ptx::checkMissingNoinc(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::CopyArrive) || !ops.has(AsyncOp::MbarrierWait) ||
      !ops.has(AsyncOp::MbarrierInit) || !context.isWhole())
    return;
  llvm::SmallVector<const ObjectUse *> told;
  for (const ObjectUse &use : context.objectUses()) {
    auto at = [&](auto holds) {
      return llvm::any_of(context.objectUses(), [&](const ObjectUse &other) {
        return canBeSame(other, use) && holds(other);
      });
    };
    auto counts = [&](const ObjectUse &other) {
      return other.arrives() &&
             (other.op != AsyncOp::CopyArrive || context.view(other.inst).has(Modifier::noinc));
    };
    if (use.op != AsyncOp::CopyArrive || !use.isKnown() || at(counts) ||
        !at([](const ObjectUse &other) { return other.op == AsyncOp::MbarrierWait; }) ||
        llvm::any_of(told, [&](const ObjectUse *other) { return canBeSame(*other, use); }))
      continue;
    told.push_back(&use);
    Diagnostic &d = context.diagnostics.emit(
        diag::MissingNoinc{.range = context.mnemonicOf(use.inst), .object = describe(use)});
    // `cp` and `.async.mbarrier.arrive`.
    constexpr unsigned arrive = 2;
    uint32_t end = context.unit.range(modifierToken(context.unit[use.inst], arrive)).end;
    d.fix({end, end}, ".noinc", "insert `.noinc`", Applicability::Unsafe);
  }
}
