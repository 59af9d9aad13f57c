// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/WgmmaRegisters.h"

#include "ptx/Analysis/Flow/Dataflow.h"

#include <array>

using namespace ptx;

namespace {

/// The sets of registers that were accessed on every path since the last `wgmma.fence`, the sets
/// with a computed register, and whether there was a fence on some path.
struct Accessed {
  uint64_t sets = 0;
  uint64_t computed = 0;
  bool fenced = false;

  bool meet(const Accessed &other) {
    Accessed old = *this;
    sets &= other.sets;
    computed &= other.computed;
    fenced |= other.fenced;
    return sets != old.sets || computed != old.computed || fenced != old.fenced;
  }
};

/// A `wgmma.mma_async` whose registers are accessed before it without a fence between.
struct UnfencedProduct {
  InstId mma;
  TokenId name;    ///< the access to one of the registers
  bool isFenced;   ///< a fence precedes the access
  bool isComputed; ///< the access computed the register, and did not just copy it
};

/// Finds the `wgmma.mma_async` whose registers are accessed before it without a fence between,
/// with the last such access before it in the source.
class UnfencedProducts {
public:
  explicit UnfencedProducts(BodyLintContext &context)
      : context(context), ops(context.asyncOps()), sets(context) {}

  /// Calls `report(product)` for the first product of each set of registers.
  template <class Report> void forEach(Report report);

private:
  void step(Accessed &state, InstId inst) const;
  void remember(InstId inst);
  bool computes(InstId inst, const RegisterAccess &access) const;

  BodyLintContext &context;
  const AsyncOps &ops;
  WgmmaRegisters sets;
  // By set: the last access before the product in the source, and the last computation.
  std::array<TokenId, 64> names = {};
  std::array<TokenId, 64> computations = {};
};

} // namespace

bool UnfencedProducts::computes(InstId inst, const RegisterAccess &access) const {
  const Signature *signature = context.checked.signatures[inst.index];
  return access.kind == AccessKind::Written && signature &&
         signature->view.form->action != Action::Move;
}

void UnfencedProducts::step(Accessed &state, InstId inst) const {
  switch (ops[inst]) {
  case AsyncOp::WgmmaMma:
    break;
  case AsyncOp::WgmmaFence:
  case AsyncOp::Call: // which may have a fence
    state = {.fenced = true};
    break;
  default:
    for (const RegisterAccess &access : context.accesses()[inst]) {
      uint64_t bits = sets.resultsWith(access.reg) | sets.factorsWith(access.reg);
      if (access.kind == AccessKind::Read || access.kind == AccessKind::Written)
        state.sets |= bits;
      if (computes(inst, access))
        state.computed |= bits;
    }
  }
}

void UnfencedProducts::remember(InstId inst) {
  if (ops[inst] == AsyncOp::WgmmaMma)
    return;
  for (const RegisterAccess &access : context.accesses()[inst]) {
    uint64_t bits = sets.resultsWith(access.reg) | sets.factorsWith(access.reg);
    for (; bits; bits &= bits - 1) {
      auto set = static_cast<unsigned>(llvm::countr_zero(bits));
      names[set] = access.name;
      if (computes(inst, access))
        computations[set] = access.name;
    }
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
    remember({i - 1}); // control flow may differ from source order
  uint64_t reported = 0;
  facts.forEach(step, [&](const Accessed &state, InstId inst) {
    remember(inst);
    uint64_t found = state.sets & ~reported & (sets.resultOf(inst) | sets.factorOf(inst));
    if (!found)
      return;
    reported |= found;
    bool isComputed = state.computed & found;
    auto set =
        static_cast<unsigned>(llvm::countr_zero(isComputed ? state.computed & found : found));
    report(UnfencedProduct{inst, isComputed ? computations[set] : names[set], state.fenced,
                           isComputed});
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

/// Reports a product without a fence before it; `accessed` is a register that it uses, if it is
/// known.
static void reportNoFence(BodyLintContext &context, InstId mma, TokenId accessed,
                          llvm::StringRef note) {
  Diagnostic &d = context.diagnostics.emit(diag::WgmmaWithoutFence{
      .range = context.mnemonicOf(mma),
      .use = accessed ? ("use of `" + context.unit.text(accessed) + "`").str() : "product"});
  if (accessed)
    d.note(context.unit.range(accessed), note.str());
  context.insertBefore(d, mma, "wgmma.fence.sync.aligned");
}

/// A `wgmma.fence` orders a product after the accesses to its registers before it, if any: one is
/// required before the first product of an entry, and after registers are computed. (Manual
/// 9.7.15.7.1)
void ptx::checkWgmmaWithoutFence(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::WgmmaMma) || !context.flow().isExact())
    return;
  FirstProducts first(context);
  if (context.isEntry())
    followForward<FactsOnSomeWay>(context.checked, context.flow(), first);
  TokenId accessed;
  UnfencedProducts(context).forEach([&](const UnfencedProduct &product) {
    if (product.mma == first.found && !product.isFenced)
      accessed = product.name;
    if (product.isFenced && product.isComputed)
      reportNoFence(context, product.mma, product.name,
                    "computed here, after the last `wgmma.fence`");
  });
  // Tests of single instructions omit the fence if nothing accesses D.
  if (first.found && (accessed || context.asyncOps().has(AsyncOp::WgmmaWait)))
    reportNoFence(context, first.found, accessed, "accessed here");
}

/// A register that is copied or read after the last `wgmma.fence`. Compilers move the instructions
/// that set D to zero after the fence, and `ptxas` corrects that. (Manual 9.7.15.7.1)
void ptx::checkUnfencedRegister(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncOp::WgmmaMma) || !context.flow().isExact())
    return;
  UnfencedProducts(context).forEach([&](const UnfencedProduct &product) {
    if (product.isFenced && !product.isComputed)
      context.diagnostics
          .emit(
              diag::UnfencedRegister{.range = context.unit.range(context.unit[product.mma].opcode),
                                     .name = context.unit.text(product.name)})
          .note(context.unit.range(product.name), "accessed here");
  });
}
