// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Each kind has a probe in test/Sema/Inputs/unchecked.tsv, and test/Agreement/claims.py asks
// `ptxas` about random operands that are accepted here.

#include "ptx/Sema/Operands/PtxasOperandRules.h"
#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Operands/ElementClass.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;

//===-- What an operand is --------------------------------------------------------------------===//

bool PtxasValue::isScalar() const {
  if (isSum || length > 1)
    return false;
  switch (kind) {
  case Register:
  case Component:
  case Part:
  case Special:
    return true;
  case Variable:
    return type && !symbol->array;
  default:
    return false;
  }
}

/// Whether `.x` and similar selectors select an element of a vector in `ptxas`.
static bool selectsElement(const SyntaxUnit &unit, const Expr &member) {
  return isComponent(unit.text(member.component()).drop_front(), 4);
}

/// Whether `.b0`, `.h10` and similar selectors select bytes or halves of a 32-bit register.
static bool selectsPart(const SyntaxUnit &unit, const Expr &member, const Symbol &symbol) {
  llvm::StringRef word = unit.text(member.component()).drop_front();
  size_t most = word.starts_with("b") ? 4 : word.starts_with("h") ? 2 : 0;
  llvm::StringRef parts = word.drop_front();
  return symbol.isRegister() && info(*symbol.type).width == 32 && !parts.empty() &&
         parts.size() <= most && llvm::all_of(parts, llvm::isDigit);
}

/// The kind of a name with or without a selector that is not a special register.
static PtxasValue::Kind kindOf(const BodyScope &scope, ExprId id, const Symbol &symbol) {
  const Expr &e = scope.unit[id];
  bool isMember = e.kind == ExprKind::Member;
  if (symbol.isFunction())
    return isMember ? PtxasValue::Other : PtxasValue::Function;
  if (symbol.kind == SymbolKind::Label && !isMember)
    return scope.unit.range(id).begin < symbol.range.begin ? PtxasValue::LaterLabel
                                                           : PtxasValue::Label;
  if (symbol.kind != SymbolKind::Variable || !symbol.type)
    return PtxasValue::Other;
  if (isMember && symbol.vectorLength > 1)
    return selectsElement(scope.unit, e) && !symbol.array ? PtxasValue::Component
                                                          : PtxasValue::Other;
  if (isMember)
    return selectsPart(scope.unit, e, symbol) ? PtxasValue::Part : PtxasValue::Other;
  if (!symbol.isMemory())
    return PtxasValue::Register;
  bool isObject = info(*symbol.type).kind == TypeKind::Opaque && !symbol.array;
  return isObject ? PtxasValue::Object : PtxasValue::Variable;
}

/// A name, possibly with a selector.
PtxasValue PtxasOperandRules::readName(ExprId id) const {
  PtxasValue value;
  SymbolRef ref = scope.binding(id);
  bool isMember = unit[id].kind == ExprKind::Member;
  if (ref.isSpecial()) {
    const SpecialRegisterInfo &reg = info(ref.specialRegister());
    if (isMember && (reg.components == 1 || !selectsElement(unit, unit[id])))
      return value;
    value.kind = PtxasValue::Special;
    value.type = untyped(reg.type);
    value.length = isMember ? 1 : reg.components;
    return value;
  }
  value.symbol = scope.symbol(ref);
  if (!value.symbol)
    return value;
  value.kind = kindOf(scope, id, *value.symbol);
  value.type = value.symbol->type;
  value.length = value.kind == PtxasValue::Component ? 1 : value.symbol->vectorLength;
  return value;
}

PtxasValue PtxasOperandRules::read(ExprId id) const {
  PtxasValue value;
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
  case ExprKind::Member:
    return readName(id);
  case ExprKind::Sink:
    value.kind = PtxasValue::Sink;
    return value;
  case ExprKind::Offset:
    if (unit[e.lhs()].kind == ExprKind::Name)
      value = readName(e.lhs());
    value.isSum = true;
    return value;
  default:
    break;
  }
  if (std::optional<Constant> constant = scope.constant(id)) {
    value.kind = constant->isInteger()                      ? PtxasValue::Integer
                 : constant->kind == Constant::Kind::Single ? PtxasValue::Single
                                                            : PtxasValue::Decimal;
    if (value.kind == PtxasValue::Single)
      value.type = TypeId::f32;
  }
  return value;
}

//===-- The types that are compared -----------------------------------------------------------===//

/// Whether the operand can be an integer literal.
static bool takesIntegers(const ExpectedOperand &expected) {
  return expected.info->kinds & OperandKind::immediate && expected.immediates.integer;
}

/// Whether the operand is one or two bfloat16 in a computation, and the release of `ptxas` is an
/// earlier one that treats bfloat16 differently from other numbers.
static bool isBfloat(const Signature &signature, const ExpectedOperand &expected) {
  if (knows(signature.view.release, PtxasChange::OrdinaryBfloats))
    return false;
  bool accessesMemory = llvm::any_of(signature.operands, [](const ExpectedOperand &operand) {
    return operand.info->kinds & OperandKind::address;
  });
  std::optional<TypeId> type = expected.shape.type;
  return !accessesMemory && (type == TypeId::bf16 || type == TypeId::bf16x2);
}

/// Whether `ptxas` compares the type of an operand with certain types of registers, instead of its
/// class with the class of a modifier.
bool PtxasOperandRules::hasExactType(const ExpectedOperand &expected) const {
  return !expected.shape.type || expected.shape.plain || isBfloat(signature, expected);
}

/// Whether `ptxas` accepts a vector of `count` elements although no vector is expected.
bool PtxasOperandRules::takesBraces(unsigned count, const ExpectedOperand &expected) const {
  bool inBraces = isBfloat(signature, expected) || expected.info->alsoTaken & OperandKind::vector;
  return inBraces && (count == 1 || count == 2 || count == 4) && expected.takesScalar();
}

/// Whether `ptxas` compares the width of a whole vector with that of an untyped type: where `.vec`
/// can give the number of elements, and does not.
static bool comparesWhole(unsigned count, const ExpectedOperand &expected) {
  return expected.info->followsVec && !expected.shape.takes(count) &&
         classOf(*expected.shape.type).kind == ElementClass::Bits;
}

/// Whether a vector of `count` elements of `type` has this width.
static bool isWhole(TypeId type, unsigned count, const ExpectedOperand &expected) {
  return type != TypeId::pred &&
         info(type).width * count == static_cast<unsigned>(info(*expected.shape.type).width);
}

/// Whether a register of type `type` has the class of `wanted`, regardless of widths.
static bool isOfClass(TypeId type, TypeId wanted) {
  ElementClass::Kind kind = classOf(type).kind;
  switch (classOf(wanted).kind) {
  case ElementClass::Bits:
    return kind != ElementClass::Predicate;
  case ElementClass::Integer:
    return kind == ElementClass::Bits || kind == ElementClass::Integer ||
           kind == ElementClass::Packed;
  case ElementClass::Float:
    return kind == ElementClass::Bits || (kind == ElementClass::Float && wanted != TypeId::bf16);
  case ElementClass::Packed:
    return kind == ElementClass::Bits || (kind == ElementClass::Packed && wanted != TypeId::bf16x2);
  case ElementClass::Predicate:
    return kind == ElementClass::Predicate || kind == ElementClass::Packed;
  case ElementClass::None:
    return false;
  }
  return false;
}

/// Whether `ptxas` expects a register of `type`. It may also accept a predicate, which it keeps in
/// 32 bits.
static bool takesRegister(TypeId type, const ExpectedOperand &expected) {
  if (type == TypeId::pred && expected.info->alsoTaken & OperandKind::predicate)
    type = TypeId::b32;
  return expected.registersOf(0) & typeBit(type);
}

/// Whether `ptxas` accepts a predicate where another register is expected.
static bool takesPredicate(const ExpectedOperand &expected) {
  return !(expected.checked & OperandKind::predicate) && takesRegister(TypeId::pred, expected);
}

/// Whether `ptxas` accepts a register for two halves where a predicate is expected.
static bool takesHalvesForPredicate(const ExpectedOperand &expected) {
  return !(expected.checked & OperandKind::register_);
}

/// Whether `ptxas` can move a register of `type` into an address register, extending it as an
/// integer.
static bool isMovable(TypeId type, const ExpectedOperand &expected) {
  const TypeInfo &reg = info(type);
  return reg.width >= static_cast<unsigned>(expected.shape.min) &&
         (reg.width == static_cast<unsigned>(expected.shape.max) ||
          (reg.width < static_cast<unsigned>(expected.shape.max) &&
           classOf(type).kind <= ElementClass::Integer));
}

/// Whether a register or a special register with an offset has an accepted type. If that comes from
/// a modifier, `ptxas` does not check the width.
bool PtxasOperandRules::takesType(const PtxasValue &value, const ExpectedOperand &expected) const {
  uint32_t checked = expected.checked;
  if ((value.type == TypeId::pred && checked & OperandKind::predicate) ||
      (classOf(*value.type).kind == ElementClass::Float && checked & OperandKind::floating) ||
      (value.length > 1 && checked & OperandKind::whole))
    return false;
  if (expected.shape.type == TypeId::pred && classOf(*value.type).kind == ElementClass::Packed &&
      !takesHalvesForPredicate(expected))
    return false;
  bool isLength = expected.shape.takes(value.length > 1 ? value.length : 0) ||
                  (!(checked & OperandKind::vector) && takesBraces(value.length, expected));
  if (hasExactType(expected))
    return isLength && takesRegister(*value.type, expected);
  return (isLength || (expected.info->split && expected.takesScalar())) &&
         isOfClass(*value.type, *expected.shape.type);
}

//===-- Values --------------------------------------------------------------------------------===//

/// Whether `ptxas` accepts a function where a value is read.
bool PtxasOperandRules::takesFunction(const ExpectedOperand &expected) const {
  bool isExact = hasExactType(expected) && !expected.selectsLayer();
  return !isExact && !(expected.checked & OperandKind::function) && expected.takesScalar();
}

/// Whether `ptxas` accepts the operand where a value is read that is not an address: a function, or
/// a name with an offset.
bool PtxasOperandRules::takesValue(ExprId id, const ExpectedOperand &expected) const {
  if (!(expected.info->kinds & (OperandKind::register_ | OperandKind::predicate)) ||
      expected.info->written || expected.isOpaque())
    return false;
  PtxasValue value = read(id);
  uint32_t checked = expected.checked;
  if (value.isSum && checked & OperandKind::sum)
    return false;
  // Where `ptxas` checks for functions, it compares the state space, which a label does not have.
  bool hasSpace = expected.spaces && checked & OperandKind::function;
  switch (value.kind) {
  case PtxasValue::LaterLabel:
    return value.isSum && (hasSpace ? expected.takesScalar() : takesFunction(expected));
  case PtxasValue::Function:
    return !hasSpace && takesFunction(expected);
  case PtxasValue::Variable:
  case PtxasValue::Object: { // an address is a 32-bit number
    bool isNumber =
        takesIntegers(expected) || expected.info->alsoTaken & ~checked & OperandKind::moved;
    return value.isSum && isNumber && expected.takesScalar() &&
           expected.shape.type != TypeId::pred &&
           (!hasExactType(expected) || expected.registers & typeBit(TypeId::b32));
  }
  case PtxasValue::Special:
    return value.isSum && !hasSpace && takesType(value, expected);
  case PtxasValue::Register:
    return value.isSum && takesType(value, expected);
  default:
    return false;
  }
}

/// The name in `id`, without an offset or an index.
static const Symbol *symbolIn(const BodyScope &scope, ExprId id) {
  const Expr &e = scope.unit[id];
  return scope.symbol(scope.binding(e.kind == ExprKind::Offset ? e.lhs() : id));
}

/// Whether the array that contains the element `id` is valid as an address, or its name is valid as
/// the operand.
bool PtxasOperandRules::takesArray(ExprId id, const ExpectedOperand &expected) const {
  const Symbol *symbol = symbolIn(scope, id);
  if (!(expected.info->kinds & OperandKind::address))
    return !symbol || matcher.matchSymbol(id, *symbol, expected).what == Mismatch::None;
  Mismatch what = matcher.matchAddressBase(id, expected).what;
  return what == Mismatch::None || (what == Mismatch::ObjectAccess && symbol && symbol->array);
}

/// `ptxas` accepts any one-word operand as an index: a special register, a variable, a label.
bool PtxasOperandRules::takesIndex(ExprId id) const {
  if (unit[id].kind != ExprKind::Name)
    return false;
  PtxasValue value = read(id);
  switch (value.kind) {
  case PtxasValue::Special:
    return value.length == 1;
  case PtxasValue::Function:
  case PtxasValue::Register:
  case PtxasValue::Label:
    return false;
  default:
    return value.symbol;
  }
}

//===-- Vectors -------------------------------------------------------------------------------===//

/// The bit of `OperandKind` by which a record says that `ptxas` checks for an element like this.
static uint32_t checkOf(const PtxasValue &value) {
  switch (value.kind) {
  case PtxasValue::Special:
    return OperandKind::special;
  case PtxasValue::Component:
    return value.symbol->isMemory() ? OperandKind::component | OperandKind::symbol
                                    : OperandKind::component;
  case PtxasValue::Part:
    return OperandKind::component;
  case PtxasValue::Variable:
    return OperandKind::symbol;
  case PtxasValue::Integer:
  case PtxasValue::Single:
  case PtxasValue::Decimal:
    return OperandKind::immediate;
  default:
    return 0;
  }
}

/// Whether `ptxas` accepts the element of a vector, regardless of the others' types.
bool PtxasOperandRules::takesElement(ExprId id, bool besideNumber, uint32_t checked,
                                     const ExpectedOperand &expected) const {
  PtxasValue value = read(id);
  if (value.kind == PtxasValue::Sink)
    return expected.info->written && !expected.info->whole;
  if (checked & checkOf(value))
    return false;
  if (value.kind == PtxasValue::Part && checked & OperandKind::vector)
    return false;
  if (value.isNumber())
    return !expected.info->written &&
           !(checked & OperandKind::decimal && value.kind == PtxasValue::Decimal) &&
           !(checked & OperandKind::vector && value.kind == PtxasValue::Decimal);
  return value.isScalar() && !(unit[id].kind == ExprKind::Member && besideNumber) &&
         !(value.type && OperandMatcher::isTypedRegister(*value.type, expected));
}

/// In `ptxas`, the first element determines the type of the vector, and a floating-point number
/// cannot if the elements are of these types.
static bool beginsWithFloat(const PtxasValue &first, const Signature &signature,
                            const ExpectedOperand &expected) {
  std::optional<TypeId> type = expected.shape.type;
  return first.isFloat() && (type == TypeId::f16 || type == TypeId::b8 ||
                             (type == TypeId::b16 && signature.view.has(Modifier::f16)));
}

/// In `ptxas`, the type of a vector is the common type of its elements. It does not check whether
/// they are registers, nor the length in computations with bfloat16.
bool PtxasOperandRules::takesVector(llvm::ArrayRef<ExprId> elements,
                                    const ExpectedOperand &expected) const {
  uint32_t checked = expected.checked;
  bool asksForRegisters = checked & OperandKind::vector;
  if (asksForRegisters)
    checked |= OperandKind::special | OperandKind::symbol | OperandKind::predicate;
  auto count = static_cast<unsigned>(elements.size());
  if (checked & (count == 1 ? OperandKind::braced : OperandKind::several))
    return false;
  if (!expected.shape.takes(count) && (asksForRegisters || !takesBraces(count, expected)))
    return false;
  PtxasValue first = read(elements.front());
  if (expected.selectsLayer() && first.isFloat())
    return false;
  if (matcher.beginsWithNumber(elements, expected) || beginsWithFloat(first, signature, expected))
    return false;
  bool hasNumber = llvm::any_of(elements, [&](ExprId id) { return isNumber(unit, id); });
  if (!llvm::all_of(elements,
                    [&](ExprId id) { return takesElement(id, hasNumber, checked, expected); }))
    return false;
  bool hasPredicate = llvm::any_of(
      elements, [&](ExprId id) { return elementClass(scope, id).kind == ElementClass::Predicate; });
  return !(hasPredicate && checked & OperandKind::predicate) && takesVectorType(elements, expected);
}

/// Whether `ptxas` accepts the common type of the elements.
bool PtxasOperandRules::takesVectorType(llvm::ArrayRef<ExprId> elements,
                                        const ExpectedOperand &expected) const {
  PtxasValue first = read(elements.front());
  ExprId odd;
  std::optional<TypeId> type = commonType(scope, elements, odd);
  if (llvm::all_of(elements, [&](ExprId id) { return read(id).kind == PtxasValue::Single; }))
    type = TypeId::f32;
  if (!type) // only numbers, or incompatible types
    return !odd && takesIntegers(expected) && first.kind == PtxasValue::Integer;
  if (expected.checked & OperandKind::typed && type == expected.shape.type)
    return false;
  if (type == TypeId::pred)
    return expected.info->alsoTaken & OperandKind::predicate;
  const TypeInfo &wanted = info(*expected.shape.type);
  bool isBfloatVector = wanted.id == TypeId::bf16 || wanted.id == TypeId::bf16x2;
  // After an integer, `ptxas` does not check the widths of the other elements.
  if (first.kind == PtxasValue::Integer && !isBfloatVector &&
      classOf(*type).kind <= ElementClass::Integer) {
    // At least one factor must have the right width.
    bool isWide = llvm::any_of(elements, [&](ExprId element) {
      std::optional<TypeId> each = elementClass(scope, element).type;
      return each && info(*each).width == wanted.width;
    });
    return (isWide || !expected.info->typed) && isOfClass(*type, wanted.id);
  }
  // Integers count as bits, but not as two packed numbers.
  if (expected.info->followsVec && wanted.lanes == 1 && info(*type).width == wanted.width)
    type = untyped(*type);
  auto count = static_cast<unsigned>(elements.size());
  if (comparesWhole(count, expected))
    return isWhole(*type, count, expected);
  bool isSplit = expected.info->split || expected.shape.takes(count);
  return expected.registersOf(isSplit ? count : 0) & typeBit(*type);
}

/// Whether `ptxas` accepts an operand that is not a vector where one is expected.
bool PtxasOperandRules::takesScalar(ExprId id, const ExpectedOperand &expected) const {
  ExpectedOperand scalar = expected;
  scalar.shape.elements = 0;
  scalar.shape.lengths = 0;
  scalar.checked |= OperandKind::vector;
  OperandProblem problem = matcher.matchOne(id, scalar);
  return problem.what == Mismatch::None || accepts(id, problem);
}

//===-- Addresses -----------------------------------------------------------------------------===//

/// An address without brackets: a register, an object in the space of the address, either with an
/// offset, an element of such an object, or a floating-point number.
bool PtxasOperandRules::takesBareAddress(ExprId id, const ExpectedOperand &expected) const {
  // Whether `ptxas` moves the operand into a separate register.
  bool isMoved = expected.shape.min <= expected.shape.max;
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Unary && e.op() == TokenKind::Not && !isMoved &&
      read(e.child()).type == TypeId::pred)
    id = e.child();
  if (unit[id].kind == ExprKind::Index) {
    OperandProblem element = matcher.matchIndexed(id, expected);
    return element.what == Mismatch::None ||
           (element.what == Mismatch::Index && takesIndex(element.blamed) &&
            matcher.matchAddressBase(id, expected).what == Mismatch::None);
  }
  PtxasValue value = read(id);
  switch (value.kind) {
  case PtxasValue::Single:
  case PtxasValue::Decimal:
    return !isMoved;
  case PtxasValue::Special:
    return value.isSum && value.length == 1;
  case PtxasValue::Register:
  case PtxasValue::Component:
  case PtxasValue::Part:
    return value.length == 1 && (!isMoved || isMovable(*value.type, expected));
  case PtxasValue::Object:
    return !isMoved;
  case PtxasValue::Variable:
    return expected.inSpace(value.symbol->space);
  default:
    return false;
  }
}

/// Whether `ptxas` accepts the operand before `+` in an address, or the whole address, if its type
/// is not an address type. For a tensor map it accepts any register, and for tensor memory a
/// register to which it can add.
bool PtxasOperandRules::takesAddressBase(const PtxasValue &value, uint32_t checked,
                                         const ExpectedOperand &expected) const {
  if (value.kind == PtxasValue::Special) {
    bool isWide = expected.shape.min > expected.shape.max ||
                  info(*value.type).width >= static_cast<unsigned>(expected.shape.min);
    return expected.info->alsoTaken & ~checked & OperandKind::special && value.length == 1 &&
           value.type != TypeId::pred && isWide;
  }
  if (value.kind != PtxasValue::Register || !(expected.info->alsoTaken & OperandKind::register_) ||
      value.length > 1 || (value.type == TypeId::f16x2 && checked & OperandKind::packed))
    return false;
  const std::optional<TypeId> &wanted = expected.shape.type;
  if (!wanted && expected.shape.min <= expected.shape.max)
    return isMovable(*value.type, expected);
  return !wanted ||
         (info(*value.type).width == info(*wanted).width && isOfClass(*value.type, *wanted));
}

//===-- Mismatches ----------------------------------------------------------------------------===//

bool PtxasOperandRules::isWrapped(const BodyScope &scope, const OperandProblem &problem) {
  const OperandShape &shape = problem.expected->shape;
  std::optional<Constant> value = scope.constant(problem.blamed);
  bool isTaken =
      problem.expected->info->alsoTaken & ~problem.expected->checked & OperandKind::wrapped;
  if (!isTaken || !value)
    return false;
  int64_t low = static_cast<uint32_t>(value->bits);
  return low >= shape.min && (low <= shape.max || shape.max == OperandInfo::unlimited) &&
         (low - shape.min) % shape.step == 0;
}

/// Whether `ptxas` accepts an operand of an unexpected kind.
bool PtxasOperandRules::takesKind(ExprId id, const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  uint32_t taken = expected.info->alsoTaken;
  PtxasValue value = read(problem.blamed);
  bool isAddress = unit[id].kind == ExprKind::Address;
  if (isAddress && taken & OperandKind::function && !value.isSum) {
    bool isLabel = value.kind == PtxasValue::Label || value.kind == PtxasValue::LaterLabel;
    if (value.kind == PtxasValue::Function || (isLabel && taken & OperandKind::label))
      return true;
  }
  ExprKind kind = unit[problem.blamed].kind;
  if (isAddress && value.kind == PtxasValue::Special && kind == ExprKind::Name)
    return takesAddressBase(value, expected.checked, expected);
  // A literal `0f...` is like a register of its type.
  if (value.kind == PtxasValue::Single)
    return !expected.info->written && expected.takesScalar() &&
           expected.registersOf(0) & typeBit(TypeId::f32);
  bool isName = kind == ExprKind::Name || kind == ExprKind::Member || kind == ExprKind::Index ||
                kind == ExprKind::Offset;
  bool isBare = expected.info->kinds & OperandKind::address && !isAddress;
  if (taken & OperandKind::immediate && !isName && !isBare)
    return value.kind == PtxasValue::Integer;
  return takesValue(problem.blamed, expected);
}

/// Whether `ptxas` accepts `|_` after a name that matches alone, as the first operand.
bool PtxasOperandRules::takesPair(const OperandProblem &problem) const {
  const Expr &blamed = unit[problem.blamed];
  return blamed.kind == ExprKind::Pair && unit[blamed.rhs()].kind == ExprKind::Sink &&
         problem.expected == &signature.operands.front() &&
         unit[blamed.lhs()].kind == ExprKind::Name &&
         matcher.matchOne(blamed.lhs(), *problem.expected).what == Mismatch::None;
}

/// The part of `decidedByRecord` about operands that are not elements of a vector.
std::optional<bool> PtxasOperandRules::decidedByScalar(const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  PtxasValue value = read(problem.blamed);
  switch (problem.what) {
  case Mismatch::Selector:
    return false;
  case Mismatch::Component:
    return value.kind == PtxasValue::Component && !(expected.checked & OperandKind::component) &&
           matcher.matchRegister(problem.blamed, *value.type, 1, expected).what == Mismatch::None;
  case Mismatch::Sink:
    if (value.kind == PtxasValue::Sink)
      return expected.info->alsoTaken & OperandKind::sink;
    return std::nullopt;
  case Mismatch::Literal:
    return expected.info->alsoTaken & OperandKind::immediate && value.kind == PtxasValue::Integer;
  default:
    return std::nullopt;
  }
}

/// Whether `ptxas` accepts the mismatch, if the record or the reported part determines it; none if
/// it depends on the vector, or on the type of a value.
std::optional<bool> PtxasOperandRules::decidedByRecord(ExprId id,
                                                       const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  uint32_t taken = expected.info->alsoTaken;
  uint32_t checked = expected.checked;
  const Symbol *symbol = symbolIn(scope, problem.blamed);
  bool isArray = symbol && symbol->array;
  switch (problem.what) {
  case Mismatch::AddressType:
    return takesAddressBase(read(problem.blamed), checked, expected);
  case Mismatch::Space: // parameters and constants are excluded
    return taken & OperandKind::symbol && info(symbol->space).isGeneric;
  case Mismatch::Pair:
    return takesPair(problem);
  case Mismatch::Range:
    return taken & OperandKind::range || isWrapped(scope, problem);
  case Mismatch::ObjectAccess:
    return isArray || taken & ~checked & OperandKind::object;
  case Mismatch::ObjectAddress:
    return isArray;
  case Mismatch::NumbersAlone:
  case Mismatch::NumberFirst:
  case Mismatch::TypedRegister:
  case Mismatch::PredicateNumber:
  case Mismatch::ExpandedVector:
    return false;
  case Mismatch::Index:
    return takesIndex(problem.blamed) && takesArray(id, expected);
  case Mismatch::Width:
    return !(checked & OperandKind::width);
  case Mismatch::Negation: // of a predicate, where `ptxas` accepts one as any 32-bit register
    return unit[problem.blamed].op() == TokenKind::Not &&
           read(unit[problem.blamed].child()).type == TypeId::pred && takesPredicate(expected) &&
           expected.takesScalar() && !expected.info->written;
  default:
    return problem.vector ? std::nullopt : decidedByScalar(problem);
  }
}

bool PtxasOperandRules::accepts(ExprId id, const OperandProblem &problem) const {
  if (problem.what == Mismatch::Brackets || problem.what == Mismatch::BracketCount)
    return false;
  const ExpectedOperand &expected = *problem.expected;
  const Expr &blamed = unit[problem.blamed];
  uint32_t taken = expected.info->alsoTaken;
  if (taken & OperandKind::bare && unit[id].kind != ExprKind::Address && problem.blamed == id)
    return takesBareAddress(id, expected);
  if (taken & OperandKind::scalar && !expected.takesScalar() && !problem.vector &&
      blamed.kind != ExprKind::Vector && takesScalar(problem.blamed, expected))
    return true;
  if (std::optional<bool> decided = decidedByRecord(id, problem))
    return *decided;
  if (blamed.kind == ExprKind::Vector)
    return takesVector(unit.list(blamed.list()), expected);
  if (problem.vector)
    return takesVector(unit.list(unit[problem.vector].list()), expected);
  PtxasValue value = read(problem.blamed);
  bool isRegister = value.kind == PtxasValue::Register && !value.isSum;
  switch (problem.what) {
  case Mismatch::Type:
    if (expected.shape.type == TypeId::pred)
      return value.type == TypeId::f16x2 && takesHalvesForPredicate(expected) &&
             signature.view.has(Modifier::pred);
    return value.type == TypeId::pred && blamed.kind == ExprKind::Name && takesPredicate(expected);
  case Mismatch::VectorSize:
    if (!isRegister || value.length < 2 || !takesBraces(value.length, expected) ||
        expected.checked & (OperandKind::vector | OperandKind::whole))
      return false;
    if (comparesWhole(value.length, expected))
      return isWhole(*value.type, value.length, expected);
    return expected.registersOf(value.length) & typeBit(*value.type);
  case Mismatch::Kind:
    return takesKind(id, problem);
  default:
    return false;
  }
}
