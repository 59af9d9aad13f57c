// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Addresses/MemoryStrength.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Threads/ThreadText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether the instruction can show other threads that the thread has executed earlier
/// instructions.
static bool canTellOthers(BodyLintContext &context, InstId inst) {
  const Signature *signature = context.checked.signatures[inst.index];
  if (!signature)
    return true;
  switch (context.asyncOps()[inst]) {
  case AsyncOp::None:
    return signature->view.form->has(Trait::AccessesAtomically) ||
           (accessesMemory(*signature->view.form) &&
            (isStrongAccess(signature->view) || isVolatileAccess(signature->view)));
  case AsyncOp::MbarrierInit:
  case AsyncOp::AsyncFence:
  case AsyncOp::OtherFence:
    return false;
  default:
    return true;
  }
}

/// The objects of the CTA that exactly one instruction initializes.
static llvm::SmallVector<const ObjectUse *, 16> findSingleInits(BodyLintContext &context) {
  constexpr size_t most = 64;
  llvm::SmallVector<const ObjectUse *, 16> inits;
  for (const ObjectUse &use : context.objectUses())
    if (use.op == AsyncOp::MbarrierInit)
      inits.push_back(&use);
  llvm::SmallVector<const ObjectUse *, 16> single;
  if (inits.size() <= most)
    llvm::copy_if(inits, std::back_inserter(single), [&](const ObjectUse *init) {
      return init->isExact() && llvm::none_of(inits, [&](const ObjectUse *other) {
               return other != init && canBeSame(*other, *init);
             });
    });
  return single;
}

/// Other warps than the warp of the initializing thread can use an mbarrier object only after a
/// barrier. (Manual 9.7.13.15)
void ptx::checkEarlyMbarrierUse(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::MbarrierInit) || !context.isWhole())
    return;
  llvm::SmallVector<const ObjectUse *, 16> inits = findSingleInits(context);
  OpenFacts facts;
  for (auto [i, init] : llvm::enumerate(inits))
    facts.begin(init->inst, uint64_t(1) << i);
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const ObjectUse *use = context.objectOf({i});
    uint64_t used = 0;
    for (auto [bit, init] : llvm::enumerate(inits))
      if (use && use != init && use->op != AsyncOp::MbarrierInval && !use->isRemote &&
          areSame(*use, *init))
        used |= uint64_t(1) << bit;
    if (used)
      facts.forbid({i}, used);
    if (canTellOthers(context, {i}))
      facts.end({i}, ~used);
  }
  uint64_t told = 0;
  facts.follow(context.checked, context.flow(), [&](InstId inst, uint64_t bits) {
    for (auto [i, init] : llvm::enumerate(inits)) {
      if (!((bits & ~told) >> i & 1) || !context.isRunByOtherWarps(inst, init->inst))
        continue;
      told |= uint64_t(1) << i;
      context.diagnostics
          .emit(diag::EarlyMbarrierUse{.range = context.mnemonicOf(inst),
                                       .object = describe(*init),
                                       .threads = describeThreads(context.threadSets().run(inst)),
                                       .first =
                                           describeThreads(context.threadSets().run(init->inst))})
          .note(context.rangeOf(init->inst), "initialized here");
    }
  });
}
