// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The encodings of the floating-point types of PTX, and rounding to them.

#ifndef PTX_ARITHMETIC_FLOATFORMAT_H
#define PTX_ARITHMETIC_FLOATFORMAT_H

#include "ptx/Isa/Vocabulary/Types.h"

namespace ptx {

/// A floating-point number, exactly: `significand` * 2^`exponent` if it is finite and not zero.
struct FloatNumber {
  enum class Kind : uint8_t { Zero, Finite, Infinity, NaN };

  Kind kind = Kind::Zero;
  bool isNegative = false;
  int exponent = 0;
  uint64_t significand = 0; ///< not 0 if it is finite

  bool isNaN() const { return kind == Kind::NaN; }
  bool isZero() const { return kind == Kind::Zero; }

  /// The integer, of either sign.
  static FloatNumber ofInteger(uint64_t magnitude, bool isNegative);
  static FloatNumber ofDouble(double value);
  /// The nearest double; exactly the number if it is of a type of PTX.
  double toDouble() const;
};

enum class Rounding : uint8_t { NearestEven, NearestAway, TowardZero, Down, Up, Stochastic };

/// How a number is rounded to a format.
struct RoundingRule {
  Rounding rounding = Rounding::NearestEven;
  /// What is too large becomes the largest number of its sign, as `.satfinite` says.
  bool isFinite = false;
  /// For `Rounding::Stochastic`: they are added to the most significant bits that are dropped; a
  /// carry rounds away from zero.
  uint64_t randomBits = 0;
  unsigned randomCount = 0;
};

/// The encoding of a floating-point type, of one lane of a packed one. (Manual 5.2.1, 5.2.3)
struct FloatFormat {
  /// What the greatest exponent means.
  enum class Specials : uint8_t {
    InfinityAndNaN, ///< as in IEEE 754
    NaN,            ///< all ones is NaN; the others are numbers
    None            ///< all are numbers
  };

  TypeId type;
  uint8_t width;    ///< in bits
  uint8_t fraction; ///< bits of the significand that are stored
  uint8_t unused;   ///< least significant bits that are 0
  int16_t bias;     ///< of the exponent
  Specials specials;
  bool isSigned;
  /// Whether the exponent 0 means zero and subnormal numbers.
  bool hasZero;

  uint64_t signBit() const { return isSigned ? uint64_t(1) << (width - 1) : 0; }
  /// The canonical NaN; for a format without NaN the largest number, as `.satfinite` says.
  uint64_t canonicalNaN() const;
  uint64_t infinity() const; ///< if the format has it
  uint64_t largest() const;

  FloatNumber decode(uint64_t bits) const;
  /// The number rounded to the format. Without infinity and `RoundingRule::isFinite`, what is too
  /// large becomes NaN.
  uint64_t encode(const FloatNumber &number, const RoundingRule &rule = {}) const;
  bool isSubnormal(uint64_t bits) const;
  /// How many bits of the significand `encode` drops, at most 64; 0 if the number is not finite.
  unsigned droppedBits(const FloatNumber &number) const;

private:
  uint64_t encodeTooLarge(bool isNegative, const RoundingRule &rule) const;
  int leastExponent() const { return (hasZero ? 1 : 0) - bias; }
  /// The exponent of the least significant bit that a rounded finite number keeps.
  int leastKeptExponent(const FloatNumber &number) const;
};

/// The format of a lane of the type; null if it is not a floating-point type, or if it is a
/// fixed-point one.
const FloatFormat *formatOf(TypeId type);

/// The type of a lane: `f16` for `f16x2`.
TypeId laneType(TypeId type);

} // namespace ptx

#endif // PTX_ARITHMETIC_FLOATFORMAT_H
