// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The function of `cvt`. (Manual 9.7.9.21)

#include "ptx/Arithmetic/FloatFunction.h"

#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace ptx;
using Kind = FloatNumber::Kind;

FloatResult FloatFunction::conversion(llvm::ArrayRef<uint64_t> operands) const {
  // Operands that are not packed become lanes, the most significant lane first.
  unsigned inputs = lanes / sourceLanes;
  std::optional<uint64_t> other;
  if (operands.size() > inputs)
    other = operands[inputs];
  FloatResult all{0};
  for (unsigned lane = 0; lane != lanes; ++lane) {
    uint64_t bits =
        sourceLanes > 1 ? operands[0] >> (lane * sources[0].width) : operands[inputs - 1 - lane];
    FloatResult one = converted(bits, lane, other);
    all.bits |= one.bits << (lane * resultWidth);
    all.certainty = std::max(all.certainty, one.certainty);
  }
  return all;
}

/// The number in the bits. A scale multiplies a number that becomes wider, and divides one that
/// becomes narrower.
FloatNumber FloatFunction::sourceNumber(uint64_t bits, unsigned lane,
                                        std::optional<uint64_t> scales) const {
  const TypeInfo &type = info(sources[0].type);
  const FloatFormat *format = sources[0].format;
  if (!format) {
    bits = bits & llvm::maskTrailingOnes<uint64_t>(type.width);
    int64_t value = llvm::SignExtend64(bits, type.width);
    bool isNegative = type.kind == TypeKind::Signed && value < 0;
    return FloatNumber::ofInteger(isNegative ? 0 - static_cast<uint64_t>(value) : bits, isNegative);
  }
  bits = flushed(*format, bits);
  if (scaleCount == 1 && format->isSubnormal(bits))
    bits &= format->signBit();
  FloatNumber number = format->decode(bits);
  if (!scaleCount)
    return number;
  constexpr uint64_t one = 0x7F, isNaN = 0xFF;
  uint64_t scale = scales.value_or(one << 8 | one) >> (scaleCount == 2 ? lane * 8 : 0) & 0xFF;
  int power = static_cast<int>(scale) - static_cast<int>(one);
  number.exponent += format->width < result->width ? power : -power;
  if (scale == isNaN)
    number.kind = Kind::NaN;
  return number;
}

/// The rounding of a lane, with the random bits that the operand has for it.
RoundingRule FloatFunction::ruleOf(unsigned lane, uint64_t randomBits) const {
  RoundingRule rule{rounding.value_or(Rounding::NearestEven), isFinite};
  if (rule.rounding != Rounding::Stochastic)
    return rule;
  rule.randomCount = resultType == TypeId::f16 ? 13 : resultType == TypeId::e2m1 ? 8 : 16;
  // Two lanes use one half of the random bits each, and four lanes one half for each pair. Four
  // lanes of 4 bits use one byte each.
  unsigned first = 16 * (lanes == 2 ? lane : lane / 2);
  if (resultType == TypeId::e2m1)
    first = 16 * (lane % 2) + 8 * (lane / 2);
  rule.randomBits = randomBits >> first;
  return rule;
}

/// Whether PTX specifies the result of a conversion to a floating-point number.
Certainty FloatFunction::certaintyOf(const FloatNumber &number, const RoundingRule &rule,
                                     uint64_t bits) const {
  bool hasNaN = result->specials != FloatFormat::Specials::None;
  if (result->decode(bits).isNaN())
    return hasNaN ? Certainty::Open : Certainty::Exact;
  // The result is not specified for a negative number in an unsigned format, and for 0 in a format
  // without zero.
  if (!result->isSigned && (number.isNegative || (number.isZero() && !result->hasZero)))
    return Certainty::Open;
  if (rule.rounding != Rounding::Stochastic)
    return Certainty::Exact;
  // If more bits are dropped, the manual does not say to which of them the random bits are added.
  bool isStated = result->droppedBits(number) <= rule.randomCount && resultType != TypeId::e2m1;
  return isStated ? Certainty::Exact : Certainty::Open;
}

static double roundedToInteger(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::TowardZero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  default:
    return std::nearbyint(value);
  }
}

/// The result is clamped to the range of the type.
FloatResult FloatFunction::toInteger(const FloatNumber &number) const {
  const TypeInfo &type = info(resultType);
  bool isSigned = type.kind == TypeKind::Signed;
  if (number.isNaN()) {
    bool isZero = sources[0].type != TypeId::f64 && type.width != 64;
    uint64_t top = uint64_t(1) << (type.width - 1);
    return {isZero     ? 0
            : isSigned ? static_cast<uint64_t>(llvm::SignExtend64(top, type.width))
                       : top};
  }
  double value = roundedToInteger(number.toDouble(), rounding.value_or(Rounding::TowardZero));
  double above = std::ldexp(1.0, static_cast<int>(type.width) - isSigned);
  if (value >= above)
    return {llvm::maskTrailingOnes<uint64_t>(type.width - isSigned)};
  double least = isSigned ? -above : 0;
  value = std::max(value, least);
  return {isSigned ? static_cast<uint64_t>(static_cast<int64_t>(value))
                   : static_cast<uint64_t>(value)};
}

FloatResult FloatFunction::converted(uint64_t bits, unsigned lane,
                                     std::optional<uint64_t> other) const {
  FloatNumber number = sourceNumber(bits, lane, other);
  if (!result)
    return toInteger(number);
  RoundingRule rule = ruleOf(lane, other.value_or(0));
  if (isIntegral && number.kind == Kind::Finite) {
    double value = roundedToInteger(number.toDouble(), rule.rounding);
    number = FloatNumber::ofDouble(std::copysign(value, number.isNegative ? -1 : 1));
  }
  FloatResult value{result->encode(number, rule)};
  value.certainty = certaintyOf(number, rule, value.bits);
  if (makesPositiveZero && result->decode(value.bits).isZero())
    value.bits = 0;
  return limited(value);
}
