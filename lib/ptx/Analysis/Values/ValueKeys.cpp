// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/ValueKeys.h"

#include "ptx/Analysis/Flow/Effects.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {
/// The meaning of the other elements of a key, given by the first element.
enum KeyKind : uint64_t { Constants, Specials, Variables, Results, Sources, Sums, Others };
} // namespace

ValueKeys::ValueKeys(const CheckedUnit &checked, Registers &registers,
                     ReachingDefinitions &reaching)
    : checked(checked), unit(checked.scope.unit), registers(registers), reaching(reaching) {}

uint32_t ValueKeys::number(Key key) {
  return numbers.try_emplace(std::move(key), static_cast<uint32_t>(numbers.size())).first->second;
}

/// Whether the result of the instruction depends only on its operands.
static bool isFunction(const CheckedUnit &checked, InstId inst) {
  const Signature *signature = checked.signatures[inst.index];
  if (!signature)
    return false;
  const InstrView &view = signature->view;
  if (view.form->action == Action::ElectInWarp)
    return true;
  bool isParameter = view.has(Modifier::param);
  return effectOf(checked, inst) == Effect::None &&
         (isParameter || !view.form->has(Trait::Loads)) && !view.form->has(Trait::Calls) &&
         !view.form->has(Trait::IsAsynchronous) && !view.form->has(Trait::ReadsCarry);
}

uint32_t ValueKeys::define(ReachingDefinitions::SourceId id) {
  constexpr unsigned deepest = 48;
  const ValueSource source = reaching[id];
  if (source.kind != ValueSource::Definition || depth > deepest ||
      !isFunction(checked, source.inst))
    return number({Sources, id});
  const InstrView &view = checked.signatures[source.inst.index]->view;
  Key key = {Results, static_cast<uint64_t>(view.form->id)};
  for (Modifier word : view.modifiers)
    key.push_back(static_cast<uint64_t>(word));
  ++depth;
  // Several results are distinguished by their index.
  uint64_t part = 0;
  llvm::ArrayRef<ExprId> operands = unit.list(unit[source.inst].operands());
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (i != 0) {
      key.push_back(of(source.inst, operand));
      continue;
    }
    llvm::SmallVector<ExprId, 4> parts{operand};
    if (unit[operand].kind == ExprKind::Pair)
      parts = {unit[operand].lhs(), unit[operand].rhs()};
    else if (unit[operand].kind == ExprKind::Vector)
      parts = llvm::to_vector<4>(unit.list(unit[operand].list()));
    for (auto [number, name] : llvm::enumerate(parts))
      if (unit[name].kind == ExprKind::Name && registers.find(name) == source.reg)
        part = number + 1;
  }
  --depth;
  key.push_back(part);
  uint32_t result = number(key);
  if (view.form->action == Action::Compare && operands.size() == 3 &&
      unit[operands[0]].kind == ExprKind::Name)
    addNegation(*checked.signatures[source.inst.index], key, result);
  return result;
}

/// The comparison with the opposite result of `word`, if `word` is the negated one of the two; else
/// `word` itself.
static Modifier negated(Modifier word) {
  switch (word) {
  case Modifier::ne:
    return Modifier::eq;
  case Modifier::ge:
    return Modifier::lt;
  case Modifier::le:
    return Modifier::gt;
  case Modifier::hs:
    return Modifier::lo;
  case Modifier::ls:
    return Modifier::hi;
  default:
    return word;
  }
}

/// Integers only: with a NaN, a floating-point comparison and its opposite are both false.
void ValueKeys::addNegation(const Signature &comparison, const Key &key, uint32_t result) {
  const ExpectedOperand &compared = comparison.operands[comparison.places[1].first];
  if (!compared.shape.type || info(*compared.shape.type).kind == TypeKind::Float)
    return;
  Key other = key;
  for (auto [i, word] : llvm::enumerate(comparison.view.modifiers))
    other[2 + i] = static_cast<uint64_t>(negated(word));
  if (other != key)
    negations[result] = number(std::move(other));
}

uint32_t ValueKeys::negationOf(uint32_t key) const {
  auto found = negations.find(key);
  return found == negations.end() ? key : found->second;
}

uint32_t ValueKeys::ofRegister(InstId inst, uint32_t reg) {
  ReachingDefinitions::SourceId id = reaching.before(inst, reg);
  if (reaching[id].kind == ValueSource::Unknown)
    return number({Others, reg, inst.index});
  if (auto known = bySource.find(id); known != bySource.end())
    return known->second;
  uint32_t result = define(id);
  bySource[id] = result;
  return result;
}

uint32_t ValueKeys::of(InstId inst, ExprId id) {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Address:
  case ExprKind::Vector: {
    Key key = {Sums, static_cast<uint64_t>(e.kind)};
    for (ExprId part : unit.list(e.list()))
      key.push_back(of(inst, part));
    return number(std::move(key));
  }
  case ExprKind::Offset:
    return number({Sums, ~uint64_t(0), of(inst, e.lhs()), of(inst, e.rhs())});
  case ExprKind::Unary:
    if (!checked.scope.constant(id))
      return number({Sums, static_cast<uint64_t>(e.op()), of(inst, e.child())});
    break;
  case ExprKind::Member: {
    SymbolRef ref = checked.scope.binding(id);
    if (!ref || !ref.isSpecial())
      break;
    llvm::StringRef component = unit.text(e.component());
    return number({Specials, static_cast<uint64_t>(ref.specialRegister()),
                   component.size() > 1 ? uint64_t(component[1]) : 0});
  }
  case ExprKind::Name: {
    SymbolRef ref = checked.scope.binding(id);
    if (ref && ref.isSpecial())
      return info(ref.specialRegister()).changes
                 ? number({Others, id.index})
                 : number({Specials, static_cast<uint64_t>(ref.specialRegister())});
    if (uint32_t reg = registers.find(id); reg != Registers::none)
      return ofRegister(inst, reg);
    if (ref)
      return number({Variables, ref.index(), ref.isModule()});
    break;
  }
  default:
    break;
  }
  if (std::optional<Constant> constant = checked.scope.constant(id))
    return number({Constants, constant->bits});
  return number({Others, id.index, ~uint64_t(0)});
}

uint32_t ValueKeys::ofGuard(InstId inst) {
  uint32_t reg = registers.ofGuard(inst);
  return reg == Registers::none ? number({Others, inst.index, 1, 1}) : ofRegister(inst, reg);
}
