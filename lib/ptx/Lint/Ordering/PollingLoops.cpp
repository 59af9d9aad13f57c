// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Addresses/MemoryStrength.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// The blocks that are loops by themselves, left by what they load: `visit(block, load)`.
template <class Visit> static void forEachPoll(BodyLintContext &context, Visit visit) {
  const ControlFlow &flow = context.flow();
  llvm::ArrayRef<Stmt> statements = context.unit.statements();
  for (uint32_t block = 0; block != flow.size(); ++block) {
    if (!llvm::is_contained(flow.successors(block), block))
      continue;
    llvm::SmallVector<InstId, 4> loads;
    llvm::SmallDenseSet<uint32_t, 8> written, loaded;
    for (uint32_t i = flow[block].first.index; i != flow[block].end.index; ++i) {
      if (statements[i].kind != StmtKind::Instruction)
        continue;
      InstId inst{statements[i].index};
      bool isLoad =
          context.checked.signatures[inst.index] && context.view(inst).form->has(Trait::Loads);
      if (isLoad)
        loads.push_back(inst);
      bool dependsOnLoad =
          isLoad || llvm::any_of(context.accesses()[inst], [&](const RegisterAccess &access) {
            return !access.writes() && loaded.contains(access.reg);
          });
      for (const RegisterAccess &access : context.accesses()[inst])
        if (access.writes()) {
          written.insert(access.reg);
          if (dependsOnLoad)
            loaded.insert(access.reg);
        }
    }
    InstId last = context.unit.statements()[flow[block].end.index - 1].kind == StmtKind::Instruction
                      ? InstId{statements[flow[block].end.index - 1].index}
                      : InstId();
    if (loads.size() != 1 || !last || context.unit[last].guard == GuardKind::None ||
        !loaded.contains(context.registers().ofGuard(last)))
      continue;
    bool isFixed = llvm::none_of(context.accesses()[loads[0]], [&](const RegisterAccess &access) {
      return !access.writes() && written.contains(access.reg);
    });
    if (isFixed)
      visit(block, loads[0]);
  }
}

/// A loop that waits for what another thread writes must not read it by a cache that nobody keeps
/// up to date. (Manual 9.7.9.9)
void ptx::checkNoncoherentPoll(BodyLintContext &context) {
  if (!context.uses(Trait::LoadsUnwritten))
    return;
  forEachPoll(context, [&](uint32_t, InstId load) {
    if (context.view(load).form->has(Trait::LoadsUnwritten))
      context.diagnostics.emit(diag::NoncoherentPoll{.range = context.mnemonicOf(load)});
  });
}

/// A loop that waits for a flag with a relaxed load orders nothing after it: an acquire, or a
/// fence, has to be before what the flag protects is read. (Manual 8.8)
void ptx::checkRelaxedPoll(BodyLintContext &context) {
  if (context.instructions(Opcode::ld).empty() || !context.uses(Trait::Loads))
    return;
  bool hasRelaxed = llvm::any_of(context.instructions(Opcode::ld), [&](InstId inst) {
    return context.view(inst).has(Modifier::relaxed);
  });
  if (!hasRelaxed || !context.flow().isExact())
    return;
  forEachPoll(context, [&](uint32_t, InstId load) {
    if (!context.view(load).has(Modifier::relaxed))
      return;
    auto orders = [&](InstId inst) {
      const Signature *signature = context.checked.signatures[inst.index];
      if (!signature)
        return true;
      AsyncOp op = context.asyncOps()[inst];
      return (op != AsyncOp::None && op != AsyncOp::WarpBarrier && op != AsyncOp::Elect) ||
             signature->view.has(Modifier::acquire) || signature->view.has(Modifier::acq_rel) ||
             signature->view.form->has(Trait::Calls) ||
             signature->view.form->has(Trait::AccessesAtomically);
    };
    auto reads = [&](InstId inst) {
      const Signature *signature = context.checked.signatures[inst.index];
      return inst != load && signature && signature->view.form->opcode == Opcode::ld &&
             windowOf(signature->view) == AddressWindow::Global &&
             !isStrongAccess(signature->view) && !isVolatileAccess(signature->view) &&
             !signature->view.form->has(Trait::LoadsUnwritten);
    };
    if (std::optional<InstId> read = context.conditions().reaches(load, reads, orders))
      context.diagnostics.emit(diag::RelaxedPoll{.range = context.mnemonicOf(load)})
          .note(context.rangeOf(*read), "read here");
  });
}
