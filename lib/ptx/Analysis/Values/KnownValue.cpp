// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/KnownValue.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;

KnownValue KnownValue::number(llvm::KnownBits bits) {
  KnownValue result(std::move(bits));
  result.window = AddressWindow::Number;
  return result;
}

KnownValue KnownValue::constant(const llvm::APInt &value) {
  return number(llvm::KnownBits::makeConstant(value));
}

KnownValue KnownValue::never(unsigned width) {
  KnownValue result = unknown(width);
  result.bits.Zero.setAllBits();
  result.bits.One.setAllBits();
  return result;
}

KnownValue KnownValue::addressOf(const Symbol &symbol, SymbolRef ref, unsigned width) {
  KnownValue result = unknown(width);
  result.window = windowOf(symbol);
  result.object = result.window;
  result.symbol = &symbol;
  result.ref = ref;
  result.offset = 0;
  if (llvm::isPowerOf2_32(symbol.alignment))
    result.bits.Zero.setLowBits(std::min<unsigned>(llvm::Log2_32(symbol.alignment), width));
  return result;
}

KnownValue &KnownValue::forgetAddress(AddressWindow now) {
  return *this =
             now == AddressWindow::Number ? number(std::move(bits)) : KnownValue(std::move(bits));
}

KnownValue ptx::meet(const KnownValue &a, const KnownValue &b) {
  if (a.isNever())
    return b;
  if (b.isNever())
    return a;
  KnownValue result = a;
  result.bits = a.bits.intersectWith(b.bits);
  bool isSameKind = a.window == b.window && a.shift == b.shift;
  if (!isSameKind)
    return result.forgetAddress();
  if (a.object != b.object)
    result.object = AddressWindow::Unknown;
  if (a.ref != b.ref || a.loaded != b.loaded || a.loadOffset != b.loadOffset) {
    result.symbol = nullptr;
    result.ref = {};
    result.loaded = false;
    result.loadOffset = 0;
    result.offset.reset();
  } else if (a.offset != b.offset) {
    result.offset.reset();
  }
  return result;
}

/// In hexadecimal, with `?` for a digit that has an unknown bit.
static std::string digitsOf(const llvm::KnownBits &bits) {
  std::string text;
  for (unsigned at = (bits.getBitWidth() + 3) / 4 * 4; at != 0; at -= 4) {
    llvm::KnownBits digit = bits.extractBits(std::min(4u, bits.getBitWidth() - (at - 4)), at - 4);
    if (!digit.isConstant())
      text += '?';
    else if (auto value = static_cast<unsigned>(digit.getConstant().getZExtValue());
             value != 0 || !text.empty() || at == 4)
      text += llvm::hexdigit(value);
  }
  return "0x" + text;
}

static std::string distance(const std::optional<int64_t> &offset) {
  if (!offset)
    return " + an unknown offset";
  if (*offset == 0)
    return "";
  return (*offset < 0 ? " - " : " + ") +
         std::to_string(*offset < 0 ? 0 - uint64_t(*offset) : uint64_t(*offset));
}

std::string ptx::describe(const KnownValue &value) {
  if (value.isNever())
    return "not known";
  if (value.isConstant())
    return "`" + digitsOf(value.bits) + "`";
  if (value.symbol) {
    std::string name = "`" + value.symbol->name.str() + "`";
    std::string base = value.loaded ? "the value of " + name : "the address of " + name;
    if (value.window == AddressWindow::Encoded)
      return "made of " + base + distance(value.offset);
    return (value.window == AddressWindow::Generic ? "the generic address of " + name : base) +
           distance(value.offset);
  }
  if (value.isAddress())
    return value.kind().describe();
  std::string text = digitsOf(value.bits);
  bool hasDigit = text.find_first_not_of('?', 2) != std::string::npos;
  return hasDigit ? "`" + text + "`" : "not known";
}
