// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/TransferFunctions.h"

using namespace ptx;

/// The address `a` plus or minus `distance` bytes.
static void move(KnownValue &a, const KnownValue &distance, bool isSub) {
  if (!a.offset)
    return;
  if (!distance.isConstant() || distance.width() > 64)
    return a.offset.reset();
  int64_t by = distance.bits.getConstant().getSExtValue();
  // A number that counts units of an encoded address, such as 2 for 32 bytes. The address has 14
  // bits in a descriptor; a greater number sets another field.
  constexpr int64_t mostUnits = 0x3FFF;
  if (a.shift != 0 && (by > mostUnits || by < -mostUnits))
    return a.offset.reset();
  by = static_cast<int64_t>(static_cast<uint64_t>(by) << a.shift);
  if (!KnownValue::isDistance(by))
    return a.offset.reset();
  a.moveBy(isSub ? -by : by);
}

KnownValue transfer::sum(const KnownValue &a, const KnownValue &b) {
  bool isNumber = a.window == AddressWindow::Number;
  const KnownValue &base = isNumber ? b : a;
  const KnownValue &distance = isNumber ? a : b;
  KnownValue result = base;
  result.bits = llvm::KnownBits::computeForAddSub(true, false, false, a.bits, b.bits);
  if (distance.window != AddressWindow::Number)
    return result.forgetAddress();
  move(result, distance, false);
  return result;
}

static KnownValue difference(const KnownValue &a, const KnownValue &b) {
  KnownValue result = a;
  result.bits = llvm::KnownBits::computeForAddSub(false, false, false, a.bits, b.bits);
  if (b.window != AddressWindow::Number)
    return result.forgetAddress();
  move(result, b, true);
  return result;
}

/// The result of `function` for the bits of two integers, which is not an address.
template <class Function> static KnownValue ofBits(const TransferInput &input, Function function) {
  if (!input.isInteger() || input.sources.size() < 2 || input.has(Modifier::sat) ||
      input.has(Modifier::relu))
    return KnownValue::unknown(input.width);
  return KnownValue::number(function(input.sources[0].bits, input.sources[1].bits));
}

KnownValue transfer::add(const TransferInput &input) {
  if (!input.isInteger() || input.has(Modifier::sat))
    return KnownValue::unknown(input.width);
  return sum(input.sources[0], input.sources[1]);
}

KnownValue transfer::sub(const TransferInput &input) {
  if (!input.isInteger() || input.has(Modifier::sat))
    return KnownValue::unknown(input.width);
  return difference(input.sources[0], input.sources[1]);
}

/// The half of the product that `.lo` or `.hi` selects, or the whole for `.wide`; the factors are
/// as wide as their type.
static KnownValue product(const TransferInput &input) {
  using llvm::KnownBits;
  const KnownBits &a = input.sources[0].bits, &b = input.sources[1].bits;
  bool isSigned = input.types[0] && info(*input.types[0]).kind == TypeKind::Signed;
  if (input.has(Modifier::lo))
    return KnownValue::number(KnownBits::mul(a, b));
  if (input.has(Modifier::hi))
    return KnownValue::number(isSigned ? KnownBits::mulhs(a, b) : KnownBits::mulhu(a, b));
  unsigned width = 2 * a.getBitWidth();
  return KnownValue::number(isSigned ? KnownBits::mul(a.sext(width), b.sext(width))
                                     : KnownBits::mul(a.zext(width), b.zext(width)));
}

KnownValue transfer::mul(const TransferInput &input) {
  return input.isInteger() ? product(input) : KnownValue::unknown(input.width);
}

KnownValue transfer::mad(const TransferInput &input) {
  if (!input.isInteger() || input.has(Modifier::sat) || input.has(Modifier::cc))
    return KnownValue::unknown(input.width);
  return sum(input.sources[2], product(input));
}

/// The quotient or the remainder. Division by 0 is unspecified; the library's result for it is a
/// guess.
template <class Function> static KnownValue divided(const TransferInput &input, Function function) {
  if (input.sources.size() < 2 || !input.sources[1].bits.isNonZero())
    return KnownValue::unknown(input.width);
  return ofBits(input, [&](const llvm::KnownBits &a, const llvm::KnownBits &b) {
    if (!a.isConstant() || !b.isConstant())
      return llvm::KnownBits(input.width);
    return llvm::KnownBits::makeConstant(function(a.getConstant(), b.getConstant()));
  });
}

KnownValue transfer::div(const TransferInput &input) {
  return divided(input, [&](const llvm::APInt &a, const llvm::APInt &b) {
    return input.isSigned() ? a.sdiv(b) : a.udiv(b);
  });
}

KnownValue transfer::rem(const TransferInput &input) {
  return divided(input, [&](const llvm::APInt &a, const llvm::APInt &b) {
    return input.isSigned() ? a.srem(b) : a.urem(b);
  });
}

KnownValue transfer::min(const TransferInput &input) {
  return ofBits(input, [&](const auto &a, const auto &b) {
    return input.isSigned() ? llvm::KnownBits::smin(a, b) : llvm::KnownBits::umin(a, b);
  });
}

KnownValue transfer::max(const TransferInput &input) {
  return ofBits(input, [&](const auto &a, const auto &b) {
    return input.isSigned() ? llvm::KnownBits::smax(a, b) : llvm::KnownBits::umax(a, b);
  });
}

KnownValue transfer::neg(const TransferInput &input) {
  if (!input.isInteger())
    return KnownValue::unknown(input.width);
  return difference(KnownValue::constant(llvm::APInt(input.width, 0)), input.sources[0]);
}

KnownValue transfer::abs(const TransferInput &input) {
  if (!input.isInteger())
    return KnownValue::unknown(input.width);
  return KnownValue::number(input.sources[0].bits.abs());
}

/// The number of bits that `count` counts in the operand, if all bits are known.
template <class Count> static KnownValue countOf(const TransferInput &input, Count count) {
  const KnownValue &a = input.sources[0];
  if (!a.isConstant())
    return KnownValue::number(llvm::KnownBits(input.width));
  return KnownValue::constant(llvm::APInt(input.width, count(a.bits.getConstant())));
}

KnownValue transfer::popc(const TransferInput &input) {
  return countOf(input, [](const llvm::APInt &a) { return a.popcount(); });
}

KnownValue transfer::clz(const TransferInput &input) {
  return countOf(input, [](const llvm::APInt &a) { return a.countl_zero(); });
}
