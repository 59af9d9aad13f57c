// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/OperandMatcher.h"
#include "ptx/Sema/Constant.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

/// Widths of registers that an address can be in. `ptxas` takes any.
static constexpr unsigned maxAddressWidth = 64;

static OperandProblem fits() { return {}; }

static OperandProblem problem(Mismatch what, ExprId blamed, const ExpectedOperand &expected) {
  return {what, blamed, &expected};
}

static bool isPredicateOperand(const ExpectedOperand &expected) {
  return expected.registers & typeBit(TypeId::pred) ||
         expected.info->kinds & OperandKind::predicate;
}

/// Whether the operand can be an integer literal.
static bool takesIntegers(const ExpectedOperand &expected) {
  return expected.info->kinds & OperandKind::immediate && expected.immediates.integer;
}

//===-- Leaves --------------------------------------------------------------------------------===//

/// A register of `type`, or a vector of `length` such registers.
OperandProblem OperandMatcher::matchRegister(ExprId id, TypeId type, unsigned length,
                                             const ExpectedOperand &expected) const {
  bool isPredicate = type == TypeId::pred;
  if (!(expected.info->kinds & (OperandKind::register_ | OperandKind::predicate)))
    return problem(Mismatch::Kind, id, expected);
  if (isPredicate && expected.info->kinds & OperandKind::predicate)
    return fits();
  if (length > 1 ? !expected.shape.takes(length) : !expected.takesScalar())
    return problem(Mismatch::VectorSize, id, expected);
  if (!(expected.registersOf(length) & typeBit(type)))
    return problem(Mismatch::Type, id, expected);
  return fits();
}

OperandProblem OperandMatcher::matchSpecial(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  const SpecialRegisterInfo &reg = info(scope.binding(id).specialRegister());
  if (expected.info->written)
    return problem(Mismatch::Written, id, expected);
  if (!(expected.info->kinds & OperandKind::special))
    return problem(Mismatch::SpecialRegister, id, expected);
  bool isVector = reg.components > 1 && e.kind == ExprKind::Name;
  if (isVector ? !expected.shape.takes(reg.components) : !expected.takesScalar())
    return problem(Mismatch::VectorSize, id, expected);
  TypeSet readAs = reg.alsoReadAs | typeBit(reg.type);
  std::optional<TypeId> type = expected.shape.type;
  if (!type)
    return fits();
  // Any integer type of the same width reads it.
  const TypeInfo &wanted = info(*type);
  for (const TypeInfo &as : allTypes())
    if (readAs & typeBit(as.id) && as.width == wanted.width &&
        (wanted.kind == as.kind ||
         (wanted.kind <= TypeKind::Signed && as.kind <= TypeKind::Signed)))
      return fits();
  return problem(Mismatch::Type, id, expected);
}

/// A variable in memory, by its name alone or with an offset.
OperandProblem OperandMatcher::matchSymbol(ExprId id, const ExpectedOperand &expected) const {
  return expected.info->kinds & OperandKind::symbol ? fits() : problem(Mismatch::Kind, id, expected);
}

OperandProblem OperandMatcher::matchName(ExprId id, const ExpectedOperand &expected) const {
  SymbolRef ref = scope.binding(id);
  if (!ref)
    return fits();
  if (ref.isSpecial())
    return matchSpecial(id, expected);
  const Symbol &symbol = *scope.symbol(ref);
  uint16_t kinds = expected.info->kinds;
  switch (symbol.kind) {
  case SymbolKind::Variable:
    if (symbol.isRegister())
      return symbol.type ? matchRegister(id, *symbol.type, symbol.vectorLength, expected) : fits();
    return matchSymbol(id, expected);
  case SymbolKind::Function:
  case SymbolKind::Entry:
    if (kinds & OperandKind::function)
      return fits();
    break;
  case SymbolKind::Label:
    if (kinds & OperandKind::label)
      return fits();
    break;
  case SymbolKind::CallPrototype:
    if (kinds & OperandKind::callprototype)
      return fits();
    break;
  case SymbolKind::CallTargets:
    if (kinds & OperandKind::calltargets)
      return fits();
    break;
  case SymbolKind::BranchTargets:
    if (kinds & OperandKind::branchtargets)
      return fits();
    break;
  }
  return problem(Mismatch::Kind, id, expected);
}

/// `%v.x`, `%tid.x`, or a selector of a video instruction.
OperandProblem OperandMatcher::matchMember(ExprId id, const ExpectedOperand &expected) const {
  SymbolRef ref = scope.binding(id);
  if (!ref)
    return fits();
  if (ref.isSpecial())
    return matchSpecial(id, expected);
  const Symbol &symbol = *scope.symbol(ref);
  if (!symbol.isRegister())
    return problem(Mismatch::Kind, id, expected);
  if (!symbol.type)
    return fits();
  StringRef component = unit.text(unit[id].component()).drop_front();
  if (expected.info->selects(component))
    return matchRegister(id, *symbol.type, symbol.vectorLength, expected);
  static constexpr StringRef components[] = {"x", "y", "z", "w", "r", "g", "b", "a"};
  if (symbol.vectorLength == 1 || !llvm::is_contained(components, component))
    return problem(Mismatch::Selector, id, expected);
  return matchRegister(id, *symbol.type, 1, expected);
}

static bool takesLiteral(const ExpectedOperand &expected, const Constant &value) {
  if (value.isInteger())
    return expected.immediates.integer;
  return value.kind == Constant::Kind::Single ? expected.immediates.single
                                              : expected.immediates.wide;
}

OperandProblem OperandMatcher::matchConstant(ExprId id, const ExpectedOperand &expected) const {
  const OperandInfo &operand = *expected.info;
  // A predicate may be a number as well. (Manual 6.1)
  if (!(operand.kinds & OperandKind::immediate))
    return problem(Mismatch::Kind, id, expected);
  if (!expected.takesScalar())
    return problem(Mismatch::VectorSize, id, expected);
  if (!expected.shape.type)
    return fits();
  std::optional<Constant> value = evaluate(unit, id);
  if (!value)
    return fits(); // that it has no value is for others to say
  if (!takesLiteral(expected, *value))
    return problem(Mismatch::Literal, id, expected);
  const OperandShape &shape = expected.shape;
  if (shape.min > shape.max || !value->isInteger())
    return fits();
  int64_t number = value->asSigned();
  if (number < shape.min || number > shape.max || (number - shape.min) % shape.step)
    return problem(Mismatch::Range, id, expected);
  return fits();
}

/// `!%p` or `-%r`; what `!` and `-` make of numbers is a constant.
OperandProblem OperandMatcher::matchNegation(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  const Expr &child = unit[e.child()];
  if (child.kind != ExprKind::Name && child.kind != ExprKind::Member)
    return matchConstant(id, expected);
  if (!scope.binding(e.child()))
    return fits();
  bool can = e.op() == TokenKind::Not ? isPredicateOperand(expected) : expected.info->signable;
  if (!can || expected.info->written)
    return problem(Mismatch::Negation, id, expected);
  return child.kind == ExprKind::Name ? matchName(e.child(), expected)
                                      : matchMember(e.child(), expected);
}

//===-- Vectors -------------------------------------------------------------------------------===//

/// A store of 256 bits can leave elements of memory as they are. (Manual 9.7.9.11)
static bool leavesGaps(const ExpectedOperand &expected) {
  constexpr unsigned widestVector = 256;
  const OperandShape &shape = expected.shape;
  return expected.info->followsVec && shape.type &&
         shape.elements * info(*shape.type).width == widestVector;
}

OperandProblem OperandMatcher::matchElement(ExprId id, unsigned count,
                                            const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Sink)
    return (expected.info->written && !expected.info->whole) || leavesGaps(expected)
               ? fits()
               : problem(Mismatch::Sink, id, expected);
  if (e.kind == ExprKind::Name || e.kind == ExprKind::Member) {
    SymbolRef ref = scope.binding(id);
    const Symbol *symbol = scope.symbol(ref);
    if (!ref)
      return fits();
    if (!symbol)
      return problem(expected.info->written ? Mismatch::Written : Mismatch::SpecialRegister, id,
                     expected);
    if (!symbol->isRegister())
      return problem(Mismatch::Kind, id, expected);
    if (e.kind == ExprKind::Name && symbol->vectorLength > 1)
      return problem(Mismatch::VectorSize, id, expected);
    if (symbol->type && !(expected.registersOf(count) & typeBit(*symbol->type)))
      return problem(Mismatch::Type, id, expected);
    return fits();
  }
  if (!(expected.info->kinds & OperandKind::immediate))
    return problem(Mismatch::Kind, id, expected);
  std::optional<Constant> value = evaluate(unit, id);
  if (!value || !expected.shape.type)
    return fits();
  // What the elements of a register are has many types.
  if (expected.info->split || takesLiteral(expected, *value))
    return fits();
  return problem(Mismatch::Literal, id, expected);
}

OperandProblem OperandMatcher::matchVector(ExprId id, const ExpectedOperand &expected) const {
  llvm::ArrayRef<ExprId> elements = unit.list(unit[id].list());
  auto count = static_cast<unsigned>(elements.size());
  // `ptxas` takes one register in braces where a vector could be.
  bool single = count == 1 && expected.info->followsVec && expected.takesScalar();
  if (!single && !expected.shape.takes(count))
    return problem(Mismatch::VectorSize, id, expected);
  bool allSinks = true;
  for (ExprId element : elements) {
    if (OperandProblem p = matchElement(element, count, expected); p.what != Mismatch::None)
      return p;
    allSinks &= unit[element].kind == ExprKind::Sink;
  }
  return allSinks ? problem(Mismatch::Sink, id, expected) : fits();
}

//===-- Addresses -----------------------------------------------------------------------------===//

/// What stands before `+` in an address, or alone.
OperandProblem OperandMatcher::matchAddressBase(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  if (e.kind != ExprKind::Name && e.kind != ExprKind::Index)
    return fits();
  SymbolRef ref = scope.binding(id);
  if (!ref)
    return fits();
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol || symbol->kind != SymbolKind::Variable)
    return problem(Mismatch::Kind, id, expected);
  if (!symbol->type)
    return fits();
  if (symbol->isMemory())
    return expected.inSpace(symbol->space) ? fits() : problem(Mismatch::Space, id, expected);
  if (!(expected.registers & typeBit(*symbol->type)) || symbol->vectorLength > 1)
    return problem(Mismatch::AddressType, id, expected);
  return fits();
}

OperandProblem OperandMatcher::matchAddress(ExprId id, const ExpectedOperand &expected) const {
  if (!(expected.info->kinds & OperandKind::address))
    return problem(Mismatch::Kind, id, expected);
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Index) // `var[4]` is an address without brackets
    return matchAddressBase(id, expected);
  llvm::ArrayRef<ExprId> list = unit.list(e.list());
  if (list.size() != 1)
    return problem(Mismatch::Kind, id, expected);
  const Expr &inner = unit[list[0]];
  if (inner.kind == ExprKind::Offset)
    return matchAddressBase(inner.lhs(), expected);
  if (inner.kind == ExprKind::Name)
    return matchAddressBase(list[0], expected);
  // `ptxas` takes a number for an address in local memory alone.
  return expected.inSpace(StateSpace::Local) ? fits() : problem(Mismatch::Kind, id, expected);
}

//===-- All kinds -----------------------------------------------------------------------------===//

/// `p|q`: the second is a predicate that the instruction writes too.
OperandProblem OperandMatcher::matchPair(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  if (expected.info->partner == Partner::None)
    return problem(Mismatch::Pair, id, expected);
  if (unit[e.lhs()].kind != ExprKind::Sink) // `_|p` drops the first
    if (OperandProblem p = matchOne(e.lhs(), expected); p.what != Mismatch::None &&
                                                        p.what != Mismatch::PairMissing)
      return p;
  const Expr &right = unit[e.rhs()];
  const Symbol *symbol = scope.symbol(scope.binding(e.rhs()));
  if (right.kind == ExprKind::Name && symbol && symbol->type != TypeId::pred)
    return problem(Mismatch::Pair, e.rhs(), expected);
  return fits();
}

OperandProblem OperandMatcher::matchOne(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
    if (expected.info->partner == Partner::Required)
      return problem(Mismatch::PairMissing, id, expected);
    return matchName(id, expected);
  case ExprKind::Member:
    return matchMember(id, expected);
  case ExprKind::Sink:
    return expected.info->kinds & OperandKind::sink ? fits()
                                                    : problem(Mismatch::Sink, id, expected);
  case ExprKind::Offset: {
    const Symbol *symbol = scope.symbol(scope.binding(e.lhs()));
    if (!scope.binding(e.lhs()))
      return fits();
    if (symbol && symbol->isMemory())
      return matchSymbol(id, expected);
    return problem(Mismatch::Kind, id, expected);
  }
  case ExprKind::Index:
    if (!scope.binding(id) || expected.info->kinds & OperandKind::symbol)
      return fits();
    return matchAddress(id, expected);
  case ExprKind::Unary:
    return matchNegation(id, expected);
  case ExprKind::Vector:
    return matchVector(id, expected);
  case ExprKind::Address:
    return matchAddress(id, expected);
  case ExprKind::Qualified:
    return matchAddress(e.child(), expected);
  case ExprKind::Pair:
    return matchPair(id, expected);
  case ExprKind::Arguments:
    return expected.info->kinds & OperandKind::arguments ? fits()
                                                         : problem(Mismatch::Kind, id, expected);
  default:
    return matchConstant(id, expected);
  }
}

OperandProblem OperandMatcher::match(ExprId id, const Signature &signature,
                                     const Signature::Place &place) const {
  const ExpectedOperand &first = signature.operands[place.first];
  if (!place.bracketed)
    return matchOne(id, first);
  const Expr &e = unit[id];
  if (e.kind != ExprKind::Address)
    return problem(Mismatch::Kind, id, first);
  llvm::ArrayRef<ExprId> list = unit.list(e.list());
  if (list.size() != place.count)
    return problem(Mismatch::BracketCount, id, first);
  for (unsigned i = 0; i != place.count; ++i) {
    const ExpectedOperand &expected = signature.operands[place.first + i];
    // The address in a list stands without brackets of its own.
    OperandProblem p = expected.info->kinds & OperandKind::address
                           ? matchAddressBase(list[i], expected)
                           : matchOne(list[i], expected);
    if (p.what != Mismatch::None)
      return p;
  }
  return fits();
}

//===-- What ptxas does not check -------------------------------------------------------------===//

/// The declared type of what a vector element names, whatever it is.
static std::optional<TypeId> declaredType(const BodyScope &scope, ExprId id) {
  SymbolRef ref = scope.binding(id);
  if (ref.isSpecial())
    return info(ref.specialRegister()).type;
  const Symbol *symbol = scope.symbol(ref);
  return symbol ? symbol->type : std::nullopt;
}

/// For `ptxas` a vector has one type: that of its elements, or bits if they differ and are equally
/// wide. It does not ask whether they are registers, and with bfloat16 not even for the length.
bool OperandMatcher::isUncheckedVector(ExprId id, const ExpectedOperand &expected) const {
  constexpr TypeSet bfloat = typeBit(TypeId::bf16) | typeBit(TypeId::bf16x2);
  llvm::ArrayRef<ExprId> elements = unit.list(unit[id].list());
  auto count = static_cast<unsigned>(elements.size());
  bool isBfloat = expected.shape.type && bfloat & typeBit(*expected.shape.type);
  bool anyLength = isBfloat || expected.info->alsoTaken & OperandKind::vector;
  if (!expected.shape.takes(count) && !(anyLength && (count == 1 || count == 2 || count == 4)))
    return false;
  std::optional<TypeId> type;
  for (ExprId element : elements) {
    std::optional<TypeId> other = declaredType(scope, element);
    if (!other || type == other)
      continue;
    if (type && info(*type).width != info(*other).width)
      return false;
    if (type) {
      other = std::nullopt;
      for (const TypeInfo &bits : allTypes())
        if (bits.kind == TypeKind::Bits && bits.inRegister && bits.width == info(*type).width)
          other = bits.id;
    }
    type = other;
  }
  return !type || expected.registersOf(expected.shape.takes(count) ? count : 0) & typeBit(*type);
}

/// A function, or a register or variable with an offset, where a value is read.
bool OperandMatcher::isUncheckedValue(ExprId id, const ExpectedOperand &expected) const {
  if (!(expected.info->kinds & OperandKind::register_) || expected.info->written)
    return false;
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Name) {
    const Symbol *symbol = scope.symbol(scope.binding(id));
    return symbol && symbol->isFunction() && !expected.shape.plain;
  }
  if (e.kind != ExprKind::Offset)
    return false;
  const Symbol *base = scope.symbol(scope.binding(e.lhs()));
  if (!base || !base->type)
    return false;
  if (base->isMemory())
    return takesIntegers(expected) && !isPredicateOperand(expected);
  const TypeInfo &type = info(*base->type);
  bool isInteger = type.kind <= TypeKind::Signed && type.width <= maxAddressWidth;
  return isInteger || expected.registers & typeBit(type.id);
}

bool OperandMatcher::isUnchecked(ExprId id, const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  const Expr &blamed = unit[problem.blamed];
  uint16_t taken = expected.info->alsoTaken;
  switch (problem.what) {
  case Mismatch::Pair:
    return blamed.kind == ExprKind::Pair && unit[blamed.rhs()].kind == ExprKind::Sink;
  case Mismatch::Range:
    return taken & OperandKind::range;
  case Mismatch::Sink:
    if (taken & OperandKind::sink && blamed.kind == ExprKind::Sink)
      return true;
    break;
  default:
    break;
  }
  if (unit[id].kind == ExprKind::Vector)
    return isUncheckedVector(id, expected);
  if (problem.what != Mismatch::Kind)
    return false;
  // A special register as the base of an address.
  if (SymbolRef ref = scope.binding(problem.blamed);
      ref.isSpecial() && unit[id].kind == ExprKind::Address && blamed.kind == ExprKind::Name)
    return true;
  if (taken & OperandKind::symbol && blamed.kind == ExprKind::Offset)
    return true;
  bool isName = blamed.kind == ExprKind::Name || blamed.kind == ExprKind::Member ||
                blamed.kind == ExprKind::Index || blamed.kind == ExprKind::Offset;
  if (taken & OperandKind::immediate && !isName)
    return evaluate(unit, problem.blamed).has_value();
  return isUncheckedValue(problem.blamed, expected);
}
