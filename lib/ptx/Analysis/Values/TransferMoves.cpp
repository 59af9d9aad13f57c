// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/TransferFunctions.h"

#include "ptx/Isa/Forms/IntegerFunctions.h"
#include "ptx/Sema/Declarations/Declarations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace ptx;

/// The elements of a vector as one number, the first in the low bits.
static KnownValue packed(llvm::ArrayRef<KnownValue> elements) {
  KnownValue result = elements.front();
  for (const KnownValue &element : elements.drop_front()) {
    bool isNumber = element.window == AddressWindow::Number;
    bool isZero = element.bits.isZero();
    bool keeps = isNumber && (isZero || result.window == AddressWindow::Number ||
                              result.window == AddressWindow::Encoded);
    if (!keeps)
      result.forgetAddress();
    result.bits = element.bits.concat(result.bits);
  }
  return result;
}

KnownValue transfer::mov(const TransferInput &input) {
  if (input.sources.size() > 1)
    return packed(input.sources);
  const KnownValue &a = input.sources[0];
  if (input.parts == 1)
    return a;
  if (input.part == 0)
    return truncated(a, input.width);
  KnownValue element(a.bits.extractBits(input.width, input.part * input.width));
  return element.forgetAddress(a.window == AddressWindow::Number ? AddressWindow::Number
                                                                 : AddressWindow::Unknown);
}

KnownValue transfer::cvt(const TransferInput &input) {
  std::optional<TypeId> from = input.types[0];
  bool areIntegers =
      input.isInteger() && from && info(*from).lanes == 1 && info(*from).kind != TypeKind::Float;
  if (!areIntegers || input.has(Modifier::sat))
    return KnownValue::unknown(input.width);
  return resized(input.sources[0], input.width, info(*from).kind == TypeKind::Signed);
}

/// The bits of an address that are the same in another window.
static llvm::KnownBits lowBits(const llvm::KnownBits &bits, unsigned width) {
  constexpr unsigned kept = 12;
  return bits.trunc(kept).anyext(width);
}

// A conversion of another kind of value is an error: its result is unknown.
KnownValue transfer::cvta(const TransferInput &input) {
  KnownValue result = input.sources[0];
  AddressWindow space = windowOf(input.view);
  bool toSpace = input.has(Modifier::to);
  bool fits = toSpace ? result.kind().convertsTo(space) : result.kind().convertsFrom(space);
  if (!fits)
    return result.forgetAddress();
  // Windows start at multiples of large powers of two, so the low bits do not change.
  if (space != AddressWindow::Global)
    result.bits = lowBits(result.bits, input.width);
  result.window = toSpace ? space : AddressWindow::Generic;
  result.object = space;
  return result;
}

/// Memory of the stack, which is in `.local`. (Manual 9.7.17.3)
KnownValue transfer::allocate(const TransferInput &input) {
  KnownValue result = KnownValue::unknown(input.width);
  result.window = result.object = AddressWindow::Local;
  return result;
}

/// The same location in the shared memory of another CTA.
KnownValue transfer::mapa(const TransferInput &input) {
  KnownValue result = input.sources[0];
  result.bits = lowBits(result.bits, input.width);
  result.window =
      input.has(Modifier::shared_cluster) ? AddressWindow::SharedCluster : AddressWindow::Generic;
  result.object = AddressWindow::SharedCluster;
  return result;
}

/// A load by an entry from its own parameters, which do not change.
KnownValue transfer::ld(const TransferInput &input) {
  KnownValue result = KnownValue::unknown(input.width);
  const KnownValue &address = input.sources[0];
  bool isParameter = input.parts == 1 && address.pointsTo() && address.offset &&
                     *address.offset >= 0 && *address.offset <= INT32_MAX &&
                     address.window == AddressWindow::Param &&
                     address.symbol->parameter == ParameterKind::Entry;
  if (!isParameter)
    return result;
  result.symbol = address.symbol;
  result.ref = address.ref;
  result.loaded = true;
  result.loadOffset = static_cast<uint32_t>(*address.offset);
  result.offset = 0;
  uint32_t alignment = pointeeAlignment(*address.symbol);
  if (result.loadOffset == 0 && llvm::isPowerOf2_32(alignment))
    result.bits.Zero.setLowBits(std::min(input.width, llvm::Log2_32(alignment)));
  return result;
}

KnownValue transfer::selp(const TransferInput &input) {
  const KnownValue &condition = input.sources[2];
  if (condition.isConstant())
    return input.sources[condition.constant() ? 0 : 1];
  return meet(input.sources[0], input.sources[1]);
}

/// The result of an integer comparison.
static std::optional<bool> compare(const TransferInput &input) {
  using llvm::KnownBits;
  std::optional<TypeId> type = input.types[0];
  if (!type || info(*type).kind == TypeKind::Float)
    return std::nullopt;
  bool isSigned = info(*type).kind == TypeKind::Signed;
  const KnownBits &a = input.sources[0].bits, &b = input.sources[1].bits;
  switch (comparisonOf(input.view)) {
  case CompareOp::Equal:
    return KnownBits::eq(a, b);
  case CompareOp::NotEqual:
    return KnownBits::ne(a, b);
  case CompareOp::Less:
    return isSigned ? KnownBits::slt(a, b) : KnownBits::ult(a, b);
  case CompareOp::LessEqual:
    return isSigned ? KnownBits::sle(a, b) : KnownBits::ule(a, b);
  case CompareOp::Greater:
    return isSigned ? KnownBits::sgt(a, b) : KnownBits::ugt(a, b);
  case CompareOp::GreaterEqual:
    return isSigned ? KnownBits::sge(a, b) : KnownBits::uge(a, b);
  case CompareOp::Other:
    break;
  }
  return std::nullopt;
}

/// The result of the comparison, or its complement after `|`, combined with a third operand.
KnownValue transfer::setp(const TransferInput &input) {
  KnownValue result = KnownValue::number(llvm::KnownBits(1));
  if (std::optional<bool> value = compare(input))
    result = KnownValue::constant(llvm::APInt(1, *value != (input.part == 1)));
  if (input.sources.size() < 3)
    return result;
  const llvm::KnownBits &c = input.sources[2].bits;
  if (input.has(Modifier::and_))
    result.bits &= c;
  else if (input.has(Modifier::or_))
    result.bits |= c;
  else
    result.bits ^= c;
  return result;
}
