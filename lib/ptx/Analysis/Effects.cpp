// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Effects.h"
#include "ptx/Analysis/AsyncOps.h"
#include "ptx/Isa/SpecialRegisters.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Whether an instruction that writes no registers writes memory or orders what is done to it: it
/// has an address, or is of a chapter about synchronization. (Manual 9.7.9.25, 9.7.13, 9.7.15)
static bool isAboutMemory(const InstrView &view, bool hasAddress) {
  auto has = [&](Modifier word) { return llvm::is_contained(view.modifiers, word); };
  // What is in tensor memory C++ does not see. (Manual 9.7.16)
  StringRef section = view.form->instruction().section;
  if (section.starts_with("9.7.16."))
    return asyncOp(view) == AsyncOp::TensorCommit;
  // Groups of copies matter when they are waited for, this fence orders nothing but the
  // initializations of mbarrier objects, and a relaxed arrival nothing. (Manual 9.7.13.3, 9.7.13.4)
  if (has(Modifier::commit_group) || has(Modifier::launch_dependents) ||
      has(Modifier::mbarrier_init) || (has(Modifier::relaxed) && !hasAddress))
    return false;
  return hasAddress || section.starts_with("9.7.9.25.") || section.starts_with("9.7.13.") ||
         section.starts_with("9.7.15.");
}

/// Whether it only tells caches what to expect. (Manual 9.7.9.15, 9.7.9.16, 9.7.9.25)
static bool isHint(const InstrView &view) {
  Opcode opcode = view.form->opcode;
  return opcode == Opcode::prefetch || opcode == Opcode::prefetchu ||
         opcode == Opcode::applypriority || asyncOp(view) == AsyncOp::BulkPrefetch;
}

/// The effect of an instruction that writes registers.
static Effect effectOfResult(const InstrView &view, bool hasAddress) {
  auto has = [&](Modifier word) { return llvm::is_contained(view.modifiers, word); };
  if (has(Modifier::acquire) || has(Modifier::release) || has(Modifier::acq_rel))
    return Effect::Memory;
  switch (asyncOp(view)) {
  case AsyncOp::Barrier:
    return Effect::Memory;
  case AsyncOp::MbarrierWait:
  case AsyncOp::MbarrierOther:
    // The arrivals that a state lacks are computed.
    return hasAddress ? Effect::Memory : Effect::None;
  case AsyncOp::WgmmaMma:
  case AsyncOp::TensorLoad:
    return Effect::Varies;
  default:
    break;
  }
  switch (view.form->opcode) {
  case Opcode::activemask:
    return Effect::Varies;
  case Opcode::shfl:
  case Opcode::vote:
    // With a member mask it is a function of what these threads have.
    return has(Modifier::sync) ? Effect::None : Effect::Varies;
  default:
    return has(Modifier::volatile_) || has(Modifier::relaxed) ? Effect::Varies : Effect::None;
  }
}

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

Effect ptx::effectOf(const CheckedUnit &checked, InstId inst) {
  const Signature *signature = checked.signatures[inst.index];
  if (!signature || isHint(signature->view))
    return Effect::None;
  const InstrView &view = signature->view;
  const InstructionInfo &instruction = view.form->instruction();
  if (instruction.section.starts_with("9.7.12."))
    return Effect::None;
  bool hasResult = false, hasAddress = false;
  for (auto [i, operand] : llvm::enumerate(view.form->operands())) {
    if (!(view.operands >> i & 1))
      continue;
    if (operand.stores)
      return Effect::Memory;
    hasResult |= operand.written;
    hasAddress |= (operand.kinds & OperandKind::address) != 0;
  }
  if (hasResult) {
    Effect effect = effectOfResult(view, hasAddress);
    return effect == Effect::None && readsWhatChanges(checked, inst) ? Effect::Varies : effect;
  }
  return isAboutMemory(view, hasAddress) ? Effect::Memory : Effect::Other;
}
