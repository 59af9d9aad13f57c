// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Threads/ThreadText.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

static constexpr unsigned threadsOfWarp = 32;

/// Whether the sets of threads are worth their cost: in code with asynchronous instructions, and in
/// small bodies, which are most often written by hand.
static bool isWorthSets(BodyLintContext &context) {
  constexpr size_t fewInstructions = 256;
  const AsyncOps &ops = context.asyncOps();
  return context.unit.instructions().size() <= fewInstructions ||
         context.uses(Action::ElectInWarp) || ops.has(AsyncGroup::Mbarriers) ||
         ops.has(AsyncGroup::BulkCopies) || ops.has(AsyncGroup::Wgmma) ||
         ops.has(AsyncGroup::TensorMemoryOps) || ops.has(AsyncOp::ClusterArrive);
}

namespace {

/// The threads of one warp that can reach an instruction, if they are some but not all of the
/// required ones.
struct PartOfWarp {
  llvm::BitVector present;
  unsigned warp = 0;
};

} // namespace

/// Warp `warp` of the set: a bit for each lane.
static uint32_t lanesOf(const llvm::BitVector &threads, unsigned warp) {
  constexpr unsigned wordBits = sizeof(uintptr_t) * 8;
  unsigned first = warp * threadsOfWarp;
  return static_cast<uint32_t>(threads.getData()[first / wordBits] >> first % wordBits);
}

/// The first such warp, if any: `lanes` has a bit for each lane that must reach the instruction.
static std::optional<PartOfWarp> findPart(BodyLintContext &context, InstId inst, uint32_t lanes) {
  ThreadSets &sets = context.threadSets();
  bool isGuarded = context.unit[inst].guard != GuardKind::None;
  if (!isGuarded && sets.at(sets.blockOf(inst)).all())
    return std::nullopt;
  llvm::BitVector present = sets.run(inst);
  // If a condition is unknown, possibly no thread reaches the instruction.
  if (present.none() || present.all() || !sets.isExactlyRun(inst))
    return std::nullopt;
  for (unsigned first = 0; first < present.size(); first += threadsOfWarp) {
    unsigned warp = first / threadsOfWarp, end = std::min(first + threadsOfWarp, present.size());
    uint32_t here = lanesOf(present, warp);
    uint32_t missing = lanes & ~here & llvm::maskTrailingOnes<uint32_t>(end - first);
    if (here == 0 || missing == 0)
      continue;
    present.reset(0, first);
    present.reset(end, present.size());
    return PartOfWarp{std::move(present), warp};
  }
  return std::nullopt;
}

static std::string textOf(const PartOfWarp &part) {
  return "only " + describeThreads(part.present) + " of warp " + std::to_string(part.warp) +
         (part.present.count() == 1 ? " gets here" : " get here");
}

/// The threads of the mask wait for each other. (Manual 9.7.9.6, 9.7.13.9, 9.7.13.14)
void ptx::checkDivergentMemberMask(BodyLintContext &context) {
  if (!context.isEntry() || !context.uses(Trait::HasMemberMask) || !isWorthSets(context) ||
      !context.flow().isExact())
    return;
  context.forEach(Trait::HasMemberMask, [&](InstId inst, const InstrView &view) {
    for (const OperandInfo &operand : view.form->operands()) {
      if (operand.id != OperandId::membermask)
        continue;
      ExprId id = findOperand(context.checked, inst, operand);
      KnownValue mask = id ? context.values().operand(inst, id) : KnownValue();
      if (!id || !mask.isConstant())
        return;
      std::optional<PartOfWarp> part =
          findPart(context, inst, static_cast<uint32_t>(mask.constant()));
      bool isElect = view.form->action == Action::ElectInWarp;
      if (!part || (!isElect && context.threadSets().othersLeave(inst)))
        return;
      context.diagnostics.emit(diag::DivergentMemberMask{
          .range = context.unit.range(id), .mask = describe(mask), .who = textOf(*part)});
      return;
    }
  });
}

/// All threads of a warp must execute an `.aligned` instruction together. (Manual 9.7.13.1)
void ptx::checkDivergentAligned(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  bool isAsked = ops.has(AsyncOp::Barrier) || ops.has(AsyncGroup::Wgmma) ||
                 ops.has(AsyncGroup::TensorMemoryOps) || ops.has(AsyncOp::ClusterArrive) ||
                 context.uses(Action::SetRegisterCount);
  if (!context.isEntry() || !isAsked || !isWorthSets(context) || !context.flow().isExact())
    return;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature || !isAligned(signature->view))
      continue;
    AsyncOp op = ops[InstId{i}];
    // Guards of products are checked by another rule.
    if (op == AsyncOp::WgmmaMma && context.unit[InstId{i}].guard != GuardKind::None)
      continue;
    std::optional<PartOfWarp> part = findPart(context, {i}, ~uint32_t(0));
    if (part && !context.threadSets().othersLeave({i})) {
      context.diagnostics.emit(
          diag::DivergentAligned{.range = context.mnemonicOf({i}),
                                 .instruction = signature->view.form->instruction().name,
                                 .who = textOf(*part)});
      return;
    }
  }
}
