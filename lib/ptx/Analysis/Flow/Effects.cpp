// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Effects.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether an operand is a special register that changes while the thread runs.
static bool readsWhatChanges(const CheckedUnit &checked, InstId inst) {
  const SyntaxUnit &unit = checked.scope.unit;
  return llvm::any_of(unit.list(unit[inst].operands()), [&](ExprId operand) {
    if (unit[operand].kind != ExprKind::Name)
      return false;
    SymbolRef symbol = checked.scope.binding(operand);
    return symbol.isSpecial() && info(symbol.specialRegister()).changes;
  });
}

/// Properties of an instruction that follow from its operands: it writes memory, has results, or
/// accesses the memory at an address. Tensor memory is not visible to C++. (Manual 9.7.16)
static Effect effectOfOperands(const InstrView &view) {
  bool hasResult = false, hasAddress = false;
  for (auto [i, operand] : llvm::enumerate(view.form->operands())) {
    if (!(view.operands >> i & 1))
      continue;
    if (operand.stores)
      return Effect::Memory;
    hasResult |= operand.written;
    hasAddress |= operand.isMemoryAddress();
  }
  if (hasResult)
    return Effect::None;
  return hasAddress ? Effect::Memory : Effect::Other;
}

Effect ptx::effectOf(const CheckedUnit &checked, InstId inst) {
  const Signature *signature = checked.signatures[inst.index];
  if (!signature)
    return Effect::None;
  const InstrView &view = signature->view;
  if (std::optional<Effect> recorded = recordedEffect(view))
    return *recorded;
  Effect effect = effectOfOperands(view);
  bool varies = effect == Effect::None && readsWhatChanges(checked, inst);
  return varies ? Effect::Varies : effect;
}
