// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// An mbarrier object must be initialized before its use. Reports objects for which the entry waits
/// and that none of its instructions initializes. The initializing thread and the ordering are not
/// checked here. (Manual 9.7.13.15)
void ptx::checkUninitializedMbarrier(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::MbarrierWait) || !context.isWhole())
    return;
  llvm::ArrayRef<ObjectUse> uses = context.objectUses();
  llvm::SmallVector<const ObjectUse *> told;
  for (const ObjectUse &use : uses) {
    auto isWaitedFor = [&](const ObjectUse &other) {
      return other.op == AsyncOp::MbarrierWait && areSame(other, use);
    };
    auto canInitialize = [&](const ObjectUse &other) {
      return other.op == AsyncOp::MbarrierInit && canBeSame(other, use);
    };
    if (!use.isExact() || use.isRemote || llvm::none_of(uses, isWaitedFor) ||
        llvm::any_of(uses, canInitialize) ||
        llvm::any_of(told, [&](const ObjectUse *other) { return areSame(*other, use); }))
      continue;
    told.push_back(&use);
    context.diagnostics.emit(diag::UninitializedMbarrier{.range = context.unit.range(use.operand),
                                                         .object = describe(use)});
  }
}
