// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandViews.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// The waits for mbarrier objects that can show that products are complete. The object of a
/// `tcgen05.commit` is one; another is an object at which a thread arrives after such a wait.
class ProductWaits {
public:
  explicit ProductWaits(BodyLintContext &context);

  bool canObserve(const ObjectUse &wait) const;

private:
  bool isPassedOn(const ObjectUse &arrival) const;

  BodyLintContext &context;
  /// Whether all uses of objects are known; otherwise every wait counts.
  bool areKnown;
  llvm::SmallVector<const ObjectUse *> commits;
  llvm::SmallVector<const ObjectUse *> waits; ///< for the objects of commits
};

} // namespace

ProductWaits::ProductWaits(BodyLintContext &context) : context(context) {
  llvm::ArrayRef<ObjectUse> uses = context.objectUses();
  areKnown =
      context.isWhole() && llvm::all_of(uses, [](const ObjectUse &use) { return use.isExact(); });
  if (!areKnown)
    return;
  for (const ObjectUse &use : uses)
    if (use.op == AsyncOp::TensorCommit)
      commits.push_back(&use);
  for (const ObjectUse &use : uses)
    if (use.op == AsyncOp::MbarrierWait &&
        llvm::any_of(commits, [&](const ObjectUse *commit) { return canBeSame(*commit, use); }))
      waits.push_back(&use);
}

/// Whether the arrival can follow a wait for a commit, in source order.
bool ProductWaits::isPassedOn(const ObjectUse &arrival) const {
  return llvm::any_of(waits, [&](const ObjectUse *wait) {
    return context.conditions().canReach(wait->inst, arrival.inst);
  });
}

/// A wait for an object that nothing signals is reported by another rule.
bool ProductWaits::canObserve(const ObjectUse &wait) const {
  bool isSignalled = false;
  for (const ObjectUse &use : context.objectUses()) {
    if (use.op == AsyncOp::MbarrierWait || use.op == AsyncOp::MbarrierInit || !canBeSame(use, wait))
      continue;
    isSignalled = true;
    if (!areKnown || use.op == AsyncOp::TensorCommit || isPassedOn(use))
      return true;
  }
  return !areKnown || !isSignalled;
}

/// A product is known to be complete after a wait for the mbarrier object of a `tcgen05.commit`.
/// After a barrier or a call, another thread may have waited. (Manual 9.7.16.6.4.2)
void ptx::checkUnobservedMma(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::TensorMma) || !ops.has(AsyncOp::TensorLoad) || !context.flow().isExact())
    return;
  PlaceFacts pending(context, {AsyncOp::MbarrierWait, AsyncOp::Barrier, AsyncOp::WarpBarrier,
                               AsyncOp::ClusterWait, AsyncOp::Call});
  ProductWaits waits(context);
  for (const ObjectUse &use : context.objectUses())
    if (use.op == AsyncOp::MbarrierWait && !waits.canObserve(use))
      pending.ignore(use.inst);
  SureThreads threads(context);
  forEachOf(context, AsyncOp::TensorMma, [&](InstId mma) {
    if (threads.run(mma))
      pending.begin(
          mma,
          pending.places.add(
              findPlace(context, mma, view::TensorMma::of(context.checked, mma)->d_tmem()), 1));
  });
  forEachOf(context, AsyncOp::TensorLoad, [&](InstId load) {
    ExprId address = view::TensorLoad::of(context.checked, load)->taddr();
    pending.forbid(load, pending.places.overlapping(findPlace(context, load, address), 1));
  });
  pending.follow([&](InstId load, InstId mma) {
    context.diagnostics
        .emit(diag::UnobservedMma{.range = context.unit.range(context.unit[load].opcode)})
        .note(context.unit.range(context.unit[mma].opcode), "`tcgen05.mma` here");
  });
}
