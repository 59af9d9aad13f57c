// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Proof/LinearValues.h"

#include "ptx/Execution/Arithmetic.h"

#include <cmath>

using namespace ptx;
using namespace ptx::execution;
using namespace ptx::proof;
using A = Action;

/// The representative of `number` modulo 2^width that is closest to zero.
static __int128 centered(__int128 number, unsigned width) {
  __int128 modulus = static_cast<__int128>(1) << width;
  __int128 rest = number % modulus;
  if (rest < 0)
    rest += modulus;
  return rest >= modulus / 2 ? rest - modulus : rest;
}

static Linear sum(const Linear &a, const Linear &b, __int128 factor = 1) {
  return {a.constant + factor * b.constant, a.perRepetition + factor * b.perRepetition,
          a.perPassed + factor * b.perPassed};
}

static Linear scaled(const Linear &a, __int128 factor) { return sum({}, a, factor); }

static double largest(const Linear &a) {
  double result = 0;
  for (__int128 part : {a.constant, a.perRepetition, a.perPassed})
    result = std::max(result, std::abs(static_cast<double>(part)));
  return result;
}

static __int128 floorDivide(__int128 a, __int128 b) {
  __int128 result = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? result - 1 : result;
}

/// The binary logarithm of `number`; none if it is not a power of two.
static std::optional<unsigned> logarithm(uint64_t number) {
  return llvm::has_single_bit(number)
             ? std::optional<unsigned>(static_cast<unsigned>(llvm::countr_zero(number)))
             : std::nullopt;
}

/// A comparison that is true for some repetitions only. Each has its own name.
static Value opaqueComparison(const Operation &op, Value a, Value b) {
  uint64_t name = mix(static_cast<uint64_t>(op.comparison) << 1 | op.isSigned, op.width);
  for (Value operand : {a, b})
    name = mix(name, operand.known ? operand.bits : ~operand.bits);
  return Value::unknown(name & ~uint64_t(1));
}

/// Values that depend on `s` have no meaning after the repetitions, so their names are not used
/// again.
void LinearValues::setRepeating(bool repeats) {
  isRepeating = repeats;
  if (repeats) {
    ++inductions;
    return;
  }
  llvm::SmallVector<uint64_t, 16> stale;
  for (const auto &[name, entry] : entries)
    if (entry.number.perPassed != 0)
      stale.push_back(name);
  for (uint64_t name : stale)
    entries.erase(name);
}

Value LinearValues::make(const Linear &number, unsigned width) {
  Linear reduced{centered(number.constant, width), centered(number.perRepetition, width),
                 centered(number.perPassed, width)};
  if (reduced.isConstant())
    return Value::number(truncate(static_cast<uint64_t>(reduced.constant), width));
  uint64_t name = mix(0x11EA, width);
  for (__int128 part : {reduced.constant, reduced.perRepetition, reduced.perPassed})
    name = mix(name, static_cast<uint64_t>(part));
  if (reduced.perPassed != 0)
    name = mix(name, inductions);
  name &= ~uint64_t(1);
  entries[name] = {reduced, width};
  return Value::unknown(name);
}

std::optional<Linear> LinearValues::modulo(Value value, unsigned width) const {
  if (value.known)
    return Linear{centered(static_cast<__int128>(value.bits), width), 0, 0};
  auto found = entries.find(value.bits);
  if (found == entries.end() || found->second.width < width)
    return std::nullopt;
  const Linear &number = found->second.number;
  if (number.perPassed != 0 && !isRepeating)
    return std::nullopt;
  return Linear{centered(number.constant, width), centered(number.perRepetition, width),
                centered(number.perPassed, width)};
}

/// A linear function has its extremes at the corners of its domain.
LinearValues::Range LinearValues::rangeOf(const Linear &number) const {
  auto at = [&](__int128 t, __int128 s) {
    return number.constant + number.perRepetition * t + number.perPassed * s;
  };
  Range range{at(1, 0), at(1, 0)};
  __int128 last = mostRepetitions;
  for (__int128 value : {at(last, 0), at(last, last - 1)}) {
    range.least = std::min(range.least, value);
    range.most = std::max(range.most, value);
  }
  return range;
}

std::optional<Linear> LinearValues::exact(Value value, unsigned width, bool isSigned) const {
  std::optional<Linear> number = modulo(value, width);
  if (!number)
    return std::nullopt;
  __int128 modulus = static_cast<__int128>(1) << width;
  __int128 least = isSigned ? -modulus / 2 : 0, most = least + modulus - 1;
  for (__int128 shift : {static_cast<__int128>(0), modulus}) {
    Linear candidate = *number;
    candidate.constant += shift;
    Range range = rangeOf(candidate);
    if (range.least >= least && range.most <= most)
      return candidate;
  }
  return std::nullopt;
}

/// `number / divisor`, rounded down. It is linear if the rests of all coefficients together stay
/// below the divisor for all repetitions.
std::optional<Linear> LinearValues::quotient(const Linear &number, __int128 divisor) const {
  if (divisor <= 0)
    return std::nullopt;
  Linear result{floorDivide(number.constant, divisor), floorDivide(number.perRepetition, divisor),
                floorDivide(number.perPassed, divisor)};
  // A slope just below a multiple of the divisor has a small negative rest.
  for (__int128 *slope : {&result.perRepetition, &result.perPassed}) {
    __int128 rest = (slope == &result.perRepetition ? number.perRepetition : number.perPassed) -
                    *slope * divisor;
    if (rest > divisor / 2)
      ++*slope;
  }
  Range rest = rangeOf(sum(number, result, -divisor));
  if (rest.least < 0 || rest.most >= divisor)
    return std::nullopt;
  return result;
}

std::optional<Value> LinearValues::product(const Operation &op, llvm::ArrayRef<Value> in) {
  bool adds = op.action == A::MultiplyAdd;
  unsigned width = op.width;
  // A product of two that depend on the number of repetitions is not linear.
  auto times = [](const Linear &a, const Linear &b) -> std::optional<Linear> {
    // Products of more bits are not computed.
    constexpr double most = 0x1p120;
    if (largest(a) * largest(b) > most)
      return std::nullopt;
    if (b.isConstant())
      return scaled(a, b.constant);
    return a.isConstant() ? std::optional(scaled(b, a.constant)) : std::nullopt;
  };
  if (op.part == ResultPart::Low) {
    std::optional<Linear> a = modulo(in[0], width), b = modulo(in[1], width), c;
    c = adds ? modulo(in[2], width) : Linear{};
    if (!a || !b || !c)
      return std::nullopt;
    std::optional<Linear> result = times(*a, *b);
    return result ? std::optional(make(sum(*result, *c), width)) : std::nullopt;
  }
  std::optional<Linear> a = exact(in[0], width, op.isSigned), b = exact(in[1], width, op.isSigned);
  std::optional<Linear> result = a && b ? times(*a, *b) : std::nullopt;
  if (!result)
    return std::nullopt;
  unsigned resultWidth = op.part == ResultPart::Wide ? 2 * width : width;
  if (op.part == ResultPart::High)
    result = quotient(*result, static_cast<__int128>(1) << width);
  std::optional<Linear> c = adds && result ? modulo(in[2], resultWidth) : Linear{};
  return result && c ? std::optional(make(sum(*result, *c), resultWidth)) : std::nullopt;
}

/// The number of lowest bits that are the same for all repetitions.
static unsigned constantBits(const Linear &number, unsigned width) {
  unsigned count = width;
  for (__int128 slope : {number.perRepetition, number.perPassed})
    if (uint64_t bits = truncate(static_cast<uint64_t>(slope), width))
      count = std::min(count, static_cast<unsigned>(llvm::countr_zero(bits)));
  return count;
}

/// `a & b`, if `b` is known and selects low bits, or all but low bits.
std::optional<Value> LinearValues::masked(Value a, Value b, unsigned width) {
  if (!b.known)
    std::swap(a, b);
  std::optional<Linear> number = modulo(a, width);
  if (!b.known || !number)
    return std::nullopt;
  uint64_t mask = truncate(b.bits, width), all = truncate(~uint64_t(0), width);
  unsigned same = constantBits(*number, width);
  uint64_t low = truncate(static_cast<uint64_t>(number->constant), same);
  if (mask == truncate(mask, same))
    return Value::number(low & mask);
  std::optional<unsigned> bits = logarithm(mask + 1);
  if (mask == all || (bits && width > *bits)) {
    // Nothing is cut off, or the number is below the mask.
    std::optional<Linear> whole = exact(a, width, false);
    if (mask == all)
      return make(*number, width);
    if (whole && rangeOf(*whole).most <= static_cast<__int128>(mask))
      return make(*whole, width);
    return std::nullopt;
  }
  uint64_t cut = all & ~mask; // the bits that become zero
  if (cut != truncate(cut, same))
    return std::nullopt;
  Linear result = *number;
  result.constant -= static_cast<__int128>(low & cut);
  return make(result, width);
}

/// `a | b` and `a ^ b`, if `b` is known and changes only bits that are the same for all
/// repetitions.
std::optional<Value> LinearValues::lowBits(const Operation &op, Value a, Value b) {
  if (!b.known)
    std::swap(a, b);
  std::optional<Linear> number = modulo(a, op.width);
  if (!b.known || !number)
    return std::nullopt;
  unsigned same = constantBits(*number, op.width);
  uint64_t bits = truncate(b.bits, op.width);
  if (bits != truncate(bits, same))
    return std::nullopt;
  uint64_t low = truncate(static_cast<uint64_t>(number->constant), same);
  uint64_t changed = op.action == A::BitOr ? low | bits : low ^ bits;
  Linear result = *number;
  result.constant += static_cast<__int128>(changed) - static_cast<__int128>(low);
  return make(result, op.width);
}

std::optional<Value> LinearValues::convert(const Operation &op, Value a) {
  const TypeInfo &to = info(op.firstType), &from = info(op.type);
  auto isInteger = [](const TypeInfo &type) {
    return (type.kind == TypeKind::Signed || type.kind == TypeKind::Unsigned) && type.lanes == 1;
  };
  constexpr unsigned least = 32; // narrower results are extended to the width of their register
  if (!isInteger(to) || !isInteger(from) || op.has(Modifier::sat) || to.width < least)
    return std::nullopt;
  bool isSigned = from.kind == TypeKind::Signed;
  if (to.width > from.width) {
    std::optional<Linear> number = exact(a, from.width, isSigned);
    return number ? std::optional(make(*number, to.width)) : std::nullopt;
  }
  std::optional<Linear> number = modulo(a, to.width);
  return number ? std::optional(make(*number, to.width)) : std::nullopt;
}

/// `a + factor * b`.
std::optional<Value> LinearValues::total(const Operation &op, Value a, Value b, __int128 factor) {
  std::optional<Linear> x = modulo(a, op.width), y = modulo(b, op.width);
  return x && y ? std::optional(make(sum(*x, *y, factor), op.width)) : std::nullopt;
}

std::optional<Value> LinearValues::shiftLeft(const Operation &op, Value a, Value count) {
  std::optional<Linear> number = modulo(a, op.width);
  uint64_t by = truncate(count.bits, 32);
  if (!number || !count.known || by >= op.width)
    return std::nullopt;
  return make(scaled(*number, static_cast<__int128>(1) << by), op.width);
}

/// A quotient, a remainder, or a shift to the right, by a known number.
std::optional<Value> LinearValues::divide(const Operation &op, Value a, Value b) {
  bool isShift = op.action == A::ShiftRight;
  uint64_t by = truncate(b.bits, isShift ? 32 : op.width);
  bool isTooFar = isShift && by >= op.width;
  bool isNegative = !isShift && op.isSigned && signExtend(by, op.width) <= 0;
  if (!b.known || isTooFar || isNegative)
    return std::nullopt;
  __int128 divisor = isShift ? static_cast<__int128>(1) << by : static_cast<__int128>(by);
  std::optional<Linear> number = exact(a, op.width, op.isSigned);
  // A division rounds toward zero, a shift down.
  if (!number || (!isShift && rangeOf(*number).least < 0))
    return std::nullopt;
  std::optional<Linear> result = quotient(*number, divisor);
  if (!result)
    return std::nullopt;
  return make(op.action == A::Remainder ? sum(*number, *result, -divisor) : *result, op.width);
}

/// The minimum or maximum, if it is the same operand in all repetitions.
std::optional<Value> LinearValues::extreme(const Operation &op, Value a, Value b) const {
  std::optional<Linear> x = exact(a, op.width, op.isSigned), y = exact(b, op.width, op.isSigned);
  if (!x || !y || op.has(Modifier::relu))
    return std::nullopt;
  Range difference = rangeOf(sum(*x, *y, -1));
  bool isMinimum = op.action == A::Minimum;
  if (difference.most <= 0)
    return isMinimum ? a : b;
  return difference.least >= 0 ? std::optional(isMinimum ? b : a) : std::nullopt;
}

/// `bfe` of known bits of an unsigned number.
std::optional<Value> LinearValues::field(const Operation &op, llvm::ArrayRef<Value> in) {
  if (op.isSigned || !in[1].known || !in[2].known)
    return std::nullopt;
  uint64_t at = in[1].bits & 0xFF, count = in[2].bits & 0xFF;
  std::optional<Linear> number = exact(in[0], op.width, false);
  std::optional<Linear> shifted =
      number && at < op.width ? quotient(*number, static_cast<__int128>(1) << at) : std::nullopt;
  if (!shifted || count >= op.width)
    return std::nullopt;
  return masked(make(*shifted, op.width), Value::number(truncate(~uint64_t(0), count)), op.width);
}

std::optional<Value> LinearValues::evaluate(const Operation &op, llvm::ArrayRef<Value> in) {
  switch (op.action) {
  case A::Add:
    return op.has(Modifier::sat) ? std::nullopt : total(op, in[0], in[1], 1);
  case A::Subtract:
    return op.has(Modifier::sat) ? std::nullopt : total(op, in[0], in[1], -1);
  case A::Multiply:
  case A::MultiplyAdd:
    return op.has(Modifier::sat) ? std::nullopt : product(op, in);
  case A::Negate:
    return total(op, Value::number(0), in[0], -1);
  case A::BitNot:
    return total(op, Value::number(~uint64_t(0)), in[0], -1);
  case A::ShiftLeft:
    return shiftLeft(op, in[0], in[1]);
  case A::ShiftRight:
  case A::Divide:
  case A::Remainder:
    return divide(op, in[0], in[1]);
  case A::Minimum:
  case A::Maximum:
    return extreme(op, in[0], in[1]);
  case A::BitAnd:
    return masked(in[0], in[1], op.width);
  case A::BitOr:
  case A::BitXor:
    return lowBits(op, in[0], in[1]);
  case A::ExtractBits:
    return field(op, in);
  case A::Convert:
    return convert(op, in[0]);
  case A::Select:
    return in[2].known ? std::optional(in[in[2].bits & 1 ? 0 : 1]) : std::nullopt;
  default:
    return std::nullopt;
  }
}

std::optional<Value> LinearValues::compute(const Operation &op, llvm::ArrayRef<Value> operands) {
  // Unknown values keep their name only in copies of all bits.
  bool narrows = op.action == A::Convert && !operands.empty() && !operands[0].known &&
                 op.resultWidth != op.width;
  if (!narrows && llvm::none_of(operands, [&](Value value) { return isLinear(value); }))
    return std::nullopt;
  if (op.action == A::Move || op.action == A::ConvertAddress || op.type == TypeId::pred)
    return std::nullopt;
  if (!op.isFloat && op.lanes == 1)
    if (std::optional<Value> result = evaluate(op, operands))
      return result;
  uint64_t name = mix(0xF0E5, nameOfOperation(op));
  for (Value operand : operands)
    name = mix(name, operand.known ? operand.bits : ~operand.bits);
  return Value::unknown(name & ~uint64_t(1));
}

std::optional<Value> LinearValues::compare(const Operation &op, Value a, Value b) {
  if (!isLinear(a) && !isLinear(b))
    return std::nullopt;
  using C = CompareOp;
  if (op.isFloat || op.comparison == C::Other)
    return std::nullopt;
  bool isEquality = op.comparison == C::Equal || op.comparison == C::NotEqual;
  bool endsLoop = false;
  auto note = [&](const Linear &difference) {
    if (difference.perRepetition == 0)
      return;
    auto [last, isFirst] = lastDifference.try_emplace(&op, difference);
    __int128 change = difference.constant - last->second.constant;
    endsLoop = !isFirst && change != 0 && (change < 0) != (difference.perRepetition < 0);
    last->second = difference;
    if (difference.perPassed != 0)
      slopesOfLoops.emplace(difference.perPassed, difference.perRepetition);
  };
  auto decide = [&](bool result) {
    decisions += endsLoop;
    return Value::number(result);
  };
  if (isEquality) {
    std::optional<Linear> x = modulo(a, op.width), y = modulo(b, op.width);
    if (x && y) {
      Linear difference = sum(*x, *y, -1);
      for (__int128 *part :
           {&difference.constant, &difference.perRepetition, &difference.perPassed})
        *part = centered(*part, op.width);
      note(difference);
      if (difference.isConstant())
        return decide((difference.constant == 0) == (op.comparison == C::Equal));
      Range range = rangeOf(difference);
      __int128 modulus = static_cast<__int128>(1) << op.width;
      if ((range.least > 0 && range.most < modulus) || (range.most < 0 && range.least > -modulus))
        return decide(op.comparison == C::NotEqual);
    }
    return opaqueComparison(op, a, b);
  }
  std::optional<Linear> x = exact(a, op.width, op.isSigned), y = exact(b, op.width, op.isSigned);
  if (!x || !y)
    return opaqueComparison(op, a, b);
  Linear difference = sum(*x, *y, -1);
  note(difference);
  Range range = rangeOf(difference);
  switch (op.comparison) {
  case C::Less:
    if (range.most < 0 || range.least >= 0)
      return decide(range.most < 0);
    break;
  case C::LessEqual:
    if (range.most <= 0 || range.least > 0)
      return decide(range.most <= 0);
    break;
  case C::Greater:
    if (range.least > 0 || range.most <= 0)
      return decide(range.least > 0);
    break;
  default:
    if (range.least >= 0 || range.most < 0)
      return decide(range.least >= 0);
    break;
  }
  return opaqueComparison(op, a, b);
}

/// Compilers keep two numbers in a register of 64 bits.
std::optional<Value> LinearValues::pack(llvm::ArrayRef<Value> parts, unsigned width) {
  if (llvm::none_of(parts, [&](Value value) { return isLinear(value); }))
    return std::nullopt;
  uint64_t name = mix(0x9ACC, width);
  for (Value part : parts)
    name = mix(name, part.known ? truncate(part.bits, width) : ~part.bits);
  name &= ~uint64_t(1);
  packed[name] = {width, llvm::SmallVector<Value, 2>(parts)};
  return Value::unknown(name);
}

std::optional<Value> LinearValues::unpack(Value whole, unsigned part, unsigned width) const {
  auto found = whole.known ? packed.end() : packed.find(whole.bits);
  if (found == packed.end() || found->second.width != width)
    return std::nullopt;
  Value value = found->second.parts[part];
  return value.known ? Value::number(truncate(value.bits, width)) : value;
}

Value LinearValues::afterLast(Value value) {
  auto found = value.known ? entries.end() : entries.find(value.bits);
  if (found == entries.end() || found->second.number.perPassed == 0)
    return value;
  Linear number = found->second.number;
  return make({number.constant - number.perPassed, number.perRepetition + number.perPassed, 0},
              found->second.width);
}
