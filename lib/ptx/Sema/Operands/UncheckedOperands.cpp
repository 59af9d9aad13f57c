// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What `ptxas` accepts as an operand although the manual does not. Each kind has a probe in
// test/Sema/Inputs/unchecked.tsv.

#include "ptx/Isa/Forms/PtxasChecks.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Operands/ElementClass.h"
#include "ptx/Sema/Operands/OperandMatcher.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;

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
static bool hasExactType(const Signature &signature, const ExpectedOperand &expected) {
  return !expected.shape.type || expected.shape.plain || isBfloat(signature, expected);
}

/// Whether `ptxas` accepts a vector of `count` elements although no vector is expected.
static bool takesBraces(unsigned count, const Signature &signature,
                        const ExpectedOperand &expected) {
  bool inBraces = isBfloat(signature, expected) || expected.info->alsoTaken & OperandKind::vector;
  return inBraces && (count == 1 || count == 2 || count == 4) && expected.takesScalar();
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

//===-- Vectors -------------------------------------------------------------------------------===//

/// Whether `.x` and similar selectors select an element in `ptxas`, which also accepts the third
/// and fourth element of a vector of two.
static bool selectsElement(const SyntaxUnit &unit, const Expr &member) {
  return isComponent(unit.text(member.component()).drop_front(), 4);
}

/// Whether `.b0`, `.h10` and similar selectors select bytes or halves of a 32-bit register, as in
/// video instructions. In `ptxas`, the vector element is then the register.
static bool selectsPart(const SyntaxUnit &unit, const Expr &member, const Symbol &symbol) {
  llvm::StringRef word = unit.text(member.component()).drop_front();
  size_t most = word.starts_with("b") ? 4 : word.starts_with("h") ? 2 : 0;
  llvm::StringRef parts = word.drop_front();
  return symbol.isRegister() && info(*symbol.type).width == 32 && !parts.empty() &&
         parts.size() <= most && llvm::all_of(parts, llvm::isDigit);
}

/// Whether `ptxas` accepts the label as a number: only before its definition.
static bool isLaterLabel(const BodyScope &scope, ExprId use, const Symbol &label) {
  return scope.unit.range(use).begin < label.range.begin;
}

/// Whether the element of a vector is a scalar with a type: a register, possibly with a selected
/// part, a special register, a component, or a variable that is not an array.
static bool isScalar(const BodyScope &scope, ExprId id) {
  const Expr &e = scope.unit[id];
  bool isMember = e.kind == ExprKind::Member;
  SymbolRef ref = scope.binding(id);
  if (ref.isSpecial()) {
    unsigned components = info(ref.specialRegister()).components;
    return isMember ? components > 1 && selectsElement(scope.unit, e) : components == 1;
  }
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol || symbol->kind != SymbolKind::Variable || !symbol->type ||
      info(*symbol->type).kind == TypeKind::Opaque || symbol->array)
    return false;
  if (!isMember || symbol->vectorLength == 1)
    return symbol->vectorLength == 1 && (!isMember || selectsPart(scope.unit, e, *symbol));
  return selectsElement(scope.unit, e);
}

/// Whether the scalar element is one of the `checked` kinds.
static bool isCheckedElement(const BodyScope &scope, ExprId id, uint32_t checked) {
  SymbolRef ref = scope.binding(id);
  if (ref.isSpecial())
    return checked & OperandKind::special;
  return (scope.unit[id].kind == ExprKind::Member && checked & OperandKind::component) ||
         (scope.symbol(ref)->isMemory() && checked & OperandKind::symbol);
}

/// In `ptxas`, the type of a vector is the common type of its elements. It does not check whether
/// they are registers, nor the length in computations with bfloat16.
bool OperandMatcher::isUncheckedVector(llvm::ArrayRef<ExprId> elements, const Signature &signature,
                                       const ExpectedOperand &expected) const {
  uint32_t checked = expected.checked;
  bool asksForRegisters = checked & OperandKind::vector;
  if (asksForRegisters)
    checked |= OperandKind::special | OperandKind::symbol | OperandKind::predicate;
  auto count = static_cast<unsigned>(elements.size());
  if (checked & (count == 1 ? OperandKind::braced : OperandKind::several))
    return false;
  if (!expected.shape.takes(count) &&
      (asksForRegisters || !takesBraces(count, signature, expected)))
    return false;
  if (std::optional<Constant> layer = scope.constant(elements.front());
      expected.selectsLayer() && layer && !layer->isInteger())
    return false;
  if (beginsWithNumber(elements, expected))
    return false;
  bool hasNumber = llvm::any_of(elements, [&](ExprId id) { return isNumber(unit, id); });
  for (ExprId element : elements) {
    ExprKind kind = unit[element].kind;
    if (kind == ExprKind::Member && hasNumber)
      return false;
    if (kind == ExprKind::Name || kind == ExprKind::Member) {
      std::optional<TypeId> elementType = elementClass(scope, element).type;
      if (!isScalar(scope, element) || isCheckedElement(scope, element, checked) ||
          (elementType && isTypedRegister(*elementType, expected)))
        return false;
    } else if (kind == ExprKind::Sink) {
      if (!expected.info->written || expected.info->whole)
        return false;
    } else {
      std::optional<Constant> value = scope.constant(element);
      if (expected.info->written || checked & OperandKind::immediate || !value ||
          isCheckedDecimal(*value, expected) ||
          (asksForRegisters && !value->isInteger() && value->kind != Constant::Kind::Single))
        return false;
    }
  }
  ExprId odd;
  std::optional<TypeId> type = commonType(scope, elements, odd);
  bool isSingle = llvm::all_of(elements, [&](ExprId id) {
    std::optional<Constant> value = scope.constant(id);
    return value && value->kind == Constant::Kind::Single;
  });
  if (isSingle) // literals `0f...` have a type, like registers
    type = TypeId::f32;
  if (!type) // only numbers, or incompatible types
    return !odd && takesIntegers(expected) &&
           elementClass(scope, elements.front()).kind == ElementClass::Integer;
  if (checked & OperandKind::typed && type == expected.shape.type)
    return false;
  bool hasPredicate = llvm::any_of(elements, [&](ExprId element) {
    return elementClass(scope, element).kind == ElementClass::Predicate;
  });
  if (hasPredicate && checked & OperandKind::predicate)
    return false;
  if (type == TypeId::pred)
    return expected.info->alsoTaken & OperandKind::predicate;
  // After an integer, `ptxas` does not check the widths of the other elements.
  std::optional<Constant> first = scope.constant(elements.front());
  bool isBfloatVector =
      expected.shape.type == TypeId::bf16 || expected.shape.type == TypeId::bf16x2;
  if (first && first->isInteger() && !isBfloatVector &&
      classOf(*type).kind <= ElementClass::Integer) {
    // At least one factor must have the right width.
    bool isWide = llvm::any_of(elements, [&](ExprId element) {
      std::optional<TypeId> each = elementClass(scope, element).type;
      return each && info(*each).width == info(*expected.shape.type).width;
    });
    return (isWide || !expected.info->typed) && isOfClass(*type, *expected.shape.type);
  }
  // Integers count as bits, but not as two packed numbers.
  const TypeInfo &wanted = info(*expected.shape.type);
  if (expected.info->followsVec && wanted.lanes == 1 && info(*type).width == wanted.width)
    type = untyped(*type);
  bool isSplit = expected.info->split || expected.shape.takes(count);
  return expected.registersOf(isSplit ? count : 0) & typeBit(*type);
}

//===-- Values --------------------------------------------------------------------------------===//

/// Whether a register of `type` is an expected one. A predicate, which `ptxas` keeps in 32 bits,
/// may also be accepted.
static bool takesRegister(TypeId type, const ExpectedOperand &expected) {
  if (type == TypeId::pred && expected.info->alsoTaken & OperandKind::predicate)
    type = TypeId::b32;
  return expected.registersOf(0) & typeBit(type);
}

/// A label, a function, or a register or variable with an offset, where a value is read. If the
/// type of the operand comes from a modifier, `ptxas` does not check the width of a sum.
bool OperandMatcher::isUncheckedValue(ExprId id, const Signature &signature,
                                      const ExpectedOperand &expected) const {
  if (!(expected.info->kinds & (OperandKind::register_ | OperandKind::predicate)) ||
      expected.info->written || expected.isOpaque())
    return false;
  const Expr &e = unit[id];
  uint32_t checked = expected.checked;
  uint32_t taken = expected.info->alsoTaken;
  bool isExact = hasExactType(signature, expected);
  if (e.kind == ExprKind::Name) {
    const Symbol *symbol = scope.symbol(scope.binding(id));
    return symbol && symbol->isFunction() && !isExact && !(checked & OperandKind::function) &&
           expected.takesScalar();
  }
  if (e.kind != ExprKind::Offset || unit[e.lhs()].kind != ExprKind::Name ||
      checked & OperandKind::sum)
    return false;
  SymbolRef ref = scope.binding(e.lhs());
  TypeId type = TypeId::b64;
  unsigned length = 1;
  if (ref.isSpecial()) {
    type = untyped(info(ref.specialRegister()).type);
    length = info(ref.specialRegister()).components;
  } else {
    const Symbol *base = scope.symbol(ref);
    if (!base)
      return false;
    if (base->isFunction() || base->kind == SymbolKind::Label)
      return !isExact && !(checked & OperandKind::function) && expected.takesScalar() &&
             (base->isFunction() || isLaterLabel(scope, id, *base));
    if (!base->type)
      return false;
    if (base->isMemory()) // an address is a 32-bit number
      return expected.takesScalar() &&
             (takesIntegers(expected) || taken & ~checked & OperandKind::moved) &&
             expected.shape.type != TypeId::pred &&
             (!isExact || expected.registers & typeBit(TypeId::b32));
    type = *base->type;
    length = base->vectorLength;
  }
  if ((type == TypeId::pred && checked & OperandKind::predicate) ||
      (length > 1 && checked & OperandKind::whole))
    return false;
  bool isLength = expected.shape.takes(length > 1 ? length : 0) ||
                  (!(checked & OperandKind::vector) && takesBraces(length, signature, expected));
  if (isExact)
    return isLength && takesRegister(type, expected);
  return (isLength || (expected.info->split && expected.takesScalar())) &&
         isOfClass(type, *expected.shape.type);
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

/// An address without brackets: a register, an object in the space of the address, either with an
/// offset, an element of such an object, or a floating-point number.
bool OperandMatcher::isUncheckedAddress(ExprId id, const ExpectedOperand &expected) const {
  // Whether `ptxas` moves the operand into a separate register.
  bool isMoved = expected.shape.min <= expected.shape.max;
  if (unit[id].kind == ExprKind::Unary && unit[id].op() == TokenKind::Not && !isMoved &&
      elementClass(scope, unit[id].child()).type == TypeId::pred)
    id = unit[id].child();
  const Expr &e = unit[id];
  bool isSum = e.kind == ExprKind::Offset;
  if (e.kind == ExprKind::Member)
    return !scope.binding(id).isSpecial() && isScalar(scope, id) &&
           (!isMoved || isMovable(*elementClass(scope, id).type, expected));
  if (e.kind == ExprKind::Index) {
    OperandProblem element = matchIndexed(id, expected);
    return element.what == Mismatch::None ||
           (element.what == Mismatch::Index && isUncheckedIndex(element.blamed) &&
            matchAddressBase(id, expected).what == Mismatch::None);
  }
  if (!isSum && e.kind != ExprKind::Name) {
    std::optional<Constant> value = scope.constant(id);
    return value && !value->isInteger() && !isMoved;
  }
  SymbolRef ref = scope.binding(isSum ? e.lhs() : id);
  if (ref.isSpecial())
    return isSum && info(ref.specialRegister()).components == 1;
  const Symbol *symbol = scope.symbol(ref);
  if (!symbol || symbol->kind != SymbolKind::Variable || !symbol->type)
    return false;
  if (!symbol->isMemory())
    return symbol->vectorLength == 1 && (!isMoved || isMovable(*symbol->type, expected));
  if (info(*symbol->type).kind == TypeKind::Opaque && !symbol->array)
    return !isMoved;
  return expected.inSpace(symbol->space);
}

/// `ptxas` accepts any one-word operand as an index: a special register, a variable, a label.
bool OperandMatcher::isUncheckedIndex(ExprId id) const {
  if (unit[id].kind != ExprKind::Name)
    return false;
  SymbolRef ref = scope.binding(id);
  if (ref.isSpecial())
    return info(ref.specialRegister()).components == 1;
  const Symbol *symbol = scope.symbol(ref);
  return symbol && !symbol->isFunction() && !symbol->isRegister() &&
         (symbol->kind != SymbolKind::Label || isLaterLabel(scope, id, *symbol));
}

/// Whether the named variable, possibly with an offset, is an array.
bool OperandMatcher::isArray(ExprId id) const {
  const Symbol *symbol =
      scope.symbol(scope.binding(unit[id].kind == ExprKind::Offset ? unit[id].lhs() : id));
  return symbol && symbol->array;
}

/// `ptxas` accepts the third and the fourth element of a vector of two.
bool OperandMatcher::isUncheckedComponent(ExprId id, const ExpectedOperand &expected) const {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  return symbol && symbol->vectorLength > 1 && symbol->type && selectsElement(unit, unit[id]) &&
         !(expected.checked & OperandKind::component) &&
         matchRegister(id, *symbol->type, 1, expected).what == Mismatch::None;
}

/// Whether `ptxas` accepts an operand that is not a vector where one is expected.
bool OperandMatcher::isUncheckedScalar(ExprId id, const Signature &signature,
                                       const ExpectedOperand &expected) const {
  ExpectedOperand scalar = expected;
  scalar.shape.elements = 0;
  scalar.shape.lengths = 0;
  scalar.checked |= OperandKind::vector;
  OperandProblem problem = matchOne(id, scalar);
  return problem.what == Mismatch::None || isUnchecked(id, signature, problem);
}

/// Whether the array that contains the element `id` is valid as an address, or its name is valid as
/// the operand.
bool OperandMatcher::isUncheckedArray(ExprId id, const ExpectedOperand &expected) const {
  if (!(expected.info->kinds & OperandKind::address)) {
    const Symbol *symbol = scope.symbol(scope.binding(id));
    return !symbol || matchSymbol(id, *symbol, expected).what == Mismatch::None;
  }
  Mismatch what = matchAddressBase(id, expected).what;
  return what == Mismatch::None || (what == Mismatch::ObjectAccess && isArray(id));
}

/// Whether `ptxas` accepts the register, whose type is not an address type. For a tensor map it
/// accepts any register, and for tensor memory one that it can add to.
bool OperandMatcher::isUncheckedAddressType(ExprId id, const ExpectedOperand &expected) const {
  const Symbol *symbol = scope.symbol(scope.binding(id));
  if (!(expected.info->alsoTaken & OperandKind::register_) || symbol->vectorLength > 1 ||
      (symbol->type == TypeId::f16x2 && expected.checked & OperandKind::packed))
    return false;
  const std::optional<TypeId> &wanted = expected.shape.type;
  if (!wanted && expected.shape.min <= expected.shape.max)
    return isMovable(*symbol->type, expected);
  return !wanted ||
         (info(*symbol->type).width == info(*wanted).width && isOfClass(*symbol->type, *wanted));
}

/// Whether the named variable is in a space with generic addresses, other than parameters and
/// constants, which `ptxas` excludes.
bool OperandMatcher::hasGenericAddress(ExprId id) const {
  return info(scope.symbol(scope.binding(id))->space).isGeneric;
}

/// Whether `ptxas` accepts a number that is out of range because of its lowest 32 bits.
bool OperandMatcher::isWrapped(const OperandProblem &problem) const {
  const OperandShape &shape = problem.expected->shape;
  std::optional<Constant> value = scope.constant(problem.blamed);
  bool isTaken = problem.expected->info->alsoTaken & OperandKind::wrapped &&
                 !(problem.expected->checked & OperandKind::wrapped);
  if (!isTaken || !value)
    return false;
  int64_t low = static_cast<uint32_t>(value->bits);
  return low >= shape.min && (low <= shape.max || shape.max == OperandInfo::unlimited) &&
         (low - shape.min) % shape.step == 0;
}

/// Whether `ptxas` accepts an operand of an unexpected kind.
bool OperandMatcher::isUncheckedKind(ExprId id, const Signature &signature,
                                     const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  const Expr &blamed = unit[problem.blamed];
  uint32_t taken = expected.info->alsoTaken;
  bool isAddress = unit[id].kind == ExprKind::Address;
  SymbolRef ref = scope.binding(problem.blamed);
  if (isAddress && taken & OperandKind::function)
    if (const Symbol *symbol = scope.symbol(ref);
        symbol &&
        (symbol->isFunction() || (symbol->kind == SymbolKind::Label && taken & OperandKind::label)))
      return true;
  // A special register as the base of an address.
  if (ref.isSpecial() && isAddress && blamed.kind == ExprKind::Name) {
    const SpecialRegisterInfo &reg = info(ref.specialRegister());
    bool isWide = expected.shape.min > expected.shape.max ||
                  info(reg.type).width >= static_cast<unsigned>(expected.shape.min);
    return taken & OperandKind::special && !(expected.checked & OperandKind::special) &&
           reg.components == 1 && reg.type != TypeId::pred && isWide;
  }
  // A literal `0f...` is like a register of its type.
  std::optional<Constant> value = scope.constant(problem.blamed);
  if (value && value->kind == Constant::Kind::Single)
    return !expected.info->written && expected.takesScalar() &&
           expected.registersOf(0) & typeBit(TypeId::f32);
  bool isName = blamed.kind == ExprKind::Name || blamed.kind == ExprKind::Member ||
                blamed.kind == ExprKind::Index || blamed.kind == ExprKind::Offset;
  bool isBare = expected.info->kinds & OperandKind::address && !isAddress;
  if (taken & OperandKind::immediate && !isName && !isBare)
    return value && value->isInteger();
  return isUncheckedValue(problem.blamed, signature, expected);
}

/// Whether `ptxas` accepts a register of another type.
bool OperandMatcher::isUncheckedType(const Signature &signature,
                                     const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  std::optional<TypeId> type = elementClass(scope, problem.blamed).type;
  // In `ptxas`, an operand that is a predicate because of `.pred` can be in a register for two
  // halves.
  if (expected.shape.type == TypeId::pred)
    return type == TypeId::f16x2 && !(expected.checked & OperandKind::register_) &&
           signature.view.has(Modifier::pred);
  return unit[problem.blamed].kind == ExprKind::Name && type == TypeId::pred &&
         takesRegister(TypeId::pred, expected) && !(expected.checked & OperandKind::predicate);
}

/// Whether `ptxas` accepts a vector register of another length.
bool OperandMatcher::isUncheckedLength(const Signature &signature,
                                       const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  const Symbol *symbol = scope.symbol(scope.binding(problem.blamed));
  if (unit[problem.blamed].kind != ExprKind::Name || !symbol || symbol->vectorLength <= 1)
    return false;
  std::optional<TypeId> type = elementClass(scope, problem.blamed).type;
  return takesBraces(symbol->vectorLength, signature, expected) &&
         !(expected.checked & OperandKind::vector) && type &&
         expected.registersOf(symbol->vectorLength) & typeBit(*type);
}

/// Whether `ptxas` accepts `|_` after a name that matches alone, as the first operand.
bool OperandMatcher::isUncheckedPair(const Signature &signature,
                                     const OperandProblem &problem) const {
  const Expr &blamed = unit[problem.blamed];
  return blamed.kind == ExprKind::Pair && unit[blamed.rhs()].kind == ExprKind::Sink &&
         problem.expected == &signature.operands.front() &&
         unit[blamed.lhs()].kind == ExprKind::Name &&
         matchOne(blamed.lhs(), *problem.expected).what == Mismatch::None;
}

/// Whether `ptxas` accepts the negation of a predicate where it accepts a predicate as any 32-bit
/// register.
bool OperandMatcher::isUncheckedNegation(const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  const Expr &blamed = unit[problem.blamed];
  return blamed.kind == ExprKind::Unary && blamed.op() == TokenKind::Not &&
         elementClass(scope, blamed.child()).type == TypeId::pred &&
         takesRegister(TypeId::pred, expected) && expected.takesScalar() &&
         !expected.info->written && !(expected.checked & OperandKind::predicate);
}

/// Whether `ptxas` accepts the mismatch of one operand that is not a vector, if the record or the
/// kind of mismatch alone determines it; none if more checks are required.
std::optional<bool> OperandMatcher::isUncheckedAlone(ExprId id, const Signature &signature,
                                                     const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  uint32_t taken = expected.info->alsoTaken;
  switch (problem.what) {
  case Mismatch::AddressType:
    return isUncheckedAddressType(problem.blamed, expected);
  case Mismatch::Space:
    return taken & OperandKind::symbol && hasGenericAddress(problem.blamed);
  case Mismatch::Pair:
    return isUncheckedPair(signature, problem);
  case Mismatch::Range:
    return taken & OperandKind::range || isWrapped(problem);
  case Mismatch::ObjectAccess:
    return isArray(problem.blamed) ||
           (taken & OperandKind::object && !(expected.checked & OperandKind::object));
  case Mismatch::ObjectAddress:
    return isArray(problem.blamed);
  case Mismatch::NumbersAlone:
  case Mismatch::NumberFirst:
  case Mismatch::TypedRegister:
  case Mismatch::PredicateNumber:
  case Mismatch::ExpandedVector:
    return false;
  case Mismatch::Negation:
    return isUncheckedNegation(problem);
  case Mismatch::Index:
    return isUncheckedIndex(problem.blamed) && isUncheckedArray(id, expected);
  case Mismatch::Width:
    return !(expected.checked & OperandKind::width);
  default:
    break;
  }
  if (problem.vector)
    return std::nullopt;
  switch (problem.what) {
  case Mismatch::Selector:
    return false;
  case Mismatch::Component:
    return isUncheckedComponent(problem.blamed, expected);
  case Mismatch::Sink:
    if (unit[problem.blamed].kind == ExprKind::Sink)
      return taken & OperandKind::sink;
    return std::nullopt;
  case Mismatch::Literal: {
    std::optional<Constant> value = scope.constant(problem.blamed);
    return taken & OperandKind::immediate && value && value->isInteger();
  }
  default:
    return std::nullopt;
  }
}

bool OperandMatcher::isUnchecked(ExprId id, const Signature &signature,
                                 const OperandProblem &problem) const {
  const ExpectedOperand &expected = *problem.expected;
  const Expr &blamed = unit[problem.blamed];
  uint32_t taken = expected.info->alsoTaken;
  if (problem.what == Mismatch::Brackets || problem.what == Mismatch::BracketCount)
    return false;
  if (taken & OperandKind::bare && unit[id].kind != ExprKind::Address && problem.blamed == id)
    return isUncheckedAddress(id, expected);
  if (taken & OperandKind::scalar && !expected.takesScalar() && !problem.vector &&
      blamed.kind != ExprKind::Vector && isUncheckedScalar(problem.blamed, signature, expected))
    return true;
  if (std::optional<bool> alone = isUncheckedAlone(id, signature, problem))
    return *alone;
  if (blamed.kind == ExprKind::Vector)
    return isUncheckedVector(unit.list(blamed.list()), signature, expected);
  if (problem.vector)
    return isUncheckedVector(unit.list(unit[problem.vector].list()), signature, expected);
  switch (problem.what) {
  case Mismatch::Type:
    return isUncheckedType(signature, problem);
  case Mismatch::VectorSize:
    return isUncheckedLength(signature, problem);
  case Mismatch::Kind:
    return isUncheckedKind(id, signature, problem);
  default:
    return false;
  }
}
