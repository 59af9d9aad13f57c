// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/TransferFunctions.h"

using namespace ptx;

/// The value of a bit count, if it is known; at most `limit`.
static std::optional<unsigned> countOf(const KnownValue &value, unsigned limit) {
  if (!value.isConstant())
    return std::nullopt;
  return static_cast<unsigned>(std::min<uint64_t>(value.constant(), limit));
}

/// The address information that remains in `bits`, which are bits of `source` from bit `shift` on.
static KnownValue encoded(llvm::KnownBits bits, const KnownValue &source, unsigned shift) {
  bool wasEncoded = source.window == AddressWindow::Encoded;
  if (!wasEncoded && !source.isAddress())
    return KnownValue::number(std::move(bits));
  KnownValue result = source;
  result.bits = std::move(bits);
  result.shift = static_cast<uint8_t>(source.shift + shift);
  if (!wasEncoded && source.window != AddressWindow::Generic)
    result.object = source.window;
  result.window = AddressWindow::Encoded;
  return result;
}

static llvm::KnownBits shiftedLeft(llvm::KnownBits bits, unsigned count) {
  bits.Zero <<= count;
  bits.Zero.setLowBits(count);
  bits.One <<= count;
  return bits;
}

static llvm::KnownBits shiftedRight(llvm::KnownBits bits, unsigned count, bool isSigned) {
  if (isSigned) {
    bits.Zero.ashrInPlace(count);
    bits.One.ashrInPlace(count);
    return bits;
  }
  bits.Zero.lshrInPlace(count);
  bits.Zero.setHighBits(count);
  bits.One.lshrInPlace(count);
  return bits;
}

// A shift by more than the width is a shift by the width. (Manual 9.7.8.8)
KnownValue transfer::shl(const TransferInput &input) {
  const llvm::KnownBits &a = input.sources[0].bits;
  if (std::optional<unsigned> count = countOf(input.sources[1], input.width))
    return KnownValue::number(shiftedLeft(a, *count));
  llvm::KnownBits result(input.width);
  result.Zero.setLowBits(a.countMinTrailingZeros());
  return KnownValue::number(result);
}

KnownValue transfer::shr(const TransferInput &input) {
  const KnownValue &a = input.sources[0];
  if (std::optional<unsigned> count = countOf(input.sources[1], input.width))
    return encoded(shiftedRight(a.bits, *count, input.isSigned()), a, *count);
  llvm::KnownBits result(input.width);
  if (a.bits.isNonNegative() || !input.isSigned())
    result.Zero.setHighBits(a.bits.countMinLeadingZeros());
  return KnownValue::number(result);
}

/// The upper or lower half of the shifted 64 bits of the second and the first operand.
KnownValue transfer::shf(const TransferInput &input) {
  const KnownValue &count = input.sources[2];
  if (!count.isConstant())
    return KnownValue::number(llvm::KnownBits(input.width));
  auto by = static_cast<unsigned>(
      input.has(Modifier::wrap) ? count.constant() % 32 : std::min<uint64_t>(count.constant(), 32));
  llvm::KnownBits both = input.sources[1].bits.concat(input.sources[0].bits);
  bool isLeft = input.has(Modifier::l);
  return KnownValue::number(isLeft ? shiftedLeft(both, by).extractBits(32, 32)
                                   : shiftedRight(both, by, false).extractBits(32, 0));
}

namespace {

/// Bits `first` to `first + count` of a register. (Manual 9.7.1.19)
struct Field {
  unsigned first;
  unsigned count;
};

} // namespace

/// The field that two operands of `bfe` or `bfi` select; only their low bytes count.
static std::optional<Field> fieldOf(const KnownValue &first, const KnownValue &count) {
  if (!first.isConstant() || !count.isConstant())
    return std::nullopt;
  return Field{static_cast<unsigned>(first.constant() & 0xFF),
               static_cast<unsigned>(count.constant() & 0xFF)};
}

KnownValue transfer::bfe(const TransferInput &input) {
  std::optional<Field> field = fieldOf(input.sources[1], input.sources[2]);
  if (!field)
    return KnownValue::number(llvm::KnownBits(input.width));
  const KnownValue &a = input.sources[0];
  unsigned width = input.width;
  unsigned end = std::min(field->first + field->count, width);
  if (field->count == 0 || (field->first >= width && !input.isSigned()))
    return KnownValue::constant(llvm::APInt(width, 0));
  if (field->first >= width)
    return KnownValue::number(shiftedRight(a.bits, width - 1, true));
  llvm::KnownBits bits = a.bits.extractBits(end - field->first, field->first);
  return encoded(input.isSigned() ? bits.sext(width) : bits.zext(width), a, field->first);
}

KnownValue transfer::bfi(const TransferInput &input) {
  const KnownValue &a = input.sources[0], &b = input.sources[1];
  std::optional<Field> field = fieldOf(input.sources[2], input.sources[3]);
  if (!field)
    return KnownValue::number(llvm::KnownBits(input.width));
  unsigned end = std::min(field->first + field->count, input.width);
  KnownValue result = a.window == AddressWindow::Encoded && field->first == 0 ? a : b;
  result.bits = b.bits;
  if (field->first < end)
    result.bits.insertBits(a.bits.trunc(end - field->first), field->first);
  if (result.window != AddressWindow::Encoded)
    result.forgetAddress(AddressWindow::Number);
  return result;
}

KnownValue transfer::brev(const TransferInput &input) {
  return KnownValue::number(input.sources[0].bits.reverseBits());
}

/// Four of the eight bytes of two registers; bit 3 of a selector replicates the sign.
KnownValue transfer::prmt(const TransferInput &input) {
  const KnownValue &selectors = input.sources[2];
  bool hasMode = input.has(Modifier::f4e) || input.has(Modifier::b4e) || input.has(Modifier::rc8) ||
                 input.has(Modifier::ecl) || input.has(Modifier::ecr) || input.has(Modifier::rc16);
  llvm::KnownBits result(input.width);
  if (hasMode || !selectors.isConstant())
    return KnownValue::number(result);
  llvm::KnownBits bytes = input.sources[1].bits.concat(input.sources[0].bits);
  for (unsigned i = 0; i != 4; ++i) {
    auto selector = static_cast<unsigned>(selectors.constant() >> 4 * i & 0xF);
    llvm::KnownBits byte = bytes.extractBits(8, 8 * (selector & 7));
    result.insertBits(selector & 8 ? shiftedRight(byte, 7, true) : byte, 8 * i);
  }
  return KnownValue::number(result);
}

/// The low bits of the operand, extended; the number of bits is not 0.
KnownValue transfer::szext(const TransferInput &input) {
  const KnownValue &count = input.sources[1];
  if (!count.isConstant())
    return KnownValue::number(llvm::KnownBits(input.width));
  auto kept = static_cast<unsigned>(
      input.has(Modifier::wrap) ? count.constant() % 32 : std::min<uint64_t>(count.constant(), 32));
  if (kept == 0)
    return KnownValue::constant(llvm::APInt(input.width, 0));
  llvm::KnownBits bits = input.sources[0].bits.trunc(kept);
  return KnownValue::number(input.isSigned() ? bits.sext(input.width) : bits.zext(input.width));
}

/// A mask of ones: the first operand is the position, the second the number of bits.
KnownValue transfer::bmsk(const TransferInput &input) {
  const KnownValue &first = input.sources[0], &count = input.sources[1];
  if (!first.isConstant() || !count.isConstant())
    return KnownValue::number(llvm::KnownBits(input.width));
  uint64_t limit = input.has(Modifier::wrap) ? 31 : ~0u;
  auto begin = std::min<uint64_t>(first.constant() & limit, 32);
  auto end = std::min<uint64_t>(begin + (count.constant() & limit), 32);
  return KnownValue::constant(
      llvm::APInt::getBitsSet(32, static_cast<unsigned>(begin), static_cast<unsigned>(end)));
}
