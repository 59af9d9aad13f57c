// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Arithmetic/FloatFormat.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <algorithm>
#include <cmath>

using namespace ptx;
using Specials = FloatFormat::Specials;
using Kind = FloatNumber::Kind;

// type, width, fraction, unused, bias, specials, signed, zero
static constexpr FloatFormat formats[] = {
    {TypeId::f16, 16, 10, 0, 15, Specials::InfinityAndNaN, true, true},
    {TypeId::bf16, 16, 7, 0, 127, Specials::InfinityAndNaN, true, true},
    {TypeId::tf32, 32, 10, 13, 127, Specials::InfinityAndNaN, true, true},
    {TypeId::f32, 32, 23, 0, 127, Specials::InfinityAndNaN, true, true},
    {TypeId::f64, 64, 52, 0, 1023, Specials::InfinityAndNaN, true, true},
    {TypeId::e5m2, 8, 2, 0, 15, Specials::InfinityAndNaN, true, true},
    {TypeId::e4m3, 8, 3, 0, 7, Specials::NaN, true, true},
    {TypeId::e3m2, 6, 2, 0, 3, Specials::None, true, true},
    {TypeId::e2m3, 6, 3, 0, 1, Specials::None, true, true},
    {TypeId::e2m1, 4, 1, 0, 1, Specials::None, true, true},
    {TypeId::ue8m0, 8, 0, 0, 127, Specials::NaN, false, false},
    {TypeId::ue4m3, 7, 3, 0, 7, Specials::NaN, false, true},
    {TypeId::ue5m3, 8, 3, 0, 15, Specials::NaN, false, true},
};

TypeId ptx::laneType(TypeId type) {
  if (info(type).lanes == 1)
    return type;
  llvm::StringRef name = info(type).name;
  name = name.take_front(name.rfind('x'));
  name.consume_back("p4");
  return findType(name).value_or(type);
}

const FloatFormat *ptx::formatOf(TypeId type) {
  TypeId lane = laneType(type);
  const FloatFormat *found =
      llvm::find_if(formats, [&](const FloatFormat &format) { return format.type == lane; });
  return found == std::end(formats) ? nullptr : found;
}

FloatNumber FloatNumber::ofInteger(uint64_t magnitude, bool isNegative) {
  return {magnitude ? Kind::Finite : Kind::Zero, isNegative, 0, magnitude};
}

FloatNumber FloatNumber::ofDouble(double value) {
  return formatOf(TypeId::f64)->decode(llvm::bit_cast<uint64_t>(value));
}

double FloatNumber::toDouble() const {
  double magnitude = 0;
  if (kind == Kind::NaN)
    magnitude = std::nan("");
  else if (kind == Kind::Infinity)
    magnitude = HUGE_VAL;
  else if (kind == Kind::Finite)
    magnitude = std::ldexp(static_cast<double>(significand), exponent);
  return isNegative ? -magnitude : magnitude;
}

uint64_t FloatFormat::canonicalNaN() const {
  if (specials == Specials::None)
    return largest();
  return ((uint64_t(1) << (width - isSigned - 1)) << 1) - 1;
}

uint64_t FloatFormat::infinity() const {
  uint64_t below = (uint64_t(1) << (fraction + unused)) - 1;
  return canonicalNaN() & ~below;
}

uint64_t FloatFormat::largest() const {
  uint64_t step = uint64_t(1) << unused;
  uint64_t ones = ((uint64_t(1) << (width - isSigned - 1)) << 1) - step;
  switch (specials) {
  case Specials::InfinityAndNaN:
    return infinity() - step;
  case Specials::NaN:
    return ones - step;
  case Specials::None:
    break;
  }
  return ones;
}

FloatNumber FloatFormat::decode(uint64_t bits) const {
  bits &= signBit() ? (signBit() << 1) - 1 : (uint64_t(1) << width) - 1;
  FloatNumber number;
  number.isNegative = (bits & signBit()) != 0;
  bits = (bits & ~signBit()) >> unused;
  uint64_t stored = bits & ((uint64_t(1) << fraction) - 1), exponent = bits >> fraction;
  uint64_t most = infinity() >> (fraction + unused);
  bool isNaN = specials == Specials::InfinityAndNaN
                   ? exponent == most && stored
                   : specials == Specials::NaN && bits == canonicalNaN() >> unused;
  if (isNaN) {
    number.kind = Kind::NaN;
  } else if (specials == Specials::InfinityAndNaN && exponent == most) {
    number.kind = Kind::Infinity;
  } else if (exponent || !hasZero) {
    number.kind = Kind::Finite;
    number.significand = stored | uint64_t(1) << fraction;
    number.exponent = static_cast<int>(exponent) - bias - fraction;
  } else if (stored) {
    number.kind = Kind::Finite;
    number.significand = stored;
    number.exponent = leastExponent() - fraction;
  }
  return number;
}

bool FloatFormat::isSubnormal(uint64_t bits) const {
  FloatNumber number = decode(bits);
  return hasZero && number.kind == Kind::Finite && number.significand >> fraction == 0;
}

/// Whether dropping the least significant `dropped` bits, at least one, rounds away from zero.
static bool roundsAway(const FloatNumber &number, unsigned dropped, const RoundingRule &rule) {
  bool isAll = dropped >= 64;
  uint64_t rest = isAll ? number.significand : number.significand & ((uint64_t(1) << dropped) - 1);
  bool isOdd = !isAll && (number.significand >> dropped & 1);
  bool reachesHalf = dropped <= 64 && rest >= uint64_t(1) << (dropped - 1);
  bool isTie = dropped <= 64 && rest == uint64_t(1) << (dropped - 1);
  switch (rule.rounding) {
  case Rounding::NearestEven:
    return reachesHalf && (!isTie || isOdd);
  case Rounding::NearestAway:
    return reachesHalf;
  case Rounding::TowardZero:
    return false;
  case Rounding::Down:
    return rest && number.isNegative;
  case Rounding::Up:
    return rest && !number.isNegative;
  case Rounding::Stochastic:
    break;
  }
  unsigned count = rule.randomCount;
  unsigned below = dropped > count ? dropped - count : 0;
  uint64_t top = below >= 64 ? 0 : rest >> below;
  if (dropped < count)
    top <<= count - dropped;
  return (top + (rule.randomBits & ((uint64_t(1) << count) - 1))) >> count;
}

int FloatFormat::leastKeptExponent(const FloatNumber &number) const {
  int top = number.exponent + 63 - static_cast<int>(llvm::countl_zero(number.significand));
  return std::max(top, leastExponent()) - fraction;
}

unsigned FloatFormat::droppedBits(const FloatNumber &number) const {
  if (number.kind != Kind::Finite)
    return 0;
  int dropped = leastKeptExponent(number) - number.exponent;
  // With 65 dropped bits, the rest is below one half.
  return static_cast<unsigned>(std::clamp(dropped, 0, 65));
}

uint64_t FloatFormat::encodeTooLarge(bool isNegative, const RoundingRule &rule) const {
  uint64_t sign = isNegative ? signBit() : 0;
  bool stops = rule.rounding == Rounding::TowardZero ||
               rule.rounding == (isNegative ? Rounding::Up : Rounding::Down);
  if (rule.isFinite || specials == Specials::None || stops)
    return sign | largest();
  return sign | (specials == Specials::InfinityAndNaN ? infinity() : canonicalNaN());
}

uint64_t FloatFormat::encode(const FloatNumber &number, const RoundingRule &rule) const {
  uint64_t sign = number.isNegative ? signBit() : 0;
  switch (number.kind) {
  case Kind::Zero:
    return sign;
  case Kind::NaN:
    return canonicalNaN();
  case Kind::Infinity:
    return rule.isFinite || specials != Specials::InfinityAndNaN
               ? encodeTooLarge(number.isNegative, {Rounding::NearestEven, rule.isFinite})
               : sign | infinity();
  case Kind::Finite:
    break;
  }
  unsigned dropped = droppedBits(number);
  int quantum = leastKeptExponent(number);
  uint64_t kept;
  if (dropped) {
    kept = dropped >= 64 ? 0 : number.significand >> dropped;
    kept += roundsAway(number, dropped, rule);
  } else {
    kept = number.significand << (number.exponent - quantum);
  }
  // The stored exponent of a subnormal number is 0; a carry out of its significand makes it 1.
  uint64_t unit = uint64_t(1) << fraction;
  int64_t exponent = kept < unit && hasZero ? 0 : quantum + fraction + bias;
  if (kept == unit << 1) {
    kept = unit;
    ++exponent;
  }
  uint64_t bits = hasZero && kept < unit
                      ? kept
                      : static_cast<uint64_t>(exponent) << fraction | (kept & (unit - 1));
  if (!hasZero && kept < unit)
    bits = 0;
  if (exponent >= 1 << (width - isSigned - fraction - unused) || bits << unused > largest())
    return encodeTooLarge(number.isNegative, rule);
  return sign | bits << unused;
}
