// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// An mbarrier object must be initialized before its use. Reported are objects that no instruction
/// of this entry initializes. The initializing thread and the ordering are not checked here.
/// (Manual 9.7.13.15)
void ptx::checkUninitializedMbarrier(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::BulkLoad) || !context.isWhole())
    return;
  llvm::SmallVector<const ObjectUse *> told;
  for (const ObjectUse &use : context.objectUses()) {
    if (use.op != AsyncOp::BulkLoad || !use.isExact() ||
        llvm::any_of(context.objectUses(),
                     [&](const ObjectUse &other) {
                       return other.op == AsyncOp::MbarrierInit && canBeSame(other, use);
                     }) ||
        llvm::any_of(told, [&](const ObjectUse *other) { return areSame(*other, use); }))
      continue;
    told.push_back(&use);
    context.diagnostics.emit(diag::UninitializedMbarrier{.range = context.unit.range(use.operand),
                                                         .name = context.unit.source(use.operand)});
  }
}
