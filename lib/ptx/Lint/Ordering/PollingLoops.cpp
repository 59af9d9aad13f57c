// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Addresses/MemoryStrength.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// A loop of one block: the statements from a label to the branch to it.
struct ShortLoop {
  uint32_t first, end;
};

} // namespace

/// The only load of the loop; invalid if there is none, or several.
static InstId onlyLoad(BodyLintContext &context, const ShortLoop &loop) {
  llvm::ArrayRef<Stmt> statements = context.unit.statements();
  InstId load;
  for (uint32_t i = loop.first; i != loop.end; ++i) {
    if (statements[i].kind != StmtKind::Instruction)
      continue;
    InstId inst{statements[i].index};
    if (!context.checked.signatures[inst.index] || !context.view(inst).form->has(Trait::Loads))
      continue;
    if (load)
      return {};
    load = inst;
  }
  return load;
}

/// Whether the branch at the end of the loop depends on the result of `load`, whose address is
/// loop-invariant.
static bool goesBy(BodyLintContext &context, const ShortLoop &loop, InstId load) {
  llvm::ArrayRef<Stmt> statements = context.unit.statements();
  llvm::SmallDenseSet<uint32_t, 8> written, loaded;
  InstId last;
  for (uint32_t i = loop.first; i != loop.end; ++i) {
    if (statements[i].kind != StmtKind::Instruction)
      continue;
    last = {statements[i].index};
    std::vector<RegisterAccess> accesses = accessesOf(context.checked, context.registers(), last);
    bool dependsOnLoad = last == load || llvm::any_of(accesses, [&](const RegisterAccess &access) {
                           return !access.writes() && loaded.contains(access.reg);
                         });
    for (const RegisterAccess &access : accesses)
      if (access.writes()) {
        written.insert(access.reg);
        if (dependsOnLoad)
          loaded.insert(access.reg);
      }
  }
  return last && context.unit[last].guard != GuardKind::None &&
         loaded.contains(context.registers().ofGuard(last)) &&
         llvm::none_of(accessesOf(context.checked, context.registers(), load),
                       [&](const RegisterAccess &access) {
                         return !access.writes() && written.contains(access.reg);
                       });
}

/// Whether the instruction branches to the label.
static bool branchesTo(BodyLintContext &context, InstId inst, TokenId label) {
  llvm::ArrayRef<ExprId> operands = context.unit.list(context.unit[inst].operands());
  const Symbol *symbol =
      operands.empty() ? nullptr : context.scope.symbol(context.scope.binding(operands[0]));
  return symbol && symbol->range == context.unit.range(label);
}

/// Calls `visit(load)` for each load for which `isAsked` holds and whose result ends its loop, a
/// loop of one block. No control-flow graph is required: there is neither a label nor a branch
/// between the label and the branch.
template <class IsAsked, class Visit>
static void forEachPoll(BodyLintContext &context, IsAsked isAsked, Visit visit) {
  constexpr uint64_t endsBlock =
      traitBit(Trait::Branches) | traitBit(Trait::BranchesByTable) | traitBit(Trait::EndsControl);
  llvm::ArrayRef<Stmt> statements = context.unit.statements();
  TokenId label;
  uint32_t first = 0;
  bool hasLoad = false;
  auto visitPoll = [&](const ShortLoop &loop) {
    InstId load = onlyLoad(context, loop);
    if (load && isAsked(load) && goesBy(context, loop, load))
      visit(load);
  };
  for (uint32_t i = 0; i != statements.size(); ++i) {
    if (statements[i].kind == StmtKind::Label) {
      label = {statements[i].index};
      first = i;
      hasLoad = false;
    }
    if (statements[i].kind != StmtKind::Instruction)
      continue;
    InstId inst{statements[i].index};
    const Signature *signature = context.checked.signatures[inst.index];
    hasLoad |= signature && isAsked(inst);
    if (signature && !(signature->view.form->traits & endsBlock))
      continue;
    if (hasLoad && signature && label && branchesTo(context, inst, label))
      visitPoll(ShortLoop{first, i + 1});
    label = {};
    hasLoad = false;
  }
}

/// A loop that waits for a write of another thread must not read through a non-coherent cache.
/// (Manual 9.7.9.9)
void ptx::checkNoncoherentPoll(BodyLintContext &context) {
  if (!context.uses(Trait::LoadsUnwritten))
    return;
  auto isNoncoherent = [&](InstId load) {
    return context.view(load).form->has(Trait::LoadsUnwritten);
  };
  forEachPoll(context, isNoncoherent, [&](InstId load) {
    context.diagnostics.emit(diag::NoncoherentPoll{.range = context.mnemonicOf(load)});
  });
}

/// A loop that waits for a flag with a relaxed load orders nothing after it: an acquire, or a
/// fence, must precede reads of the data that the flag protects. (Manual 8.8)
void ptx::checkRelaxedPoll(BodyLintContext &context) {
  if (!context.uses(Action::Load))
    return;
  auto isRelaxed = [&](InstId inst) { return context.view(inst).has(Modifier::relaxed); };
  if (llvm::none_of(context.instructions(Action::Load), isRelaxed) || !context.flow().isExact())
    return;
  forEachPoll(context, isRelaxed, [&](InstId load) {
    auto orders = [&](InstId inst) {
      const Signature *signature = context.checked.signatures[inst.index];
      if (!signature)
        return true;
      AsyncOp op = context.asyncOps()[inst];
      return (op != AsyncOp::None && op != AsyncOp::WarpBarrier) ||
             signature->view.has(Modifier::acquire) || signature->view.has(Modifier::acq_rel) ||
             signature->view.form->has(Trait::Calls) ||
             signature->view.form->has(Trait::AccessesAtomically);
    };
    auto reads = [&](InstId inst) {
      const Signature *signature = context.checked.signatures[inst.index];
      return inst != load && signature && signature->view.form->action == Action::Load &&
             windowOf(signature->view) == AddressWindow::Global &&
             !isStrongAccess(signature->view) && !isVolatileAccess(signature->view) &&
             !signature->view.form->has(Trait::LoadsUnwritten);
    };
    if (std::optional<InstId> read = context.conditions().reaches(load, reads, orders))
      context.replaceModifier(
          context.diagnostics.emit(diag::RelaxedPoll{.range = context.mnemonicOf(load)})
              .note(context.rangeOf(*read), "read here"),
          load, Modifier::relaxed, ".acquire");
  });
}
