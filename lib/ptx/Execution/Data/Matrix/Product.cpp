// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Data/Matrix/Product.h"

#include "ptx/Arithmetic/FloatOperations.h"

#include <cmath>

using namespace ptx;
using namespace ptx::execution;

/// The number of a half, without a `FloatNumber` in between.
static double halfNumber(uint64_t bits) {
  constexpr int bias = 15, fraction = 10;
  int exponent = static_cast<int>(bits >> fraction & 0x1F);
  double significand = static_cast<double>(bits & 0x3FF);
  double sign = bits >> 15 & 1 ? -1 : 1;
  if (exponent == 0x1F)
    return significand != 0 ? NAN : sign * INFINITY;
  if (!exponent)
    return sign * std::ldexp(significand, 1 - bias - fraction);
  return sign * std::ldexp(significand + 1024, exponent - bias - fraction);
}

double execution::elementNumber(TypeId type, uint64_t bits) {
  constexpr unsigned halfWord = 16;
  switch (type) {
  case TypeId::f16:
    return halfNumber(bits);
  case TypeId::bf16:
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits << halfWord));
  case TypeId::tf32:
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits) & ~0x1FFFu);
  case TypeId::f32:
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits));
  case TypeId::f64:
    return llvm::bit_cast<double>(bits);
  default:
    break;
  }
  const TypeInfo &type_ = info(type);
  if (type_.kind == TypeKind::Signed)
    return static_cast<double>(signExtend(bits, type_.width));
  if (const FloatFormat *format = formatOf(type))
    return format->decode(truncate(bits, format->width)).toDouble();
  return static_cast<double>(truncate(bits, type_.width));
}

namespace {

/// The exact sum of numbers whose bits have weights from 2^-600 to 2^600, so of all products of
/// two numbers of at most 8 bits of exponent, with scales.
class ExactSum {
public:
  void add(double number) {
    if (std::isnan(number))
      isNaN = true;
    else if (std::isinf(number))
      (number < 0 ? hasNegativeInfinity : hasPositiveInfinity) = true;
    else if (number != 0)
      addFinite(number);
    isAllNegativeZero &= number == 0 && std::signbit(number);
  }

  /// The sum, truncated to at least 62 significant bits. The lowest one is set if a dropped bit is,
  /// so that rounding the result equals rounding the exact sum.
  FloatNumber number() const;

private:
  static constexpr int lowest = -600;
  static constexpr unsigned words = 20, wordBits = 64;

  void addFinite(double number);

  /// A number in two's complement, the lowest word first.
  std::array<uint64_t, words> sum{};
  bool isNaN = false, hasNegativeInfinity = false, hasPositiveInfinity = false;
  bool isAllNegativeZero = true;
};

} // namespace

void ExactSum::addFinite(double number) {
  constexpr int digits = 53;
  int exponent;
  auto significand = static_cast<int64_t>(std::ldexp(std::frexp(number, &exponent), digits));
  unsigned at = static_cast<unsigned>(exponent - digits - lowest);
  __int128 shifted = static_cast<__int128>(significand) << (at % wordBits);
  uint64_t sign = shifted < 0 ? ~uint64_t(0) : 0;
  unsigned __int128 carry = 0;
  for (unsigned word = at / wordBits, i = 0; word != words; ++word, ++i) {
    uint64_t part = i < 2 ? static_cast<uint64_t>(shifted >> (i * wordBits)) : sign;
    carry += static_cast<unsigned __int128>(sum[word]) + part;
    sum[word] = static_cast<uint64_t>(carry);
    carry >>= wordBits;
  }
}

FloatNumber ExactSum::number() const {
  FloatNumber result;
  if (isNaN || (hasNegativeInfinity && hasPositiveInfinity)) {
    result.kind = FloatNumber::Kind::NaN;
    return result;
  }
  if (hasNegativeInfinity || hasPositiveInfinity) {
    result.kind = FloatNumber::Kind::Infinity;
    result.isNegative = hasNegativeInfinity;
    return result;
  }
  std::array<uint64_t, words> magnitude = sum;
  result.isNegative = sum.back() >> (wordBits - 1);
  if (result.isNegative) {
    bool carries = true;
    for (uint64_t &word : magnitude) {
      word = ~word + carries;
      carries = carries && !word;
    }
  }
  unsigned top = words;
  while (top && !magnitude[top - 1])
    --top;
  if (!top) {
    result.isNegative = isAllNegativeZero;
    return result;
  }
  result.kind = FloatNumber::Kind::Finite;
  unsigned shift = static_cast<unsigned>(llvm::countl_zero(magnitude[top - 1]));
  uint64_t next = top > 1 ? magnitude[top - 2] : 0;
  result.significand = magnitude[top - 1] << shift;
  if (shift)
    result.significand |= next >> (wordBits - shift);
  bool hasRest = shift ? (next << shift) != 0 : next != 0;
  for (unsigned i = 0; i + 2 < top; ++i)
    hasRest |= magnitude[i] != 0;
  result.significand |= hasRest;
  result.exponent = lowest + static_cast<int>((top - 1) * wordBits) - static_cast<int>(shift);
  return result;
}

/// The bits of the exact sum `sum` as an integer or as a floating-point number.
static uint64_t rounded(double sum, const SumRule &rule) {
  if (rule.result == TypeId::s32) {
    auto whole = static_cast<int64_t>(sum);
    if (rule.saturates)
      whole = std::clamp<int64_t>(whole, INT32_MIN, INT32_MAX);
    return static_cast<uint32_t>(whole);
  }
  if (rule.result == TypeId::f32)
    return llvm::bit_cast<uint32_t>(static_cast<float>(sum));
  return formatOf(rule.result)->encode(FloatNumber::ofDouble(sum));
}

/// The exact sum of an element of C and its products, rounded. Sums of integers are exact without
/// it.
static uint64_t exactSum(const MatrixFactor &a, const MatrixFactor &b, const SumRule &rule,
                         unsigned row, unsigned column, double addend) {
  ExactSum sum;
  sum.add(addend);
  for (unsigned k = 0; k != a.numbers.columns; ++k)
    sum.add(a.numbers.at(row, k) * b.numbers.at(k, column));
  return formatOf(rule.result)->encode(sum.number());
}

static uint64_t fusedSum(const MatrixFactor &a, const MatrixFactor &b, const SumRule &rule,
                         unsigned row, unsigned column, uint64_t sum) {
  const FloatFormat &format = *formatOf(TypeId::f64);
  for (unsigned k = 0; k != a.numbers.columns; ++k)
    sum = fuseFloats(format, llvm::bit_cast<uint64_t>(a.numbers.at(row, k)),
                     llvm::bit_cast<uint64_t>(b.numbers.at(k, column)), sum, rule.rounding);
  return sum;
}

/// Columns that are computed together.
static constexpr unsigned chunk = 8;

/// Adds the products of a row of A and `chunk` columns of B, from column `first` on, to `sums`, and
/// the rounding errors of the additions, by Knuth's formula, to `errors`. The sums are exact if all
/// errors are 0.
template <bool isExclusiveOr>
static void addChunk(const double *row, const NumberMatrix &b, unsigned first,
                     std::array<double, chunk> &sums, std::array<double, chunk> &errors) {
  for (unsigned k = 0; k != b.rows; ++k) {
    const double *other = b.row(k) + first;
    double factor = row[k];
    for (unsigned n = 0; n != chunk; ++n) {
      double product = isExclusiveOr ? (factor != other[n] ? 1.0 : 0.0) : factor * other[n];
      double sum = sums[n], next = sum + product, part = next - sum;
      errors[n] += std::fabs((sum - (next - part)) + (product - part));
      sums[n] = next;
    }
  }
}

void execution::addProduct(const MatrixFactor &a, const MatrixFactor &b, const SumRule &rule,
                           llvm::MutableArrayRef<Value> sums) {
  unsigned columns = b.numbers.columns;
  for (unsigned row = 0; row != a.numbers.rows; ++row) {
    llvm::MutableArrayRef<Value> line = sums.slice(size_t(row) * columns, columns);
    for (unsigned n = 0; n != columns; ++n)
      line[n].known &= !a.unknownLines[row] && !b.unknownLines[n];
    for (unsigned n = 0; n != columns && rule.result == TypeId::f64; ++n)
      if (line[n].known)
        line[n].bits = fusedSum(a, b, rule, row, n, line[n].bits);
    for (unsigned first = 0; first != columns && rule.result != TypeId::f64; first += chunk) {
      std::array<double, chunk> addends, totals, errors{};
      for (unsigned n = 0; n != chunk; ++n)
        addends[n] = std::ldexp(elementNumber(rule.addend, line[first + n].bits),
                                -static_cast<int>(rule.addendScale));
      totals = addends;
      (rule.isExclusiveOr ? addChunk<true> : addChunk<false>)(a.numbers.row(row), b.numbers, first,
                                                              totals, errors);
      for (unsigned n = 0; n != chunk; ++n)
        if (Value &sum = line[first + n]; sum.known)
          sum.bits = errors[n] == 0 ? rounded(totals[n], rule)
                                    : exactSum(a, b, rule, row, first + n, addends[n]);
    }
  }
}
