// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/WgmmaRegisters.h"

#include "ptx/Analysis/Flow/Dataflow.h"

#include <array>

using namespace ptx;

namespace {

/// The sets of registers that were accessed on every path since the last `wgmma.fence`, and whether
/// there was a fence on some path.
struct Accessed {
  uint64_t sets = 0;
  bool fenced = false;

  bool meet(const Accessed &other) {
    Accessed old = *this;
    sets &= other.sets;
    fenced |= other.fenced;
    return sets != old.sets || fenced != old.fenced;
  }
};

/// Finds the `wgmma.mma_async` whose registers are accessed before it without a fence between,
/// with the last such access before it in the source.
class UnfencedProducts {
public:
  explicit UnfencedProducts(BodyLintContext &context)
      : context(context), ops(context.asyncOps()), sets(context) {}

  /// Calls `report(mma, name, fenced)` for the first product of each set of registers, with the
  /// name of one of them where it was accessed, and whether there was a fence before that.
  template <class Report> void forEach(Report report);

private:
  void step(Accessed &state, InstId inst) const;
  void remember(InstId inst);

  BodyLintContext &context;
  const AsyncOps &ops;
  WgmmaRegisters sets;
  std::array<TokenId, 64> names = {}; // by set: the last access in front, in the source
};

} // namespace

void UnfencedProducts::step(Accessed &state, InstId inst) const {
  switch (ops[inst]) {
  case AsyncOp::WgmmaMma:
    break;
  case AsyncOp::WgmmaFence:
  case AsyncOp::Call: // which may have a fence
    state = {.sets = 0, .fenced = true};
    break;
  default:
    for (const RegisterAccess &access : context.accesses()[inst])
      if (access.kind == AccessKind::Read || access.kind == AccessKind::Written)
        state.sets |= sets.resultsWith(access.reg) | sets.factorsWith(access.reg);
  }
}

void UnfencedProducts::remember(InstId inst) {
  if (ops[inst] == AsyncOp::WgmmaMma)
    return;
  for (const RegisterAccess &access : context.accesses()[inst]) {
    uint64_t bits = sets.resultsWith(access.reg) | sets.factorsWith(access.reg);
    for (; bits; bits &= bits - 1)
      names[static_cast<unsigned>(llvm::countr_zero(bits))] = access.name;
  }
}

template <class Report> void UnfencedProducts::forEach(Report report) {
  BlockInstructions insts(context.checked, context.flow(), [&](InstId inst) {
    AsyncOp op = ops[inst];
    return op == AsyncOp::WgmmaMma || op == AsyncOp::WgmmaFence || op == AsyncOp::Call ||
           sets.isAccessedBy(inst);
  });
  auto step = [&](Accessed &state, InstId inst) { this->step(state, inst); };
  ForwardDataflow<Accessed> facts(context.flow(), insts, {}, step);
  for (uint32_t i = static_cast<uint32_t>(context.unit.instructions().size()); i != 0; --i)
    remember({i - 1}); // control need not follow the order of the source
  uint64_t reported = 0;
  facts.forEach(step, [&](const Accessed &state, InstId inst) {
    remember(inst);
    uint64_t found = state.sets & ~reported & (sets.resultOf(inst) | sets.factorOf(inst));
    if (!found)
      return;
    reported |= found;
    report(inst, names[static_cast<unsigned>(llvm::countr_zero(found))], state.fenced);
  });
}

namespace {

/// One fact: on some path there is a `wgmma.fence`, or a call that may have one.
class FirstProducts {
public:
  explicit FirstProducts(BodyLintContext &context) : context(context) {}

  bool matters(InstId inst) const { return context.asyncOps()[inst] != AsyncOp::None; }
  void step(FactsOnSomeWay &state, InstId inst) const {
    AsyncOp op = context.asyncOps()[inst];
    if (op == AsyncOp::WgmmaFence || op == AsyncOp::Call)
      state.bits = 1;
  }
  void visit(const FactsOnSomeWay &state, InstId inst) {
    if (context.asyncOps()[inst] == AsyncOp::WgmmaMma && !state.bits && !found)
      found = inst;
  }

  InstId found;

private:
  BodyLintContext &context;
};

} // namespace

/// The first `wgmma.mma_async` of an entry requires a `wgmma.fence` before it, which orders it
/// after the writes to its registers, if any. (Manual 9.7.15.7.1)
void ptx::checkWgmmaWithoutFence(BodyLintContext &context) {
  if (!context.isEntry() || !context.asyncOps().has(AsyncOp::WgmmaMma) || !context.flow().isExact())
    return;
  FirstProducts first(context);
  followForward<FactsOnSomeWay>(context.checked, context.flow(), first);
  if (!first.found)
    return;
  TokenId accessed;
  UnfencedProducts(context).forEach([&](InstId mma, TokenId name, bool fenced) {
    if (mma == first.found && !fenced)
      accessed = name;
  });
  // Tests of single instructions omit the fence if nothing accesses D.
  if (!accessed && !context.asyncOps().has(AsyncOp::WgmmaWait))
    return;
  SourceRange at = context.mnemonicOf(first.found);
  Diagnostic &d = context.diagnostics.emit(diag::WgmmaWithoutFence{
      .range = at,
      .use = accessed ? ("use of `" + context.unit.text(accessed) + "`").str() : "product"});
  if (accessed)
    d.note(context.unit.range(accessed), "accessed here");
  if (context.unit[first.found].guard == GuardKind::None)
    d.fix({at.begin, at.begin}, "wgmma.fence.sync.aligned;\n    ",
          "insert `wgmma.fence.sync.aligned`", Applicability::Unsafe);
}

/// A register that is accessed after the last `wgmma.fence`. Compilers move the instructions that
/// set D to zero after the fence, and `ptxas` corrects that. (Manual 9.7.15.7.1)
void ptx::checkUnfencedRegister(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::WgmmaMma) || !context.flow().isExact())
    return;
  UnfencedProducts(context).forEach([&](InstId mma, TokenId name, bool fenced) {
    if (!fenced)
      return;
    context.diagnostics
        .emit(diag::UnfencedRegister{.range = context.unit.range(context.unit[mma].opcode),
                                     .name = context.unit.text(name)})
        .note(context.unit.range(name), "accessed here");
  });
}
