// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/GroupFacts.h"
#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/MemoryPlaces.h"

using namespace ptx;

/// The source of a load from shared memory; none for other instructions.
static std::optional<MemoryPlace> sharedRead(BodyLintContext &context, InstId inst) {
  const Signature *signature = context.checked.signatures[inst.index];
  if (!signature || !signature->view.form->has(Trait::Loads))
    return std::nullopt;
  AddressWindow window = windowOf(signature->view);
  bool isShared = window == AddressWindow::Shared || window == AddressWindow::Unknown;
  return isShared ? findPlace(context, inst, findAddress(context.checked, inst)) : std::nullopt;
}

namespace {

/// Tracks each `cp.async` of a body to the reads of the copied bytes.
class CopiedReads {
public:
  explicit CopiedReads(BodyLintContext &context)
      : context(context), ops(context.asyncOps()),
        hasWait(ops.has(AsyncOp::CopyWait) || ops.has(AsyncOp::CopyArrive) ||
                ops.has(AsyncOp::Call) || !context.isEntry()) {}

  void run();

private:
  void addCopies();
  void addWait(InstId wait);
  void addReads();
  void report(InstId read, uint64_t bits);

  BodyLintContext &context;
  const AsyncOps &ops;
  /// Whether an instruction can complete a copy.
  const bool hasWait;
  MemoryPlaces places;
  GroupFacts facts;
  llvm::SmallVector<std::pair<InstId, uint64_t>> copies;
  bool isReported = false;
};

} // namespace

void CopiedReads::addCopies() {
  for (InstId inst : ops.instructions()) {
    if (ops[inst] != AsyncOp::CopyStart)
      continue;
    ExprId target = findOperand(context.checked, inst, AsyncRole::Writes);
    std::optional<MemoryPlace> place = findPlace(context, inst, target);
    std::optional<int64_t> bytes = findInteger(context.checked, inst, AsyncRole::Bytes);
    auto size = static_cast<uint64_t>(bytes.value_or(4));
    bool isVariable = place && place->symbol;
    uint64_t bit = !isVariable ? 0
                   : hasWait   ? addByThreads(context, places, inst, target, place, size)
                               : places.add(place, size);
    copies.push_back({inst, bit});
    facts.begin(inst, bit);
  }
}

/// A thread waits for its own copies.
void CopiedReads::addWait(InstId wait) {
  uint64_t bits = 0;
  for (const auto &[copy, bit] : copies)
    if (!context.areRunByOthers(copy, wait))
      bits |= bit;
  if (context.view(wait).form->instructionId == InstructionId::cp_async_wait_all)
    facts.end(wait, bits);
  else
    facts.wait(wait, context.groupsLeft(wait), bits);
}

void CopiedReads::addReads() {
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i)
    if (std::optional<MemoryPlace> place = sharedRead(context, {i}); place && place->symbol)
      facts.forbid({i}, hasWait ? places.overlapping(place, 1) |
                                      accessedByThreads(context, places, {i},
                                                        findAddress(context.checked, {i}), place)
                                : places.withBaseOf(place));
}

void CopiedReads::report(InstId read, uint64_t bits) {
  for (const auto &[copy, bit] : copies) {
    if (isReported || !(bit & bits) || context.conditions().contradict(copy, read))
      continue;
    isReported = true;
    Diagnostic &diagnostic =
        context.diagnostics.emit(diag::UnwaitedCopy{.range = context.mnemonicOf(read)});
    diagnostic.note(context.rangeOf(copy), "copied here");
    context.explainWait(diagnostic, AsyncOp::CopyWait, copy, read);
  }
}

void CopiedReads::run() {
  addCopies();
  if (places.empty())
    return;
  for (InstId inst : ops.instructions())
    switch (ops[inst]) {
    case AsyncOp::CopyCommit:
      facts.commit(inst);
      break;
    case AsyncOp::CopyWait:
      addWait(inst);
      break;
    case AsyncOp::CopyArrive:
    case AsyncOp::Call:
      facts.end(inst);
      break;
    default:
      break;
    }
  addReads();
  facts.follow(context.checked, context.flow(),
               [&](InstId read, uint64_t bits) { report(read, bits); });
}

/// The destination of `cp.async` can be read after a wait for its group, or for an mbarrier object
/// at which it arrives. Reports a read of the copied bytes; in a function without any such wait, a
/// read of the variable. (Manual 9.7.9.25.3)
void ptx::checkUnwaitedCopy(BodyLintContext &context) {
  if (context.asyncOps().has(AsyncOp::CopyStart) && context.flow().isExact())
    CopiedReads(context).run();
}
