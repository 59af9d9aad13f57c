// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether the memory consistency model orders the access: it is part of a synchronization, or at
/// least atomic. (Manual 8.4)
static bool isStrong(const InstrView &view) {
  return view.form->opcode == Opcode::atom || view.form->opcode == Opcode::red ||
         llvm::any_of(view.modifiers, [](Modifier word) {
           return word == Modifier::relaxed || word == Modifier::acquire ||
                  word == Modifier::release || word == Modifier::acq_rel || word == Modifier::mmio;
         });
}

/// A weak or `.volatile` access to a variable to which the same function has strong accesses: the
/// weak one can race with those of other threads. (Manual 8.4, 8.7)
void ptx::checkMixedAccess(BodyLintContext &context) {
  auto keyOf = [](const SymbolAccess &access) {
    return uint64_t(access.ref.isModule()) << 32 | access.ref.index();
  };
  auto viewOf = [&](const SymbolAccess &access) -> const InstrView & {
    return context.checked.signatures[access.inst.index]->view;
  };
  llvm::DenseMap<uint64_t, InstId> strong;
  for (const SymbolAccess &access : context.symbolAccesses())
    if (isStrong(viewOf(access)))
      strong.try_emplace(keyOf(access), access.inst);
  for (const SymbolAccess &access : context.symbolAccesses()) {
    auto other = strong.find(keyOf(access));
    bool isShared =
        access.symbol->space == StateSpace::Global || access.symbol->space == StateSpace::Shared;
    if (other == strong.end() || !isShared || isStrong(viewOf(access)))
      continue;
    const Instruction &inst = context.unit[other->second];
    bool isVolatile = llvm::is_contained(viewOf(access).modifiers, Modifier::volatile_);
    context.diagnostics
        .emit(diag::MixedAccess{.range = context.unit.range(access.address),
                                .strength = isVolatile ? "`.volatile`" : "weak",
                                .name = access.symbol->name})
        .note(context.unit.range(inst.opcode, inst.last), "strong access here");
  }
}
