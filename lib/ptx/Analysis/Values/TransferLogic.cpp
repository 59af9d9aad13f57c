// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/TransferFunctions.h"

using namespace ptx;

/// The bits of the boolean function with the truth table `table`: bit `4a + 2b + c` is its value.
static llvm::KnownBits combine(uint8_t table, llvm::ArrayRef<KnownValue> sources) {
  unsigned width = sources[0].width();
  llvm::APInt canBe[2] = {llvm::APInt(width, 0), llvm::APInt(width, 0)};
  for (unsigned row = 0; row != 8; ++row) {
    llvm::APInt possible = llvm::APInt::getAllOnes(width);
    for (unsigned i = 0; i != 3; ++i) {
      const llvm::KnownBits &bits = sources[i].bits;
      possible &= row >> (2 - i) & 1 ? ~bits.Zero : ~bits.One;
    }
    canBe[table >> row & 1] |= possible;
  }
  llvm::KnownBits result(width);
  result.Zero = ~canBe[1];
  result.One = ~canBe[0];
  return result;
}

/// The value with `bits`, which are computed from `sources`. If parts of an address are among the
/// sources, they are kept when combined with numbers.
static KnownValue withParts(llvm::KnownBits bits, llvm::ArrayRef<KnownValue> sources) {
  const KnownValue *encoded = nullptr;
  for (const KnownValue &source : sources) {
    if (source.window == AddressWindow::Number)
      continue;
    if (source.window != AddressWindow::Encoded || encoded)
      return KnownValue(std::move(bits));
    encoded = &source;
  }
  if (!encoded)
    return KnownValue::number(std::move(bits));
  KnownValue result = *encoded;
  result.bits = std::move(bits);
  return result;
}

/// A number operand and the address operand that it changes; null if the operands are another pair.
static const KnownValue *addressBeside(const KnownValue &a, const KnownValue &b,
                                       const KnownValue *&number) {
  bool first = a.window == AddressWindow::Number;
  number = first ? &a : &b;
  const KnownValue *other = first ? &b : &a;
  bool isPair = number->window == AddressWindow::Number && other->window != AddressWindow::Number;
  return isPair ? other : nullptr;
}

KnownValue transfer::logicAnd(const TransferInput &input) {
  const KnownValue &a = input.sources[0], &b = input.sources[1];
  llvm::KnownBits bits = a.bits & b.bits;
  const KnownValue *number = nullptr;
  const KnownValue *address = addressBeside(a, b, number);
  if (!address)
    return withParts(std::move(bits), {a, b});
  if (!number->isConstant())
    return KnownValue(std::move(bits));
  const llvm::APInt mask = number->bits.getConstant();
  bool alignsDown = mask.isNegatedPowerOf2() || mask.isAllOnes();
  KnownValue result = *address;
  if (!alignsDown) {
    // A mask extracts bits from the middle of an address: the result is in no window.
    if (!address->isAddress() && address->window != AddressWindow::Encoded)
      return KnownValue::number(std::move(bits));
    if (address->isAddress() && address->window != AddressWindow::Generic)
      result.object = address->window;
    result.window = AddressWindow::Encoded;
  } else if (result.offset) {
    llvm::KnownBits cleared =
        address->bits.trunc(std::min(mask.countr_zero() + 1, bits.getBitWidth()));
    cleared.Zero.setHighBits(1);
    cleared.One.clearHighBits(1);
    if (mask.isAllOnes())
      ;
    else if (cleared.isConstant() && result.shift == 0)
      result.moveBy(-static_cast<int64_t>(cleared.getConstant().getZExtValue()));
    else
      result.offset.reset();
  }
  result.bits = std::move(bits);
  return result;
}

KnownValue transfer::logicOr(const TransferInput &input) {
  const KnownValue &a = input.sources[0], &b = input.sources[1];
  llvm::KnownBits bits = a.bits | b.bits;
  const KnownValue *number = nullptr;
  const KnownValue *address = addressBeside(a, b, number);
  if (!address || address->window == AddressWindow::Encoded)
    return withParts(std::move(bits), {a, b});
  // If no bit can be 1 in both operands, there is no carry.
  bool isSum = (~a.bits.Zero & ~b.bits.Zero).isZero();
  KnownValue result = isSum ? sum(a, b) : *address;
  if (!isSum)
    result.offset.reset();
  result.bits = std::move(bits);
  return result;
}

KnownValue transfer::logicXor(const TransferInput &input) {
  const KnownValue &a = input.sources[0], &b = input.sources[1];
  llvm::KnownBits bits = a.bits ^ b.bits;
  const KnownValue *number = nullptr;
  const KnownValue *address = addressBeside(a, b, number);
  if (!address)
    return withParts(std::move(bits), {a, b});
  // A swizzle moves an address within its variable.
  KnownValue result = *address;
  result.offset.reset();
  result.bits = std::move(bits);
  return result;
}

KnownValue transfer::logicNot(const TransferInput &input) {
  KnownValue result = input.sources[0];
  std::swap(result.bits.Zero, result.bits.One);
  return result.forgetAddress(result.window == AddressWindow::Number ? AddressWindow::Number
                                                                     : AddressWindow::Unknown);
}

KnownValue transfer::lop3(const TransferInput &input) {
  if (input.part != 0 || !input.sources[3].isConstant())
    return KnownValue::unknown(input.width);
  llvm::ArrayRef<KnownValue> sources = input.sources.take_front(3);
  auto table = static_cast<uint8_t>(input.sources[3].constant());
  return withParts(combine(table, sources), sources);
}
