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
  auto viewOf = [&](const AddressUse &access) -> const InstrView & {
    return context.checked.signatures[access.inst.index]->view;
  };
  auto namesVariable = [](const AddressUse &use) { return use.isNamed && use.bytes != 0; };
  llvm::DenseMap<const Symbol *, InstId> strong;
  for (const AddressUse &access : context.addressUses())
    if (namesVariable(access) && isStrong(viewOf(access)))
      strong.try_emplace(access.value.symbol, access.inst);
  for (const AddressUse &access : context.addressUses()) {
    if (!namesVariable(access))
      continue;
    const Symbol &symbol = *access.value.symbol;
    auto other = strong.find(&symbol);
    bool isShared = symbol.space == StateSpace::Global || symbol.space == StateSpace::Shared;
    if (other == strong.end() || !isShared || isStrong(viewOf(access)))
      continue;
    const Instruction &inst = context.unit[other->second];
    bool isVolatile = llvm::is_contained(viewOf(access).modifiers, Modifier::volatile_);
    context.diagnostics
        .emit(diag::MixedAccess{.range = context.unit.range(access.address),
                                .strength = isVolatile ? "`.volatile`" : "weak",
                                .name = symbol.name})
        .note(context.unit.range(inst.opcode, inst.last), "strong access here");
  }
}
