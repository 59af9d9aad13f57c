// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Arithmetic/FloatOperations.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

#include <cmath>

using namespace ptx;
using llvm::APFloat;

static const llvm::fltSemantics &semanticsOf(const FloatFormat &format) {
  switch (format.type) {
  case TypeId::f16:
    return APFloat::IEEEhalf();
  case TypeId::bf16:
    return APFloat::BFloat();
  case TypeId::f32:
    return APFloat::IEEEsingle();
  default:
    return APFloat::IEEEdouble();
  }
}

static llvm::RoundingMode modeOf(Rounding rounding) {
  switch (rounding) {
  case Rounding::TowardZero:
    return llvm::RoundingMode::TowardZero;
  case Rounding::Down:
    return llvm::RoundingMode::TowardNegative;
  case Rounding::Up:
    return llvm::RoundingMode::TowardPositive;
  default:
    return llvm::RoundingMode::NearestTiesToEven;
  }
}

static APFloat toApFloat(const FloatFormat &format, uint64_t bits) {
  return APFloat(semanticsOf(format), llvm::APInt(format.width, bits & (format.signBit() * 2 - 1)));
}

static uint64_t fromApFloat(const FloatFormat &format, const APFloat &number) {
  return number.isNaN() ? format.canonicalNaN() : number.bitcastToAPInt().getZExtValue();
}

/// The host computes `f32` and `f64` with the rounding of IEEE 754 to nearest, and is faster.
template <class T, class Bits, class Operation>
static uint64_t onHost(const FloatFormat &format, llvm::ArrayRef<uint64_t> in, Operation compute) {
  T operands[3] = {};
  for (size_t i = 0; i != in.size(); ++i)
    operands[i] = llvm::bit_cast<T>(static_cast<Bits>(in[i]));
  T value = compute(operands[0], operands[1], operands[2]);
  return std::isnan(value) ? format.canonicalNaN() : llvm::bit_cast<Bits>(value);
}

/// `host` computes with the floating-point numbers of the host, `exact` with an `APFloat`.
template <class Host, class Exact>
static uint64_t compute(const FloatFormat &format, llvm::ArrayRef<uint64_t> in, Rounding rounding,
                        Host host, Exact exact) {
  if (rounding == Rounding::NearestEven && format.type == TypeId::f32)
    return onHost<float, uint32_t>(format, in, host);
  if (rounding == Rounding::NearestEven && format.type == TypeId::f64)
    return onHost<double, uint64_t>(format, in, host);
  APFloat number = toApFloat(format, in[0]);
  exact(number, modeOf(rounding));
  return fromApFloat(format, number);
}

uint64_t ptx::addFloats(const FloatFormat &format, uint64_t a, uint64_t b, Rounding rounding) {
  return compute(
      format, {a, b}, rounding, [](auto x, auto y, auto) { return x + y; },
      [&](APFloat &x, llvm::RoundingMode mode) { x.add(toApFloat(format, b), mode); });
}

uint64_t ptx::multiplyFloats(const FloatFormat &format, uint64_t a, uint64_t b, Rounding rounding) {
  return compute(
      format, {a, b}, rounding, [](auto x, auto y, auto) { return x * y; },
      [&](APFloat &x, llvm::RoundingMode mode) { x.multiply(toApFloat(format, b), mode); });
}

uint64_t ptx::fuseFloats(const FloatFormat &format, uint64_t a, uint64_t b, uint64_t c,
                         Rounding rounding) {
  return compute(
      format, {a, b, c}, rounding, [](auto x, auto y, auto z) { return std::fma(x, y, z); },
      [&](APFloat &x, llvm::RoundingMode mode) {
        x.fusedMultiplyAdd(toApFloat(format, b), toApFloat(format, c), mode);
      });
}

uint64_t ptx::divideFloats(const FloatFormat &format, uint64_t a, uint64_t b, Rounding rounding) {
  return compute(
      format, {a, b}, rounding, [](auto x, auto y, auto) { return x / y; },
      [&](APFloat &x, llvm::RoundingMode mode) { x.divide(toApFloat(format, b), mode); });
}

/// The integer part of the root of `square`.
static uint64_t integerRoot(unsigned __int128 square) {
  uint64_t root = 0;
  for (uint64_t bit = uint64_t(1) << 63; bit; bit >>= 1) {
    uint64_t candidate = root | bit;
    if (static_cast<unsigned __int128>(candidate) * candidate <= square)
      root = candidate;
  }
  return root;
}

uint64_t ptx::squareRoot(const FloatFormat &format, uint64_t a, Rounding rounding) {
  FloatNumber number = format.decode(a);
  if (number.isNaN() || (number.isNegative && !number.isZero()))
    return format.canonicalNaN();
  if (number.kind != FloatNumber::Kind::Finite)
    return format.encode(number);
  // The root of 122 or 123 bits has more bits than any format keeps.
  int shift = 58 + static_cast<int>(llvm::countl_zero(number.significand));
  shift += (number.exponent - shift) & 1;
  unsigned __int128 square = static_cast<unsigned __int128>(number.significand) << shift;
  FloatNumber root = number;
  root.significand = integerRoot(square);
  root.exponent = (number.exponent - shift) / 2;
  bool isExact = static_cast<unsigned __int128>(root.significand) * root.significand == square;
  root.significand = root.significand << 1 | !isExact;
  --root.exponent;
  return format.encode(root, {rounding});
}
