// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// An object must not be initialized again before `mbarrier.inval`. (Manual 9.7.13.15.9)
void ptx::checkRepeatedMbarrierInit(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierInit) || !context.flow().isExact())
    return;
  llvm::SmallVector<const ObjectUse *, 16> inits; // by bit
  for (const ObjectUse &use : context.objectUses())
    if (use.op == AsyncOp::MbarrierInit && use.isExact() && inits.size() != 64)
      inits.push_back(&use);
  OpenFacts facts;
  auto bitsOf = [&](auto holds) {
    uint64_t bits = 0;
    for (auto [i, init] : llvm::enumerate(inits))
      bits |= uint64_t(holds(*init)) << i;
    return bits;
  };
  for (auto [i, init] : llvm::enumerate(inits)) {
    facts.begin(init->inst, uint64_t(1) << i);
    facts.forbid(init->inst, bitsOf([&](const ObjectUse &other) { return areSame(*init, other); }));
  }
  for (const ObjectUse &use : context.objectUses())
    if (use.op == AsyncOp::MbarrierInval)
      facts.end(use.inst, bitsOf([&](const ObjectUse &init) { return canBeSame(use, init); }));
  context.forEach(Trait::Calls, [&](InstId inst, const InstrView &) { facts.end(inst); });
  facts.follow(context.checked, context.flow(), [&](InstId inst, uint64_t bits) {
    for (auto [i, init] : llvm::enumerate(inits)) {
      if (!(bits >> i & 1) || context.conditions().contradict(init->inst, inst))
        continue;
      const ObjectUse &use = *context.objectOf(inst);
      context.diagnostics
          .emit(diag::RepeatedMbarrierInit{.range = context.unit.range(use.operand),
                                           .object = describe(use)})
          .note(context.rangeOf(init->inst),
                init->inst == inst ? "initialized here in the previous iteration of the loop"
                                   : "initialized here");
      return;
    }
  });
}
