// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Analysis/Flow/OpenFacts.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

namespace {

/// The operations that must not run while a load is in progress.
using IsForbidden = bool (*)(AsyncOp op);

/// A fact for each of at most 64 `tcgen05.ld`: it may still be in progress.
class OvertakenLoads {
public:
  /// Calls `report(inst, load)` for operations for which `isForbidden` holds.
  OvertakenLoads(BodyLintContext &context, IsForbidden isForbidden,
                 llvm::function_ref<void(InstId inst, InstId load)> report);
  bool matters(InstId inst) const;
  void step(FactsOnEveryPath &state, InstId inst) const;
  void visit(const FactsOnEveryPath &state, InstId inst);

private:
  BodyLintContext &context;
  const AsyncOps &ops;
  IsForbidden isForbidden;
  llvm::function_ref<void(InstId, InstId)> report;
  std::vector<InstId> loads;                   // by bit
  llvm::DenseMap<uint32_t, uint64_t> bits;     // by instruction
  llvm::DenseMap<uint32_t, uint64_t> loadedBy; // by register
  uint64_t reported = 0;
};

} // namespace

OvertakenLoads::OvertakenLoads(BodyLintContext &context, IsForbidden isForbidden,
                               llvm::function_ref<void(InstId, InstId)> report)
    : context(context), ops(context.asyncOps()), isForbidden(isForbidden), report(report) {
  for (uint32_t i = 0; i != context.unit.instructions().size() && loads.size() != 64; ++i) {
    if (ops[{i}] != AsyncOp::TensorLoad || context.unit[InstId{i}].guard != GuardKind::None)
      continue;
    uint64_t bit = uint64_t(1) << loads.size();
    loads.push_back({i});
    bits[i] = bit;
    for (const RegisterAccess &access : context.accesses()[InstId{i}])
      if (access.writes())
        loadedBy[access.reg] |= bit;
  }
}

bool OvertakenLoads::matters(InstId inst) const {
  return isForbidden(ops[inst]) || bits.contains(inst.index) ||
         ops[inst] == AsyncOp::TensorWaitLoad || ops[inst] == AsyncOp::Call ||
         llvm::any_of(context.accesses()[inst],
                      [&](const RegisterAccess &access) { return loadedBy.contains(access.reg); });
}

void OvertakenLoads::step(FactsOnEveryPath &state, InstId inst) const {
  if (ops[inst] == AsyncOp::TensorWaitLoad || ops[inst] == AsyncOp::Call)
    state.bits = 0;
  // A read of the loaded register waits for the load, and a write means that the loaded value is
  // unused.
  for (const RegisterAccess &access : context.accesses()[inst])
    state.bits &= ~loadedBy.lookup(access.reg);
  state.bits |= bits.lookup(inst.index);
}

void OvertakenLoads::visit(const FactsOnEveryPath &state, InstId inst) {
  uint64_t overtaken = state.bits & ~reported;
  if (!isForbidden(ops[inst]) || !overtaken)
    return;
  for (const RegisterAccess &access : context.accesses()[inst])
    overtaken &= ~loadedBy.lookup(access.reg);
  if (!overtaken)
    return;
  reported |= overtaken;
  report(inst, loads[static_cast<unsigned>(llvm::countr_zero(overtaken))]);
}

static void followLoads(BodyLintContext &context, IsForbidden isForbidden,
                        llvm::function_ref<void(InstId, InstId)> report) {
  if (!context.asyncOps().has(AsyncOp::TensorLoad) || !context.flow().isExact())
    return;
  OvertakenLoads rule(context, isForbidden, report);
  followForward<FactsOnEveryPath>(context.checked, context.flow(), rule);
}

/// Whether the operation is asynchronous and may write memory that an earlier load still reads.
static bool canOvertake(AsyncOp op) {
  return op == AsyncOp::TensorMma || op == AsyncOp::TensorStore || op == AsyncOp::TensorCopy ||
         op == AsyncOp::TensorShift;
}

/// `tcgen05.ld` is ordered only with instructions that read its registers. Later writes to tensor
/// memory require a wait. (Manual 9.7.16.6.4.5)
void ptx::checkPendingTensorLoad(BodyLintContext &context) {
  followLoads(context, canOvertake, [&](InstId inst, InstId load) {
    context.diagnostics
        .emit(diag::PendingTensorLoad{.range = context.mnemonicOf(inst),
                                      .instruction = context.view(inst).form->instruction().name})
        .note(context.mnemonicOf(load), "loaded here");
  });
}

/// Another kernel can allocate freed memory immediately. (Manual 9.7.16.6.4.5, 9.7.16.7.1)
void ptx::checkPendingDeallocation(BodyLintContext &context) {
  followLoads(
      context, [](AsyncOp op) { return op == AsyncOp::TensorDealloc; },
      [&](InstId inst, InstId load) {
        SourceRange at = context.mnemonicOf(inst);
        Diagnostic &d = context.diagnostics.emit(diag::PendingDeallocation{.range = at});
        d.note(context.rangeOf(load), "loaded here");
        context.insertAfter(d, load, "tcgen05.wait::ld.sync.aligned");
      });
}

/// An arrival signals other threads that they can overwrite the memory that this thread has read.
/// (Manual 9.7.16.6.4.5, 9.7.15.7.3)
void ptx::checkEarlyArrival(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::MbarrierArrive))
    return;
  auto tell = [&](InstId inst, InstId start, llvm::StringRef wait) {
    context.diagnostics
        .emit(diag::EarlyArrival{.range = context.mnemonicOf(inst),
                                 .instruction = context.view(start).form->instruction().name,
                                 .wait = wait})
        .note(context.rangeOf(start), "begun here");
  };
  followLoads(
      context, [](AsyncOp op) { return op == AsyncOp::MbarrierArrive; },
      [&](InstId inst, InstId load) {
        if (!findOperand(context.checked, inst, AsyncRole::Bytes))
          tell(inst, load, "tcgen05.wait::ld");
      });
  if (!ops.has(AsyncOp::WgmmaMma) || !context.flow().isExact())
    return;
  OpenFacts products;
  InstId first;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
    switch (ops[InstId{i}]) {
    case AsyncOp::WgmmaMma:
      products.begin({i}, 1);
      first = first ? first : InstId{i};
      break;
    case AsyncOp::WgmmaWait:
    case AsyncOp::Call:
      products.end({i});
      break;
    case AsyncOp::MbarrierArrive:
      if (!findOperand(context.checked, {i}, AsyncRole::Bytes))
        products.forbid({i}, 1);
      break;
    default:
      break;
    }
  bool isReported = false;
  products.follow(context.checked, context.flow(), [&](InstId inst, uint64_t) {
    if (!std::exchange(isReported, true))
      tell(inst, first, "wgmma.wait_group");
  });
}
