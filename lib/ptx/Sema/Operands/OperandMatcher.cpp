// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/OperandMatcher.h"
#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Operands/ElementClass.h"
#include "ptx/Sema/Operands/PtxasOperandRules.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

static OperandProblem fits() { return {}; }

static OperandProblem problem(Mismatch what, ExprId blamed, const ExpectedOperand &expected) {
  return {.what = what, .blamed = blamed, .expected = &expected, .vector = {}};
}

/// Whether a register of `type` is a wider integer than the expected integer, if wider registers
/// are allowed for other types of the operand.
static bool isWiderInteger(TypeId type, const ExpectedOperand &expected) {
  if (!expected.shape.wider || !expected.shape.type)
    return false;
  const TypeInfo &wanted = info(*expected.shape.type);
  return (wanted.kind == TypeKind::Unsigned || wanted.kind == TypeKind::Signed) &&
         integerTypes(wanted.width + 1, 64) & typeBit(type);
}

static bool isPredicateOperand(const ExpectedOperand &expected) {
  return expected.registers & typeBit(TypeId::pred) ||
         expected.info->kinds & OperandKind::predicate;
}

bool OperandMatcher::isTypedRegister(TypeId type, const ExpectedOperand &expected) {
  ElementClass::Kind kind = classOf(type).kind;
  if (kind == ElementClass::Float && expected.checked & OperandKind::floating)
    return true;
  if (!(expected.checked & OperandKind::register_))
    return false;
  return kind == ElementClass::Integer ||
         (kind == ElementClass::Float && expected.shape.type &&
          (classOf(*expected.shape.type).kind != ElementClass::Float ||
           expected.shape.type == TypeId::tf32));
}

//===-- Leaves --------------------------------------------------------------------------------===//

/// A register of `type`, or a vector of `length` such registers.
OperandProblem OperandMatcher::matchRegister(ExprId id, TypeId type, unsigned length,
                                             const ExpectedOperand &expected) const {
  bool isPredicate = type == TypeId::pred;
  if (!(expected.info->kinds & (OperandKind::register_ | OperandKind::predicate)))
    return problem(Mismatch::Kind, id, expected);
  if (isPredicate && expected.takesPredicate())
    return fits();
  if (length > 1 ? !expected.shape.takes(length) : !expected.takesScalar())
    return problem(Mismatch::VectorSize, id, expected);
  if (!(expected.registersOf(length) & typeBit(type)))
    return problem(isWiderInteger(type, expected) ? Mismatch::WiderType : Mismatch::Type, id,
                   expected);
  if (isTypedRegister(type, expected))
    return problem(Mismatch::TypedRegister, id, expected);
  if (length > 1 && expected.checked & OperandKind::whole)
    return problem(Mismatch::ExpandedVector, id, expected);
  return fits();
}

bool ptx::isComponent(StringRef name, unsigned length) {
  size_t index = StringRef("xyzw").find(name);
  if (index == StringRef::npos)
    index = StringRef("rgba").find(name);
  return name.size() == 1 && index < length;
}

OperandProblem OperandMatcher::matchSpecial(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  const SpecialRegisterInfo &reg = info(scope.binding(id).specialRegister());
  if (expected.info->written)
    return problem(Mismatch::Written, id, expected);
  if (!(expected.info->kinds & OperandKind::special) || expected.checked & OperandKind::special)
    return problem(Mismatch::SpecialRegister, id, expected);
  if (e.kind == ExprKind::Member && reg.components == 1)
    return problem(Mismatch::SpecialRegister, id, expected);
  if (e.kind == ExprKind::Member &&
      !isComponent(unit.text(e.component()).drop_front(), reg.components))
    return problem(Mismatch::Component, id, expected);
  bool isVector = reg.components > 1 && e.kind == ExprKind::Name;
  if (isVector ? !expected.shape.takes(reg.components) : !expected.takesScalar())
    return problem(Mismatch::VectorSize, id, expected);
  std::optional<TypeId> type = expected.shape.type;
  if (!type)
    return fits();
  // A vector whose total width is that of the type.
  if (isVector && expected.info->split)
    return expected.registersOf(reg.components) & typeBit(reg.type)
               ? fits()
               : problem(Mismatch::Type, id, expected);
  TypeSet readAs = reg.alsoReadAs | typeBit(reg.type);
  // If a register may be wider than the type, this one may, too.
  if (expected.shape.wider && readAs & expected.registersOf(1))
    return fits();
  // Any integer type of the same width matches.
  const TypeInfo &wanted = info(*type);
  for (const TypeInfo &as : allTypes())
    if (readAs & typeBit(as.id) && as.width == wanted.width &&
        (wanted.kind == as.kind ||
         (wanted.kind <= TypeKind::Signed && as.kind <= TypeKind::Signed)))
      return fits();
  return problem(Mismatch::Type, id, expected);
}

/// Whether a variable is a texture, a sampler or a surface, or an array of them.
static bool isOpaque(const Symbol &symbol) {
  return symbol.type && info(*symbol.type).kind == TypeKind::Opaque;
}

/// A variable in memory: only its name, or with an offset or an index.
OperandProblem OperandMatcher::matchSymbol(ExprId id, const Symbol &symbol,
                                           const ExpectedOperand &expected) const {
  if (!(expected.info->kinds & OperandKind::symbol))
    return problem(Mismatch::Kind, id, expected);
  if (expected.isOpaque() && symbol.type && !(expected.objects() & typeBit(*symbol.type)))
    return problem(Mismatch::Object, id, expected);
  if (expected.isOpaque() && symbol.array)
    return problem(Mismatch::ObjectArray, id, expected);
  bool isInSpace = !expected.spaces || expected.inSpace(symbol.space);
  if (!expected.isOpaque() && isOpaque(symbol) && expected.shape.type != TypeId::u64 &&
      (isInSpace || !symbol.array))
    return problem(Mismatch::ObjectAddress, id, expected);
  if (!isInSpace)
    return problem(Mismatch::Space, unit[id].kind == ExprKind::Offset ? unit[id].lhs() : id,
                   expected);
  return fits();
}

/// The operand kind of a name that is not a variable.
static uint32_t kindOf(SymbolKind kind) {
  switch (kind) {
  case SymbolKind::Variable:
    return 0;
  case SymbolKind::Function:
  case SymbolKind::Entry:
    return OperandKind::function;
  case SymbolKind::Label:
    return OperandKind::label;
  case SymbolKind::MetadataLabel:
    return OperandKind::metadata;
  case SymbolKind::CallPrototype:
    return OperandKind::callprototype;
  case SymbolKind::CallTargets:
    return OperandKind::calltargets;
  case SymbolKind::BranchTargets:
    return OperandKind::branchtargets;
  }
  return 0;
}

/// Whether the label is also the name of a `.metadata_label`, and `ptxas` does not yet know the
/// code label at `use`.
static bool isMetadataLabel(const BodyScope &scope, ExprId use, const Symbol &label) {
  const SymbolTable &names = scope.moduleNames();
  std::optional<uint32_t> other = names.find(label.name, scope.functionPosition());
  return other && names[*other].kind == SymbolKind::MetadataLabel &&
         scope.unit.range(use).begin < label.range.begin;
}

OperandProblem OperandMatcher::matchName(ExprId id, const ExpectedOperand &expected) const {
  SymbolRef ref = scope.binding(id);
  if (!ref)
    return fits();
  if (ref.isSpecial())
    return matchSpecial(id, expected);
  const Symbol &symbol = *scope.symbol(ref);
  if (symbol.kind == SymbolKind::Label && expected.info->kinds & OperandKind::metadata &&
      isMetadataLabel(scope, id, symbol))
    return fits();
  if (symbol.kind != SymbolKind::Variable)
    return expected.info->kinds & kindOf(symbol.kind) ? fits()
                                                      : problem(Mismatch::Kind, id, expected);
  if (symbol.isMemory())
    return matchSymbol(id, symbol, expected);
  return symbol.type ? matchRegister(id, *symbol.type, symbol.vectorLength, expected) : fits();
}

/// The mismatch of `.component` for a register without a selected part, if any.
static std::optional<Mismatch> selectionProblem(StringRef component, const Symbol &symbol) {
  if (symbol.vectorLength == 1)
    return Mismatch::Selector;
  if (!isComponent(component, symbol.vectorLength))
    return Mismatch::Component;
  return std::nullopt;
}

/// An element of a vector register of the right type.
static OperandProblem matchComponent(ExprId id, const ExpectedOperand &expected) {
  return expected.checked & OperandKind::component
             ? problem(Mismatch::ExpandedComponent, id, expected)
             : fits();
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
  if (std::optional<Mismatch> what = selectionProblem(component, symbol))
    return problem(*what, id, expected);
  OperandProblem p = matchRegister(id, *symbol.type, 1, expected);
  return p.what == Mismatch::None ? matchComponent(id, expected) : p;
}

static bool takesLiteral(const ExpectedOperand &expected, const Constant &value) {
  if (value.isInteger())
    return expected.immediates.integer;
  return value.kind == Constant::Kind::Single ? expected.immediates.single
                                              : expected.immediates.wide;
}

std::optional<unsigned> OperandMatcher::integerWidth(const ExpectedOperand &expected,
                                                     size_t count) {
  const OperandShape &shape = expected.shape;
  if (!shape.type)
    return std::nullopt;
  const TypeInfo &type = info(*shape.type);
  if (type.kind > TypeKind::Signed || type.lanes != 1)
    return std::nullopt;
  unsigned width = shape.twice ? 2 * type.width : type.width;
  return expected.info->split ? width / static_cast<unsigned>(count) : width;
}

/// Whether the value is not an integer that is wider than `width`.
static bool fitsIn(const Constant &value, std::optional<unsigned> width) {
  return !width || !value.isInteger() || fitsWidth(value, *width);
}

OperandProblem OperandMatcher::matchConstant(ExprId id, const ExpectedOperand &expected) const {
  const OperandInfo &operand = *expected.info;
  // A predicate may also be a number. (Manual 6.1)
  if (!(operand.kinds & OperandKind::immediate))
    return problem(Mismatch::Kind, id, expected);
  if (!expected.takesScalar())
    return problem(Mismatch::VectorSize, id, expected);
  if (!expected.shape.type)
    return fits();
  std::optional<Constant> value = scope.constant(id);
  if (!value)
    return fits(); // a missing value has a separate error
  if (!takesLiteral(expected, *value) ||
      (expected.checked & OperandKind::floating && !value->isInteger()))
    return problem(Mismatch::Literal, id, expected);
  if (operand.typed && expected.shape.lengths) // which could be a vector
    return problem(Mismatch::NumbersAlone, id, expected);
  if (expected.checked & OperandKind::immediate && operand.kinds & OperandKind::predicate)
    return problem(Mismatch::PredicateNumber, id, expected);
  const OperandShape &shape = expected.shape;
  if (!value->isInteger())
    return fits();
  OperandProblem width =
      fitsIn(*value, integerWidth(expected)) ? fits() : problem(Mismatch::Width, id, expected);
  if (shape.min > shape.max)
    return width;
  // If there is no maximum, `ptxas` treats a negative number as a large unsigned one, unless 0 is
  // out of range.
  bool isUnlimited = shape.max == OperandInfo::unlimited && shape.min >= 0;
  int64_t number = value->asSigned();
  if (number < 0 && expected.checked & OperandKind::width)
    return problem(Mismatch::Range, id, expected);
  bool isWithin =
      isUnlimited
          ? (number >= 0 || shape.min == 0) && value->bits >= static_cast<uint64_t>(shape.min) &&
                (value->bits - shape.min) % shape.step == 0
          : number >= shape.min && number <= shape.max && (number - shape.min) % shape.step == 0;
  return isWithin ? width : problem(Mismatch::Range, id, expected);
}

/// `!%p` or `-%r`; for numbers the result of `!` and `-` is a constant.
OperandProblem OperandMatcher::matchNegation(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  const Expr &child = unit[e.child()];
  if (child.kind != ExprKind::Name && child.kind != ExprKind::Member)
    return matchConstant(id, expected);
  if (!scope.binding(e.child()))
    return fits();
  const Symbol *symbol = scope.symbol(scope.binding(e.child()));
  bool can = symbol && symbol->isRegister() && !expected.info->written &&
             (e.op() == TokenKind::Not
                  ? isPredicateOperand(expected) && symbol->type == TypeId::pred
                  : expected.info->signable && !(symbol->type && info(*symbol->type).lanes > 1));
  if (!can)
    return problem(Mismatch::Negation, id, expected);
  return child.kind == ExprKind::Name ? matchName(e.child(), expected)
                                      : matchMember(e.child(), expected);
}

//===-- Vectors -------------------------------------------------------------------------------===//

/// A 256-bit store can leave some elements in memory unchanged. (Manual 9.7.9.11)
static bool leavesGaps(const ExpectedOperand &expected) {
  constexpr unsigned widestVector = 256;
  const OperandShape &shape = expected.shape;
  return expected.info->followsVec && shape.type &&
         shape.elements * info(*shape.type).width == widestVector;
}

/// `mov` packs special registers as it moves them. (Manual 9.7.9.3, 9.7.9.4)
OperandProblem OperandMatcher::matchSpecialElement(ExprId id, unsigned count,
                                                   const ExpectedOperand &expected) const {
  if (expected.info->written)
    return problem(Mismatch::Written, id, expected);
  const SpecialRegisterInfo &reg = info(scope.binding(id).specialRegister());
  bool isMember = unit[id].kind == ExprKind::Member;
  bool isScalar =
      isMember != (reg.components == 1) &&
      (!isMember || isComponent(unit.text(unit[id].component()).drop_front(), reg.components));
  bool packs = expected.info->split && expected.info->kinds & OperandKind::special;
  return packs && isScalar && expected.registersOf(count) & typeBit(reg.type)
             ? fits()
             : problem(Mismatch::SpecialRegister, id, expected);
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
      return matchSpecialElement(id, count, expected);
    if (!symbol->isRegister())
      return problem(Mismatch::Kind, id, expected);
    if (e.kind == ExprKind::Name && symbol->vectorLength > 1)
      return problem(Mismatch::VectorSize, id, expected);
    if (e.kind == ExprKind::Member)
      if (std::optional<Mismatch> what =
              selectionProblem(unit.text(e.component()).drop_front(), *symbol))
        return problem(*what, id, expected);
    if (symbol->type && !(expected.registersOf(count) & typeBit(*symbol->type)))
      return problem(Mismatch::Type, id, expected);
    if (symbol->type && isTypedRegister(*symbol->type, expected))
      return problem(Mismatch::TypedRegister, id, expected);
    return e.kind == ExprKind::Member ? matchComponent(id, expected) : fits();
  }
  if (!(expected.info->kinds & OperandKind::immediate) || expected.checked & OperandKind::immediate)
    return problem(Mismatch::Kind, id, expected);
  std::optional<Constant> value = scope.constant(id);
  if (!value || !expected.shape.type)
    return fits();
  if (isCheckedDecimal(*value, expected))
    return problem(Mismatch::Literal, id, expected);
  // An operand that represents the elements of a register has many possible types.
  if (expected.info->split || takesLiteral(expected, *value))
    return fits();
  return problem(Mismatch::Literal, id, expected);
}

/// In `ptxas`, the first element determines the type of the vector; for some types a number cannot
/// be the first one.
bool OperandMatcher::beginsWithNumber(llvm::ArrayRef<ExprId> elements,
                                      const ExpectedOperand &expected) const {
  return expected.checked & OperandKind::leading && isNumber(unit, elements.front());
}

/// Whether `count` floating-point numbers fill a register of `type`. For `ptxas` each is as wide as
/// the last one: `0f...` has 32 bits, and other literals have 64.
static bool fillsRegister(const Constant &last, unsigned count, TypeId type) {
  unsigned each = last.kind == Constant::Kind::Single ? 32 : 64;
  return each * count == static_cast<unsigned>(info(type).width);
}

OperandProblem OperandMatcher::matchVector(ExprId id, const ExpectedOperand &expected) const {
  llvm::ArrayRef<ExprId> elements = unit.list(unit[id].list());
  auto count = static_cast<unsigned>(elements.size());
  // `ptxas` accepts one register in braces where a vector could be.
  bool single = count == 1 && expected.info->followsVec && expected.takesScalar();
  bool isBraced = count == 1 && expected.checked & OperandKind::braced;
  if (isBraced || (!single && !expected.shape.takes(count)))
    return problem(expected.info->kinds & (OperandKind::register_ | OperandKind::predicate)
                       ? Mismatch::VectorSize
                       : Mismatch::Kind,
                   id, expected);
  bool allSinks = true, hasRegister = false, hasNumber = false;
  ExprId component;
  for (ExprId element : elements) {
    if (OperandProblem p = matchElement(element, count, expected); p.what != Mismatch::None) {
      p.vector = id;
      return p;
    }
    ExprKind kind = unit[element].kind;
    allSinks &= kind == ExprKind::Sink;
    hasRegister |= kind == ExprKind::Name || kind == ExprKind::Member;
    hasNumber |= isNumber(unit, element);
    if (kind == ExprKind::Member)
      component = element;
  }
  if (expected.info->typed && !hasRegister)
    return problem(Mismatch::NumbersAlone, id, expected);
  if (beginsWithNumber(elements, expected))
    return problem(Mismatch::NumberFirst, elements.front(), expected);
  if (allSinks)
    return problem(Mismatch::Sink, id, expected);
  if (ExprId odd; !commonType(scope, elements.drop_front(expected.selectsLayer()), odd) && odd)
    return problem(Mismatch::MixedTypes, odd, expected);
  if (hasNumber && component)
    return problem(Mismatch::NumberAndComponent, component, expected);
  if (std::optional<Constant> last = scope.constant(elements.back());
      expected.info->split && !hasRegister && last && !last->isInteger() &&
      !fillsRegister(*last, count, *expected.shape.type))
    return problem(Mismatch::NumbersAlone, id, expected);
  return hasNumber ? matchWidths(id, expected) : fits();
}

/// Checks the widths of numbers in a vector that matches otherwise.
OperandProblem OperandMatcher::matchWidths(ExprId vector, const ExpectedOperand &expected) const {
  llvm::ArrayRef<ExprId> elements = unit.list(unit[vector].list());
  for (ExprId element : elements)
    if (std::optional<Constant> value = scope.constant(element);
        value && !fitsIn(*value, integerWidth(expected, elements.size()))) {
      OperandProblem p = problem(Mismatch::Width, element, expected);
      p.vector = vector;
      return p;
    }
  return fits();
}

//===-- Addresses -----------------------------------------------------------------------------===//

/// The mismatch of a register of `type` in an address.
static Mismatch addressMismatch(TypeId type, const ExpectedOperand &expected) {
  const OperandShape &shape = expected.shape;
  if (shape.type || !(addressTypes() & typeBit(type)))
    return Mismatch::AddressType;
  bool isNarrow = shape.min <= shape.max && info(type).width < static_cast<unsigned>(shape.min);
  return isNarrow ? Mismatch::AddressWidth : Mismatch::AddressSize;
}

/// The operand before `+` in an address, or the whole address.
OperandProblem OperandMatcher::matchAddressBase(ExprId id, const ExpectedOperand &expected) const {
  SymbolRef ref = scope.binding(id);
  if (!ref) // an unknown name, or a number in a list
    return unit[id].kind == ExprKind::Name ? fits() : problem(Mismatch::FixedAddress, id, expected);
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol || symbol->kind != SymbolKind::Variable)
    return problem(Mismatch::Kind, id, expected);
  if (!symbol->type)
    return fits();
  if (symbol->isMemory()) {
    // For `ptxas`, an array of objects is in global memory, like other arrays.
    if (isOpaque(*symbol) && (!symbol->array || expected.inSpace(symbol->space)))
      return problem(Mismatch::ObjectAccess, id, expected);
    if (!expected.inSpace(symbol->space))
      return problem(Mismatch::Space, id, expected);
    return expected.checked & OperandKind::symbol ? problem(Mismatch::VariableAddress, id, expected)
                                                  : fits();
  }
  if (symbol->vectorLength > 1)
    return problem(Mismatch::AddressType, id, expected);
  if (!(expected.registers & typeBit(*symbol->type)))
    return problem(addressMismatch(*symbol->type, expected), id, expected);
  if (isTypedRegister(*symbol->type, expected))
    return problem(Mismatch::TypedRegister, id, expected);
  return fits();
}

/// `x[i]`: an element of an array in memory, by a number or a register. (Manual 6.4.2)
OperandProblem OperandMatcher::matchIndexed(ExprId id, const ExpectedOperand &expected) const {
  SymbolRef ref = scope.binding(id);
  if (!ref)
    return fits();
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol || !symbol->isMemory() || !symbol->array)
    return problem(Mismatch::NoArray, id, expected);
  ExprId index = unit[id].child();
  const Expr &e = unit[index];
  ExprId name = e.kind == ExprKind::Offset ? e.lhs() : index;
  if (unit[name].kind == ExprKind::Name) {
    const Symbol *by = scope.symbol(scope.binding(name));
    bool isInteger = by && by->isRegister() && by->vectorLength == 1 &&
                     (!by->type || addressTypes() & typeBit(*by->type));
    if (scope.binding(name) && !isInteger)
      return problem(Mismatch::Index, name, expected);
  } else if (std::optional<Constant> value = scope.constant(index); value && !value->isInteger()) {
    return problem(Mismatch::Index, index, expected);
  }
  if (expected.info->kinds & OperandKind::address)
    return matchAddressBase(id, expected);
  return matchSymbol(id, *symbol, expected);
}

/// Whether a variable has `.attribute(.unified(…))`. (Manual 5.4.8)
static bool isUnified(const Symbol &symbol) {
  const SyntaxUnit &unit = *symbol.unit;
  for (DirectiveId qualifier : unit[symbol.variable].qualifiers)
    for (ExprId id : unit.list(unit[qualifier].operands))
      if (unit[id].kind == ExprKind::Attribute && unit.text(unit[id].token) == ".unified")
        return true;
  return false;
}

OperandProblem OperandMatcher::matchAddress(ExprId id, const ExpectedOperand &expected) const {
  if (!(expected.info->kinds & OperandKind::address))
    return problem(Mismatch::Kind, id, expected);
  const Expr &e = unit[id];
  llvm::ArrayRef<ExprId> list = unit.list(e.list());
  if (list.size() != 1)
    return problem(Mismatch::Kind, id, expected);
  const Expr &inner = unit[list[0]];
  if (inner.kind == ExprKind::Offset)
    return matchAddressBase(inner.lhs(), expected);
  if (inner.kind == ExprKind::Name)
    return matchAddressBase(list[0], expected);
  std::optional<Constant> number = scope.constant(list[0]);
  if (!number || !number->isInteger() || expected.shape.type)
    return problem(Mismatch::Kind, list[0], expected);
  constexpr uint8_t local = 1u << static_cast<unsigned>(StateSpace::Local);
  bool isTaken = expected.spaces == local || expected.info->alsoTaken & OperandKind::immediate;
  return isTaken ? fits() : problem(Mismatch::FixedAddress, list[0], expected);
}

/// `[a].unified`: the address is generic or in global memory; a variable must be declared with
/// `.unified`. (Manual 9.7.9.8)
OperandProblem OperandMatcher::matchQualified(ExprId id, const ExpectedOperand &expected) const {
  ExprId address = unit[id].child();
  if (OperandProblem p = matchAddress(address, expected); p.what != Mismatch::None)
    return p;
  ExprId base = unit.list(unit[address].list())[0];
  if (unit[base].kind == ExprKind::Offset)
    base = unit[base].lhs();
  const Symbol *symbol = scope.symbol(scope.binding(base));
  return symbol && symbol->isMemory() && !isUnified(*symbol)
             ? problem(Mismatch::Qualifier, base, expected)
             : fits();
}

//===-- All kinds -----------------------------------------------------------------------------===//

/// `p|q`: the second is a predicate that the instruction also writes.
OperandProblem OperandMatcher::matchPair(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  if (expected.info->pairedPredicate == PairedPredicate::None)
    return problem(Mismatch::Pair, id, expected);
  // An accepted mismatch of the first operand must not hide one of the second, so the second is
  // checked first.
  bool isPredicate = false;
  if (unit[e.rhs()].kind == ExprKind::Sink) {
    isPredicate = expected.info->pairedPredicate == PairedPredicate::Optional;
  } else {
    SymbolRef ref = scope.binding(e.rhs());
    const Symbol *symbol = scope.symbol(ref);
    isPredicate = !ref || (symbol && symbol->isRegister() && symbol->vectorLength == 1 &&
                           (!symbol->type || symbol->type == TypeId::pred));
  }
  return isPredicate ? matchFirst(e.lhs(), expected) : problem(Mismatch::Pair, e.rhs(), expected);
}

/// The operand before `|`, or the only destination.
OperandProblem OperandMatcher::matchFirst(ExprId id, const ExpectedOperand &expected) const {
  switch (unit[id].kind) {
  case ExprKind::Name:
    return matchName(id, expected);
  case ExprKind::Sink:
    return expected.info->kinds & OperandKind::sink || leavesGaps(expected)
               ? fits()
               : problem(Mismatch::Sink, id, expected);
  default:
    return matchOne(id, expected);
  }
}

OperandProblem OperandMatcher::matchOne(ExprId id, const ExpectedOperand &expected) const {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
    if (expected.info->pairedPredicate == PairedPredicate::Required)
      return problem(Mismatch::PairMissing, id, expected);
    return matchName(id, expected);
  case ExprKind::Member:
    if (expected.info->pairedPredicate == PairedPredicate::Required)
      return problem(Mismatch::PairMissing, id, expected);
    return matchMember(id, expected);
  case ExprKind::Sink:
    if (expected.info->pairedPredicate == PairedPredicate::Required)
      return problem(Mismatch::PairMissing, id, expected);
    return matchFirst(id, expected);
  case ExprKind::Offset: {
    const Symbol *symbol = scope.symbol(scope.binding(e.lhs()));
    if (!scope.binding(e.lhs()))
      return fits();
    if (symbol && symbol->isMemory() && !expected.isOpaque())
      return matchSymbol(id, *symbol, expected);
    return problem(Mismatch::Kind, id, expected);
  }
  case ExprKind::Index:
    if (!(expected.info->kinds & (OperandKind::symbol | OperandKind::address)))
      return scope.binding(id) ? problem(Mismatch::Kind, id, expected) : fits();
    return matchIndexed(id, expected);
  case ExprKind::Unary:
    return matchNegation(id, expected);
  case ExprKind::Vector:
    return matchVector(id, expected);
  case ExprKind::Address:
    return matchAddress(id, expected);
  case ExprKind::Qualified:
    return matchQualified(id, expected);
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
  if (unit[id].kind == ExprKind::Index && first.info->kinds & OperandKind::address &&
      !signature.view.form->has(Trait::TakesElement)) // loads and stores accept it (Manual 6.4.2)
    return problem(Mismatch::Kind, id, first);
  if (!place.bracketed)
    return matchOne(id, first);
  if (place.count == 1 && first.info->kinds & OperandKind::address)
    return matchOne(id, first);
  const Expr &e = unit[id];
  if (e.kind != ExprKind::Address)
    return problem(Mismatch::Brackets, id, first);
  llvm::ArrayRef<ExprId> list = unit.list(e.list());
  if (list.size() != place.count)
    return problem(Mismatch::BracketCount, id, first);
  // An accepted mismatch of one part must not hide a mismatch of the others.
  OperandProblem accepted;
  for (unsigned i = 0; i != place.count; ++i) {
    const ExpectedOperand &expected = signature.operands[place.first + i];
    // The address in a list has no separate brackets.
    OperandProblem p = expected.info->kinds & OperandKind::address
                           ? matchAddressBase(list[i], expected)
                           : matchOne(list[i], expected);
    if (p.what == Mismatch::None)
      continue;
    if (!PtxasOperandRules(*this, signature).accepts(id, p))
      return p;
    if (accepted.what == Mismatch::None)
      accepted = p;
  }
  return accepted;
}
