// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CERTIFICATE_NUMBER_H
#define PTX_CERTIFICATE_NUMBER_H

#include <cstdint>
#include <optional>

namespace ptx::certificate {

/// The number `constant + repeated * t + passed * s` modulo a power of two, or an unknown one. `t`
/// is how often a period is repeated, at least once; `s` counts the repetitions that are over, and
/// is less than `t`.
struct Number {
  bool isKnown = false;
  uint64_t constant = 0, repeated = 0, passed = 0;

  static Number of(uint64_t value) { return {true, value, 0, 0}; }
  bool isConstant() const { return isKnown && !repeated && !passed; }
  bool operator==(const Number &) const = default;
};

/// Such a number as an integer.
struct Integer {
  __int128 constant = 0, repeated = 0, passed = 0;
};

/// Computes with numbers for all `t` up to `most`. What is not such a number is unknown.
class Arithmetic {
public:
  explicit Arithmetic(int64_t most) : most(most) {}

  static Number truncate(Number number, unsigned width);
  /// The integer that the number is for all `s` and `t`; none if it is not one.
  std::optional<Integer> exact(Number number, unsigned width, bool isSigned) const;
  static Number modulo(const Integer &integer, unsigned width);

  static Number add(Number a, Number b, unsigned width);
  static Number subtract(Number a, Number b, unsigned width);
  static Number multiply(Number a, Number b, unsigned width);
  Number convert(Number a, unsigned from, bool isSigned, unsigned width) const;
  /// Quotient or remainder, rounded down; only of numbers that are not negative.
  Number divide(Number a, Number b, unsigned width, bool isSigned, bool wantsRemainder) const;
  static Number bitAnd(Number a, Number b, unsigned width);
  static Number bitOr(Number a, Number b, unsigned width);
  static Number bitXor(Number a, Number b, unsigned width);
  /// -1, 0 or 1 if `a` is less than, equal to or greater than `b` for all `s` and `t`; none if that
  /// differs.
  std::optional<int> compare(Number a, Number b, unsigned width, bool isSigned) const;

private:
  int64_t most;
};

} // namespace ptx::certificate

#endif // PTX_CERTIFICATE_NUMBER_H
