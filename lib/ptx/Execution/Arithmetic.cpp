// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Arithmetic.h"

#include "ptx/Arithmetic/FloatOperations.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace ptx;
using namespace ptx::execution;

using A = Action;

/// The result of a floating-point operation if the manual defines each bit, or if the operation is
/// completed. NaNs and approximations differ between devices.
static std::optional<uint64_t> exactResult(const Operation &op, llvm::ArrayRef<uint64_t> operands) {
  if (!op.function)
    return std::nullopt;
  FloatResult result = (*op.function)(operands);
  return result.certainty == Certainty::Exact || op.isCompleted ? std::optional(result.bits)
                                                                : std::nullopt;
}

/// The result of a conversion between two integer types; none for others.
static std::optional<uint64_t> convertedInteger(const Operation &op, uint64_t bits) {
  const TypeInfo &to = info(op.firstType), &from = info(op.type);
  auto isInteger = [](const TypeInfo &type) {
    return (type.kind == TypeKind::Signed || type.kind == TypeKind::Unsigned) && type.lanes == 1;
  };
  if (!isInteger(to) || !isInteger(from))
    return std::nullopt;
  return convertInteger(bits, from, to, op.has(Modifier::sat));
}

/// The result of `cvt.pack`: `a` and `b` in the lowest bits, and the lowest bits of `c` above them.
/// (Manual 9.7.9.22)
static uint64_t packedIntegers(const Operation &op, uint64_t a, uint64_t b, uint64_t c) {
  constexpr unsigned width = 32;
  const auto *first = llvm::find_if(op.view->modifiers, [](Modifier word) {
    return word != Modifier::none && info(word).isType;
  });
  const TypeInfo &to = info(info(*first).type);
  bool isSigned = to.kind == TypeKind::Signed;
  int64_t most = (int64_t(1) << (to.width - (isSigned ? 1 : 0))) - 1, least = isSigned ? ~most : 0;
  auto part = [&](uint64_t bits) {
    int64_t number = std::clamp(signExtend(truncate(bits, width), width), least, most);
    return truncate(static_cast<uint64_t>(number), to.width);
  };
  uint64_t both = part(b) | part(a) << to.width;
  return truncate(both | (2 * to.width < width ? c << 2 * to.width : 0), width);
}

/// Whether `slct` selects its first operand by a number of type `.f32`. (Manual 9.7.6.4)
static bool selectsFirst(const Operation &op, uint64_t bits) {
  const FloatFormat &format = *formatOf(TypeId::f32);
  bool isFlushed = op.has(Modifier::ftz) && format.isSubnormal(bits);
  return isFlushed || format.decode(bits).toDouble() >= 0;
}

/// The result. None if the manual does not define it, or if it is not computed here.
static std::optional<uint64_t> resultOf(const Operation &op, llvm::ArrayRef<uint64_t> operands) {
  auto bits = [&](size_t i) { return i < operands.size() ? operands[i] : 0; };
  uint64_t a = bits(0), b = bits(1), c = bits(2);
  switch (op.action) {
  case A::Move:
    return a;
  case A::ConvertAddress:
    if (op.has(Modifier::to))
      return op.has(Modifier::global) || op.has(Modifier::const_) ? a : truncate(a, 32);
    if (op.has(Modifier::shared) || op.has(Modifier::shared_cta) ||
        op.has(Modifier::shared_cluster))
      return window::shared + truncate(a, 32);
    if (op.has(Modifier::local))
      return window::local + truncate(a, 32);
    return op.has(Modifier::param) || op.has(Modifier::param_entry)
               ? window::param + truncate(a, 32)
               : a;
  case A::TestSpace: {
    uint64_t base = a & ~(window::size - 1);
    bool isShared = base == window::shared, isLocal = base == window::local;
    if (op.has(Modifier::shared) || op.has(Modifier::shared_cta) ||
        op.has(Modifier::shared_cluster))
      return isShared;
    if (op.has(Modifier::local))
      return isLocal;
    return op.has(Modifier::global) ? std::optional<uint64_t>(!isShared && !isLocal) : std::nullopt;
  }
  case A::Select:
    return c ? a : b;
  case A::SelectBySign:
    if (op.isFloat)
      return selectsFirst(op, c) ? a : b;
    break;
  case A::Convert:
    if (op.has(Modifier::pack))
      return packedIntegers(op, a, b, c);
    return op.function ? exactResult(op, operands) : convertedInteger(op, a);
  default:
    break;
  }
  if (op.video)
    return (*op.video)(operands);
  if (op.isFloat)
    return exactResult(op, operands);
  IntegerFunction function{*op.view, op.laneWidth, op.isSigned, op.part, op.lanes};
  return function({a, b, c, bits(3)});
}

static bool isZero(const Operation &op, Value operand) {
  return operand.known && truncate(operand.bits, op.width) == 0;
}

/// A conjunction or a product with a known operand: 0, or the other predicate.
static std::optional<Value> absorbedProduct(const Operation &op, Value a, Value b) {
  if (op.isFloat)
    return std::nullopt;
  if (isZero(op, a) || isZero(op, b))
    return Value::number(0);
  if (op.type == TypeId::pred && (a.known || b.known))
    return a.known ? b : a;
  return std::nullopt;
}

/// A disjunction, a sum or a difference with a known operand: the other operand if it is 0. For
/// predicates that are true: true, or the negation of the other one.
static std::optional<Value> absorbedSum(const Operation &op, Value a, Value b) {
  if (op.isFloat)
    return std::nullopt;
  bool isTrue = (a.known && a.bits & 1) || (b.known && b.bits & 1);
  if (op.type == TypeId::pred && isTrue)
    return op.action == A::BitOr ? Value::number(1) : negatePredicate(a.known ? b : a);
  if (isZero(op, b))
    return a;
  if (isZero(op, a) && op.action != A::Subtract)
    return b;
  return std::nullopt;
}

static std::optional<Value> absorbedSelection(Value a, Value b, Value condition) {
  if (condition.known)
    return condition.bits & 1 ? a : b;
  if (a.bits == b.bits && a.known == b.known)
    return a;
  return std::nullopt;
}

/// A shift by the width or more: 0, but the sign for a signed number.
static std::optional<Value> absorbedShift(const Operation &op, Value count) {
  bool keepsSign = op.action == A::ShiftRight && op.isSigned;
  bool isWhole = count.known && truncate(count.bits, 32) >= op.width;
  return isWhole && !keepsSign && op.lanes == 1 ? std::optional(Value::number(0)) : std::nullopt;
}

/// A result that one known operand decides.
static std::optional<Value> absorbed(const Operation &op, llvm::ArrayRef<Value> operands) {
  switch (op.action) {
  case A::BitAnd:
  case A::Multiply:
    return absorbedProduct(op, operands[0], operands[1]);
  case A::BitOr:
  case A::BitXor:
  case A::Add:
  case A::Subtract:
    return absorbedSum(op, operands[0], operands[1]);
  case A::ShiftLeft:
  case A::ShiftRight:
    return absorbedShift(op, operands[1]);
  case A::Select:
    return absorbedSelection(operands[0], operands[1], operands[2]);
  case A::BitNot:
    if (op.type == TypeId::pred)
      return negatePredicate(operands[0]);
    break;
  case A::Move:
  case A::ConvertAddress:
    if (!operands[0].known)
      return operands[0];
    break;
  case A::Convert:
    // A number that is only widened or narrowed keeps its name, unless results are computed: known
    // bits are recorded by name.
    if (!op.isCompleted && !operands[0].known && !op.isFloat && !op.has(Modifier::sat) &&
        info(op.firstType).kind != TypeKind::Float)
      return operands[0];
    break;
  default:
    break;
  }
  return std::nullopt;
}

uint64_t execution::nameOfOperation(const Operation &op) {
  uint64_t name =
      mix(static_cast<uint64_t>(op.view->form->instructionId) << 16 |
              static_cast<uint64_t>(op.part) << 8 | static_cast<uint64_t>(op.type),
          static_cast<uint64_t>(op.firstType) << 8 | static_cast<uint64_t>(op.comparison));
  for (Modifier word : op.view->modifiers)
    name = mix(name, static_cast<uint64_t>(word));
  return name;
}

Value execution::compute(const Operation &op, llvm::ArrayRef<Value> operands) {
  constexpr size_t most = 8;
  uint64_t bits[most] = {};
  bool areKnown = operands.size() <= most;
  for (size_t i = 0; i != std::min(operands.size(), most); ++i) {
    areKnown &= operands[i].known;
    bits[i] = operands[i].bits;
  }
  if (areKnown) {
    if (std::optional<uint64_t> result = resultOf(op, {bits, operands.size()}))
      return Value::number(*result);
  } else if (std::optional<Value> result = absorbed(op, operands)) {
    return *result;
  }
  // The name of an unknown result depends on the order of the operands.
  uint64_t name = nameOfOperation(op);
  for (const Value &operand : operands)
    name = mix(name, operand.known ? operand.bits : ~operand.bits);
  return Value::unknown(op.resultWidth == 1 ? baseName(name) : name);
}

static std::optional<bool> compareKnown(const Operation &op, uint64_t a, uint64_t b,
                                        unsigned lane) {
  if (op.isFloat) {
    std::optional<uint64_t> lanes = exactResult(op, {a, b});
    return lanes ? std::optional((*lanes >> lane & 1) != 0) : std::nullopt;
  }
  if (op.comparison == CompareOp::Other || op.lanes > 1)
    return std::nullopt;
  return compareIntegers(op.comparison, a, b, op.width, op.isSigned);
}

Value execution::compare(const Operation &op, Value a, Value b, unsigned lane) {
  if (a.known && b.known)
    if (std::optional<bool> result = compareKnown(op, a.bits, b.bits, lane))
      return Value::number(*result);
  using C = CompareOp;
  C kind = op.comparison;
  bool negated = false;
  uint64_t comparison = 0;
  if (op.isFloat || kind == C::Other) {
    // A comparison is not the opposite of another one if an operand can be NaN.
    for (Modifier word : op.view->modifiers)
      comparison = mix(comparison, static_cast<uint64_t>(word));
    comparison = mix(comparison, lane);
  } else {
    // Names can be equal by assumption, from which no result may follow.
    if (!op.isCompleted && !a.known && !b.known && a.bits == b.bits)
      return Value::number(kind == C::Equal || kind == C::LessEqual || kind == C::GreaterEqual);
    // Each comparison is reduced to `==` or `<`, or to the opposite of one of them.
    if (kind == C::Greater || kind == C::LessEqual)
      std::swap(a, b);
    negated = kind == C::NotEqual || kind == C::LessEqual || kind == C::GreaterEqual;
    kind = kind == C::Equal || kind == C::NotEqual ? C::Equal : C::Less;
    if (kind == C::Equal && a.bits > b.bits)
      std::swap(a, b);
    comparison = static_cast<uint64_t>(kind) << 8 | op.isSigned;
  }
  uint64_t name = mix(mix(comparison, a.known ? a.bits : ~a.bits), b.known ? b.bits : ~b.bits);
  return Value::unknown(baseName(name) | negated);
}

Value execution::combinePredicates(const Operation &op, Value result, Value with) {
  if (!result.known && !with.known)
    return Value::unknown(baseName(
        mix(mix(result.bits, with.bits), op.has(Modifier::and_) | op.has(Modifier::or_) << 1)));
  bool isTrue = ((result.known ? result.bits : with.bits) & 1) != 0;
  Value other = result.known ? with : result;
  if (op.has(Modifier::and_))
    return isTrue ? other : Value::number(0);
  if (op.has(Modifier::or_))
    return isTrue ? Value::number(1) : other;
  return isTrue ? negatePredicate(other) : other;
}

/// The number that `set` writes for a true comparison: 1.0, or all ones. (Manual 9.7.6.1)
static uint64_t trueNumber(const Operation &op) {
  const FloatFormat *format = formatOf(op.firstType);
  return format ? format->encode(FloatNumber::ofInteger(1, false))
                : truncate(~uint64_t(0), op.resultWidth);
}

/// The lanes of packed integers for which a comparison holds, with all bits set.
static uint64_t comparedLanes(const Operation &op, uint64_t a, uint64_t b) {
  uint64_t result = 0;
  for (unsigned first = 0; first != op.width; first += op.laneWidth)
    if (compareIntegers(op.comparison, a >> first, b >> first, op.laneWidth, op.isSigned))
      result |= truncate(~uint64_t(0), op.laneWidth) << first;
  return result;
}

Value execution::compareToNumber(const Operation &op, llvm::ArrayRef<Value> operands) {
  bool isScalar = op.lanes == 1;
  Value result = compare(op, operands[0], operands[1], 0);
  if (operands.size() > 2)
    result = combinePredicates(op, result, operands[2]);
  if (isScalar && result.known)
    return Value::number(result.bits & 1 ? trueNumber(op) : 0);
  bool areKnown = operands.size() == 2 && operands[0].known && operands[1].known;
  if (areKnown && !isScalar && !op.isFloat && op.comparison != CompareOp::Other)
    return Value::number(comparedLanes(op, operands[0].bits, operands[1].bits));
  if (op.function && areKnown)
    if (std::optional<uint64_t> lanes = exactResult(op, {operands[0].bits, operands[1].bits}))
      return Value::number(*lanes);
  uint64_t name = mix(result.bits, nameOfOperation(op));
  for (const Value &operand : operands)
    name = mix(name, operand.known ? operand.bits : ~operand.bits);
  return Value::unknown(name);
}

/// The smaller or larger number; NaN only if both are NaN. -0.0 is less than +0.0.
static uint64_t extremum(const FloatFormat &format, uint64_t a, uint64_t b, bool isMinimum) {
  FloatNumber x = format.decode(a), y = format.decode(b);
  if (x.isNaN() && y.isNaN())
    return format.canonicalNaN();
  if (x.isNaN() || y.isNaN())
    return x.isNaN() ? b : a;
  double p = x.toDouble(), q = y.toDouble();
  bool isLess = p < q || (p == q && x.isNegative);
  return isLess == isMinimum ? a : b;
}

/// The result of an atomic operation on floating-point numbers, rounded to the nearest. The order
/// of the operations, and so the result, is that of the execution. (Manual 9.7.13.7, 9.7.13.8)
static std::optional<uint64_t> combineFloats(const Operation &op, uint64_t old, uint64_t operand,
                                             bool isGlobal) {
  bool isSum = op.has(Modifier::add), isMinimum = op.has(Modifier::min);
  const FloatFormat *format = formatOf(laneType(op.type));
  bool isPlain = !op.has(Modifier::abs) && !op.has(Modifier::NaN);
  if (!op.isCompleted || !format || !isPlain || (!isSum && !isMinimum && !op.has(Modifier::max)))
    return std::nullopt;
  // Only sums of .f32 in global memory are flushed, also at a generic address.
  bool flushes = isSum && op.type == TypeId::f32 && isGlobal && !op.has(Modifier::noftz);
  auto flushed = [&](uint64_t bits) {
    return flushes && format->isSubnormal(bits) ? bits & format->signBit() : bits;
  };
  uint64_t result = 0;
  for (unsigned i = 0; i != op.lanes; ++i) {
    uint64_t a = flushed(truncate(old >> i * op.laneWidth, op.laneWidth));
    uint64_t b = flushed(truncate(operand >> i * op.laneWidth, op.laneWidth));
    uint64_t one = isSum ? flushed(addFloats(*format, a, b, Rounding::NearestEven))
                         : extremum(*format, a, b, isMinimum);
    result |= one << i * op.laneWidth;
  }
  return result;
}

Value execution::combine(const Operation &op, Value old, Value operand, bool isGlobal) {
  uint64_t name = mix(mix(nameOfOperation(op), old.bits), operand.bits);
  if (op.has(Modifier::exch))
    return operand;
  if (!old.known || !operand.known)
    return Value::unknown(name);
  std::optional<uint64_t> result =
      op.isFloat ? combineFloats(op, old.bits, operand.bits, isGlobal)
                 : combineIntegers(*op.view, old.bits, operand.bits, op.width, op.isSigned);
  return result ? Value::number(*result) : Value::unknown(name);
}
