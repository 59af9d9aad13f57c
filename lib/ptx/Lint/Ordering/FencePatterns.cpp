// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Addresses/MemoryStrength.h"
#include "ptx/Lint/Ordering/PlaceFacts.h"

using namespace ptx;

/// Whether this is a fence of the generic proxy with this word, `.acquire` or `.release`, that does
/// more than order aliases or initializations of mbarrier objects. Fences of both directions can be
/// the other half of a pattern. (Manual 9.7.13.4)
static bool isFence(const Signature *signature, Modifier semantics) {
  return signature && asyncOp(signature->view) == AsyncOp::OtherFence &&
         signature->view.has(semantics) && !signature->view.has(Modifier::mbarrier_init) &&
         !signature->view.has(Modifier::alias);
}

static SourceRange mnemonicOf(BodyLintContext &context, InstId inst) {
  return context.unit.range(context.unit[inst].opcode);
}

/// `isFence` of each instruction, if it holds for one.
static std::vector<InstId> fencesOf(BodyLintContext &context, Modifier semantics) {
  std::vector<InstId> fences;
  if (context.isEntry())
    forEachOf(context, AsyncOp::OtherFence, [&](InstId inst) {
      if (isFence(context.checked.signatures[inst.index], semantics))
        fences.push_back(inst);
    });
  if (!fences.empty() && !context.flow().isExact())
    fences.clear();
  return fences;
}

/// Whether an instruction other than `fence`, `ld`, `st`, `atom` and `red` can be half of a
/// pattern: it waits for other threads, signals them, or calls a function that does.
static bool synchronizes(AsyncOp op) {
  return op != AsyncOp::None && op != AsyncOp::AsyncFence && op != AsyncOp::MapFence &&
         op != AsyncOp::OtherFence;
}

namespace {

/// Facts about the path from the entry.
enum AcquireFact : uint64_t { Reduced = 1, Read = 2 };

class AcquireFences {
public:
  explicit AcquireFences(BodyLintContext &context) : context(context), ops(context.asyncOps()) {}

  bool matters(InstId inst) const { return context.checked.signatures[inst.index] != nullptr; }
  void step(FactsOnSomeWay &state, InstId inst) const {
    const InstrView &view = context.checked.signatures[inst.index]->view;
    if (view.form->action == Action::Reduction)
      state.bits |= Reduced;
    else if (synchronizes(ops[inst]) || isStrongAccess(view) || isVolatileAccess(view))
      state.bits |= Read;
  }
  void visit(const FactsOnSomeWay &state, InstId inst) {
    if (isFence(context.checked.signatures[inst.index], Modifier::acquire) && state.bits == Reduced)
      context.diagnostics.emit(diag::AcquireWithoutRead{.range = mnemonicOf(context, inst),
                                                        .instruction = "fence.acquire"});
  }

private:
  BodyLintContext &context;
  const AsyncOps &ops;
};

} // namespace

/// `red` reads as part of its operation, but this is not the strong read of an acquire pattern.
/// (Manual 8.8)
void ptx::checkAcquireWithoutRead(BodyLintContext &context) {
  if (!context.uses(Action::Reduction) || fencesOf(context, Modifier::acquire).empty())
    return;
  AcquireFences rule(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
}

namespace {

/// A bit for each of at most 64 fences: some path to this location contains it.
class ReleaseFences {
public:
  ReleaseFences(BodyLintContext &context, llvm::ArrayRef<InstId> fences)
      : context(context), ops(context.asyncOps()) {
    for (InstId fence : fences.take_front(64))
      bits.try_emplace(fence.index, uint64_t(1) << bits.size());
  }

  bool matters(InstId inst) const { return context.checked.signatures[inst.index] != nullptr; }
  void step(FactsOnSomeWay &state, InstId inst) const { state.bits |= bits.lookup(inst.index); }
  void visit(const FactsOnSomeWay &state, InstId inst);

  /// Whether the fence can be followed by a weak store, but by no other instruction that writes for
  /// other threads.
  bool isUnmatched(InstId fence) const {
    uint64_t bit = bits.lookup(fence.index);
    return (weak & bit) && !(matched & bit);
  }

private:
  BodyLintContext &context;
  const AsyncOps &ops;
  llvm::DenseMap<uint32_t, uint64_t> bits; // by instruction
  uint64_t weak = 0;
  uint64_t matched = 0;
};

} // namespace

void ReleaseFences::visit(const FactsOnSomeWay &state, InstId inst) {
  const InstrView &view = context.checked.signatures[inst.index]->view;
  bool isStore = view.form->action == Action::Store;
  if (synchronizes(ops[inst]) || isStrongAccess(view) || isVolatileAccess(view) ||
      view.form->has(Trait::SignalsGrids) || (isStore && view.has(Modifier::async)))
    matched |= state.bits;
  else if (AddressWindow window = windowOf(view);
           isStore && (window == AddressWindow::Global || window == AddressWindow::Unknown))
    weak |= state.bits;
}

/// A fence releases together with the strong write that follows it. (Manual 8.8)
void ptx::checkReleaseWithoutWrite(BodyLintContext &context) {
  std::vector<InstId> fences = fencesOf(context, Modifier::release);
  if (fences.empty())
    return;
  ReleaseFences rule(context, fences);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
  for (InstId fence : fences)
    if (rule.isUnmatched(fence))
      context.diagnostics.emit(diag::ReleaseWithoutWrite{.range = mnemonicOf(context, fence),
                                                         .instruction = "fence.release"});
}
