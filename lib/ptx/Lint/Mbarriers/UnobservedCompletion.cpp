// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether the entry has an instruction that may refer to the object, and for which `holds`.
template <class Holds>
static bool anyAt(BodyLintContext &context, const ObjectUse &object, Holds holds) {
  return llvm::any_of(context.objectUses(), [&](const ObjectUse &other) {
    return holds(other) && canBeSame(other, object);
  });
}

static bool waitsAt(const ObjectUse &use) { return use.op == AsyncOp::MbarrierWait; }

/// Whether a wait is for an object without arrivals: then another rule reports the wait.
static bool hasUnsignalledWait(BodyLintContext &context) {
  return llvm::any_of(context.objectUses(), [&](const ObjectUse &use) {
    return waitsAt(use) &&
           !anyAt(context, use, [](const ObjectUse &other) { return other.arrives(); });
  });
}

/// Whether bytes are expected at an object on which no copy completes: the copy refers to the wrong
/// object, which `checkMissingCopy` reports.
static bool hasMissingCopy(BodyLintContext &context) {
  return llvm::any_of(context.objectUses(), [&](const ObjectUse &use) {
    bool expects = groupOf(use.op) == AsyncGroup::Mbarriers &&
                   findOperand(context.checked, use.inst, AsyncRole::Bytes);
    return expects && anyAt(context, use, waitsAt) &&
           !anyAt(context, use, [](const ObjectUse &other) {
             return other.completesBytes() && other.op != AsyncOp::MbarrierComplete;
           });
  });
}

/// Whether the entry uses the results of copies and products; tests of single instructions do not.
static bool usesResults(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  return ops.has(AsyncOp::MbarrierWait) || ops.has(AsyncOp::TensorLoad) ||
         ops.has(AsyncOp::WgmmaMma) ||
         llvm::any_of(context.instructions(Action::Load), [&](InstId load) {
           return windowOf(context.view(load)) == AddressWindow::Shared;
         });
}

/// The completion of a copy or `tcgen05.commit` is observed by a wait for its mbarrier object.
/// Reports an entry that initializes the object but never waits for it. (Manual 9.7.9.25.2,
/// 9.7.16.12.1)
void ptx::checkUnobservedCompletion(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!(ops.has(AsyncOp::TensorCommit) || ops.has(AsyncOp::BulkLoad) ||
        ops.has(AsyncOp::LaunchCancel)) ||
      !ops.has(AsyncOp::MbarrierInit) || !context.isWhole() || !usesResults(context) ||
      hasUnsignalledWait(context) || hasMissingCopy(context))
    return;
  llvm::SmallVector<const ObjectUse *> told;
  for (const ObjectUse &use : context.objectUses()) {
    auto initializes = [](const ObjectUse &other) { return other.op == AsyncOp::MbarrierInit; };
    if (!use.tracksAsyncProxy() || !use.isKnown() || !anyAt(context, use, initializes) ||
        anyAt(context, use, waitsAt) ||
        llvm::any_of(told, [&](const ObjectUse *other) { return canBeSame(*other, use); }))
      continue;
    told.push_back(&use);
    Diagnostic &d = context.diagnostics.emit(
        diag::UnobservedCompletion{.range = context.unit.range(use.operand),
                                   .instruction = context.view(use.inst).form->instruction().name,
                                   .object = describe(use)});
    const ObjectUse *wait = llvm::find_if(context.objectUses(), waitsAt);
    if (wait != context.objectUses().end())
      d.note(context.unit.range(wait->operand), "this waits for " + describe(*wait));
  }
}
