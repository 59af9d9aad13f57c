// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Certificate/Number.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>

using namespace ptx::certificate;

static uint64_t lowBits(unsigned width) { return llvm::maskTrailingOnes<uint64_t>(width); }

Number Arithmetic::truncate(Number number, unsigned width) {
  if (!number.isKnown)
    return {};
  uint64_t mask = lowBits(width);
  return {true, number.constant & mask, number.repeated & mask, number.passed & mask};
}

Number Arithmetic::modulo(const Integer &integer, unsigned width) {
  return truncate({true, static_cast<uint64_t>(integer.constant),
                   static_cast<uint64_t>(integer.repeated), static_cast<uint64_t>(integer.passed)},
                  width);
}

/// The least and the greatest value: an integer is linear, and all `s` and `t` are between these
/// three pairs.
static std::pair<__int128, __int128> bounds(const Integer &i, int64_t most) {
  std::array<__int128, 3> values{i.constant + i.repeated, i.constant + i.repeated * most,
                                 i.constant + i.repeated * most + i.passed * (most - 1)};
  auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  return {*least, *greatest};
}

std::optional<Integer> Arithmetic::exact(Number number, unsigned width, bool isSigned) const {
  if (!number.isKnown)
    return std::nullopt;
  auto centred = [&](uint64_t part) -> __int128 { return llvm::SignExtend64(part, width); };
  __int128 least = isSigned ? -(__int128(1) << (width - 1)) : 0;
  __int128 size = __int128(1) << width;
  Integer result{0, centred(number.repeated), centred(number.passed)};
  // The value for the first `t` is in the range of the type.
  __int128 first = static_cast<__int128>(number.constant) + result.repeated;
  first = (first - least) % size;
  if (first < 0)
    first += size;
  result.constant = first + least - result.repeated;
  auto [low, high] = bounds(result, most);
  if (low < least || high >= least + size)
    return std::nullopt;
  return result;
}

Number Arithmetic::add(Number a, Number b, unsigned width) {
  if (!a.isKnown || !b.isKnown)
    return {};
  return truncate({true, a.constant + b.constant, a.repeated + b.repeated, a.passed + b.passed},
                  width);
}

Number Arithmetic::subtract(Number a, Number b, unsigned width) {
  return add(a, multiply(b, Number::of(~uint64_t(0)), width), width);
}

Number Arithmetic::multiply(Number a, Number b, unsigned width) {
  if (!b.isConstant())
    std::swap(a, b);
  if (!a.isKnown || !b.isConstant())
    return {};
  return truncate({true, a.constant * b.constant, a.repeated * b.constant, a.passed * b.constant},
                  width);
}

Number Arithmetic::convert(Number a, unsigned from, bool isSigned, unsigned width) const {
  if (width <= from)
    return truncate(a, width);
  std::optional<Integer> integer = exact(a, from, isSigned);
  return integer ? modulo(*integer, width) : Number();
}

Number Arithmetic::divide(Number a, Number b, unsigned width, bool isSigned,
                          bool wantsRemainder) const {
  std::optional<Integer> over = exact(a, width, isSigned);
  if (!over || !b.isConstant() || bounds(*over, most).first < 0)
    return {};
  __int128 by = isSigned ? __int128(llvm::SignExtend64(b.constant, width)) : b.constant;
  if (by <= 0 || over->repeated % by || over->passed % by)
    return {};
  // The constant alone can be negative.
  __int128 rest = (over->constant % by + by) % by;
  if (wantsRemainder)
    return modulo({rest, 0, 0}, width);
  return modulo({(over->constant - rest) / by, over->repeated / by, over->passed / by}, width);
}

Number Arithmetic::bitAnd(Number a, Number b, unsigned width) {
  if (a.isConstant() && b.isConstant())
    return truncate(Number::of(a.constant & b.constant), width);
  if (!b.isConstant())
    std::swap(a, b);
  if (!a.isKnown || !b.isConstant())
    return {};
  uint64_t mask = b.constant & lowBits(width);
  auto low = [&](uint64_t bits) -> Number {
    bool isSame = !(a.repeated & bits) && !(a.passed & bits);
    return isSame ? Number::of(a.constant & bits) : Number();
  };
  if (mask == lowBits(width))
    return truncate(a, width);
  if (llvm::isMask_64(mask) || mask == 0)
    return low(mask);
  uint64_t others = ~mask & lowBits(width);
  if (llvm::isMask_64(others))
    return subtract(a, low(others), width);
  return {};
}

Number Arithmetic::bitOr(Number a, Number b, unsigned width) {
  // a | b = a + b - (a & b)
  return subtract(add(a, b, width), bitAnd(a, b, width), width);
}

Number Arithmetic::bitXor(Number a, Number b, unsigned width) {
  Number both = bitAnd(a, b, width);
  return subtract(add(a, b, width), add(both, both, width), width);
}

std::optional<int> Arithmetic::compare(Number a, Number b, unsigned width, bool isSigned) const {
  if (a.isKnown && a == b)
    return 0;
  std::optional<Integer> x = exact(a, width, isSigned), y = exact(b, width, isSigned);
  if (!x || !y)
    return std::nullopt;
  auto [low, high] =
      bounds({x->constant - y->constant, x->repeated - y->repeated, x->passed - y->passed}, most);
  if (high < 0)
    return -1;
  if (low > 0)
    return 1;
  return low == 0 && high == 0 ? std::optional(0) : std::nullopt;
}
