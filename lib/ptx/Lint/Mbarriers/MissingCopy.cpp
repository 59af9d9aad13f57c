// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether it expects bytes at an object of this CTA for which some thread waits.
static bool isExpectation(BodyLintContext &context, const ObjectUse &use) {
  bool expects = use.op == AsyncOp::MbarrierArrive || use.op == AsyncOp::MbarrierExpect;
  if (!expects || !use.isKnown() || use.isRemote ||
      !findOperand(context.checked, use.inst, AsyncRole::Bytes))
    return false;
  std::optional<int64_t> bytes = findInteger(context.checked, use.inst, AsyncRole::Bytes);
  return (!bytes || *bytes != 0) && llvm::any_of(context.objectUses(), [&](const ObjectUse &other) {
           return other.op == AsyncOp::MbarrierWait && canBeSame(other, use);
         });
}

/// A phase that expects bytes is only complete after their arrival. (Manual 9.7.13.15.5)
void ptx::checkMissingCopy(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierWait) || !ops.has(AsyncGroup::BulkCopies) || !context.isWhole())
    return;
  llvm::SmallVector<const ObjectUse *> told;
  for (const ObjectUse &use : context.objectUses()) {
    if (!isExpectation(context, use))
      continue;
    auto isSame = [&](const ObjectUse &other) { return canBeSame(other, use); };
    if (llvm::any_of(
            context.objectUses(),
            [&](const ObjectUse &other) { return other.completesBytes() && isSame(other); }) ||
        llvm::any_of(told, [&](const ObjectUse *other) { return isSame(*other); }))
      continue;
    told.push_back(&use);
    Diagnostic &d = context.diagnostics.emit(
        diag::MissingCopy{.range = context.unit.range(use.operand), .object = describe(use)});
    for (const ObjectUse &other : context.objectUses())
      if (other.completesBytes()) {
        d.note(context.unit.range(other.operand), "this completes on " + describe(other));
        break;
      }
  }
}
