// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/IntegerFunctions.h"

#include "llvm/ADT/bit.h"

#include <algorithm>

using namespace ptx;

using A = Action;

namespace {

/// A function with its operands, which have the width of the type.
struct Numbers : IntegerFunction {
  uint64_t a, b, c, d;

  int64_t sa() const { return signExtendInteger(a, width); }
  int64_t sb() const { return signExtendInteger(b, width); }
};

} // namespace

/// The integer of `width` bits that is closest to `value`.
static uint64_t saturated(__int128 value, unsigned width, bool isSigned) {
  __int128 one = 1;
  __int128 least = isSigned ? -(one << (width - 1)) : 0;
  __int128 most = (one << (width - isSigned)) - 1;
  return static_cast<uint64_t>(std::clamp(value, least, most));
}

static uint64_t saturated(const Numbers &n, __int128 value) {
  return saturated(value, n.width, n.isSigned);
}

/// The sum, or the difference, of the operands. (Manual 9.7.1.1, 9.7.1.2)
static uint64_t sum(const Numbers &n, bool subtracts) {
  if (!n.view.has(Modifier::sat))
    return subtracts ? n.a - n.b : n.a + n.b;
  __int128 x = n.isSigned ? __int128(n.sa()) : __int128(n.a);
  __int128 y = n.isSigned ? __int128(n.sb()) : __int128(n.b);
  return saturated(n, subtracts ? x - y : x + y);
}

/// The smaller or larger operand; `.relu` replaces a negative result by 0. (Manual 9.7.1.12)
static uint64_t extremum(const Numbers &n, bool isMinimum) {
  bool isLess = n.isSigned ? n.sa() < n.sb() : n.a < n.b;
  uint64_t result = isLess == isMinimum ? n.a : n.b;
  return n.view.has(Modifier::relu) && signExtendInteger(result, n.width) < 0 ? 0 : result;
}

static uint64_t highProduct(const Numbers &n) {
  if (n.width == 64)
    return n.isSigned ? static_cast<uint64_t>(static_cast<__int128>(n.sa()) * n.sb() >> 64)
                      : static_cast<uint64_t>(static_cast<unsigned __int128>(n.a) * n.b >> 64);
  return n.isSigned ? static_cast<uint64_t>(n.sa() * n.sb() >> n.width) : n.a * n.b >> n.width;
}

static uint64_t wideProduct(const Numbers &n) {
  return n.isSigned ? static_cast<uint64_t>(n.sa() * n.sb()) : n.a * n.b;
}

/// The product of the low 24 bits of the operands, and of its 48 bits the lower or the upper 32.
/// (Manual 9.7.1.5, 9.7.1.6)
static uint64_t product24(const Numbers &n) {
  uint64_t x = n.isSigned ? uint64_t(signExtendInteger(n.a, 24)) : truncateInteger(n.a, 24);
  uint64_t y = n.isSigned ? uint64_t(signExtendInteger(n.b, 24)) : truncateInteger(n.b, 24);
  uint64_t half = n.part == ResultPart::High ? truncateInteger(x * y >> 16, 32) : x * y;
  if (n.view.form->action != A::MultiplyAdd24)
    return half;
  if (n.view.has(Modifier::sat))
    return saturated(n, __int128(signExtendInteger(half, 32)) + signExtendInteger(n.c, 32));
  return half + n.c;
}

/// Manual of PTX 9.4, 9.7.1.5
static uint64_t carrylessProduct(const Numbers &n) {
  unsigned __int128 all = 0;
  for (unsigned i = 0; i != 64; ++i)
    if (n.a >> i & 1)
      all ^= static_cast<unsigned __int128>(n.b) << i;
  return static_cast<uint64_t>(n.part == ResultPart::High ? all >> 64 : all);
}

/// `dp4a` multiplies four bytes by four bytes, `dp2a` two halves by two bytes. (Manual 9.7.1.23,
/// 9.7.1.24)
static uint64_t dotProduct(const Numbers &n) {
  bool signs[2] = {};
  unsigned types = 0;
  bool isOfHalves = false;
  for (Modifier word : n.view.modifiers) {
    isOfHalves |= word == Modifier::lo || word == Modifier::hi;
    if (word != Modifier::none && info(word).isType && types != 2)
      signs[types++] = info(info(word).type).kind == TypeKind::Signed;
  }
  auto part = [](uint64_t bits, unsigned first, unsigned width, bool isSigned) {
    bits = truncateInteger(bits >> first, width);
    return isSigned ? signExtendInteger(bits, width) : static_cast<int64_t>(bits);
  };
  unsigned width = isOfHalves ? 16 : 8;
  unsigned first = n.view.has(Modifier::hi) ? 16 : 0;
  uint64_t result = n.c;
  for (unsigned i = 0; i != 32 / width; ++i)
    result += static_cast<uint64_t>(part(n.a, i * width, width, signs[0]) *
                                    part(n.b, first + i * 8, 8, signs[1]));
  return result;
}

static std::optional<uint64_t> quotient(const Numbers &n) {
  if (n.b == 0)
    return std::nullopt;
  if (!n.isSigned)
    return n.a / n.b;
  return n.sb() == -1 ? 0 - n.a : static_cast<uint64_t>(n.sa() / n.sb());
}

static std::optional<uint64_t> remainder(const Numbers &n) {
  if (n.b == 0)
    return std::nullopt;
  if (!n.isSigned)
    return n.a % n.b;
  return n.sb() == -1 ? 0 : static_cast<uint64_t>(n.sa() % n.sb());
}

/// Manual 9.7.8: counts above the width shift everything out.
static uint64_t shiftRight(const Numbers &n) {
  uint64_t count = truncateInteger(n.b, 32);
  if (n.isSigned)
    return static_cast<uint64_t>(n.sa() >> std::min<uint64_t>(count, n.width - 1));
  return count >= n.width ? 0 : n.a >> count;
}

static uint64_t funnel(const Numbers &n, bool left) {
  uint64_t count =
      n.view.has(Modifier::clamp) ? std::min<uint64_t>(truncateInteger(n.c, 32), 32) : n.c & 31;
  uint64_t both = truncateInteger(n.b, 32) << 32 | truncateInteger(n.a, 32);
  return truncateInteger(left ? (count == 0 ? n.b : both << count >> 32) : both >> count, 32);
}

static uint64_t lop3(const Numbers &n) {
  uint64_t result = 0;
  for (unsigned i = 0; i != 8; ++i)
    if (n.d >> i & 1)
      result |= (i & 4 ? n.a : ~n.a) & (i & 2 ? n.b : ~n.b) & (i & 1 ? n.c : ~n.c);
  return result;
}

/// Manual 9.7.1.20
static uint64_t extractBits(const Numbers &n) {
  uint64_t position = n.b & 0xFF, length = n.c & 0xFF, top = n.width - 1;
  bool sign = n.isSigned && length && (n.a >> std::min(position + length - 1, top) & 1);
  uint64_t result = 0;
  for (unsigned i = 0; i <= top; ++i) {
    bool bit = i < length && position + i <= top ? (n.a >> (position + i) & 1) != 0 : sign;
    result |= uint64_t(bit) << i;
  }
  return result;
}

static uint64_t insertBits(const Numbers &n) {
  uint64_t position = n.c & 0xFF, length = n.d & 0xFF, result = n.b;
  for (uint64_t i = 0; i < length && position + i < n.width; ++i) {
    uint64_t bit = uint64_t(1) << (position + i);
    result = (result & ~bit) | (n.a >> i & 1) << (position + i);
  }
  return result;
}

/// Manual 9.7.1.21
static uint64_t extended(const Numbers &n) {
  if (n.b >= 32 && n.view.has(Modifier::clamp))
    return n.a;
  unsigned width = n.b & 31;
  if (width == 0)
    return 0;
  uint64_t bits = truncateInteger(n.a, width);
  return n.isSigned ? static_cast<uint64_t>(signExtendInteger(bits, width)) : bits;
}

static uint64_t bitMask(const Numbers &n) {
  uint64_t position = n.a, length = n.b;
  if (n.view.has(Modifier::wrap)) {
    position &= 31;
    length &= 31;
  }
  if (position >= 32)
    return 0;
  return truncateInteger((length >= 32 ? ~uint64_t(0) : (uint64_t(1) << length) - 1) << position,
                         32);
}

static uint64_t reverseBits(uint64_t bits, unsigned width) {
  uint64_t result = 0;
  for (unsigned i = 0; i != width; ++i)
    result |= (bits >> i & 1) << (width - 1 - i);
  return result;
}

static uint64_t findLeadingOne(const Numbers &n) {
  uint64_t bits = n.isSigned && n.sa() < 0 ? truncateInteger(~n.a, n.width) : n.a;
  if (bits == 0)
    return 0xFFFFFFFF;
  unsigned at = 63 - llvm::countl_zero(bits);
  return n.view.has(Modifier::shiftamt) ? n.width - 1 - at : at;
}

/// Manual 9.7.1.17
static std::optional<uint64_t> findNthOne(const Numbers &n) {
  constexpr uint64_t none = 0xFFFFFFFF;
  int64_t offset = signExtendInteger(n.c, 32);
  if (n.b > 31)
    return std::nullopt;
  if (offset == 0)
    return n.a >> n.b & 1 ? n.b : none;
  int64_t left = offset > 0 ? offset : -offset, step = offset > 0 ? 1 : -1;
  for (int64_t at = static_cast<int64_t>(n.b); at >= 0 && at < 32; at += step)
    if ((n.a >> at & 1) && --left == 0)
      return static_cast<uint64_t>(at);
  return none;
}

/// The default mode, and the modes that select by `c`. (Manual 9.7.9.7)
static uint64_t permute(const Numbers &n) {
  uint64_t both = truncateInteger(n.b, 32) << 32 | truncateInteger(n.a, 32), result = 0;
  for (unsigned i = 0; i != 4; ++i) {
    uint64_t selector = n.c >> 4 * i & 0xF;
    unsigned s = n.c & 3;
    if (n.view.has(Modifier::f4e))
      selector = (s + i) & 7;
    else if (n.view.has(Modifier::b4e))
      selector = (s + 8 - i) & 7;
    else if (n.view.has(Modifier::rc8))
      selector = s;
    else if (n.view.has(Modifier::ecl))
      selector = std::max(s, i);
    else if (n.view.has(Modifier::ecr))
      selector = std::min(s, i);
    else if (n.view.has(Modifier::rc16))
      selector = (s & 1) * 2 + (i & 1);
    uint64_t byte = both >> 8 * (selector & 7) & 0xFF;
    if (selector & 8)
      byte = byte & 0x80 ? 0xFF : 0;
    result |= byte << 8 * i;
  }
  return result;
}

static uint64_t product(const Numbers &n) {
  switch (n.part) {
  case ResultPart::High:
    return highProduct(n);
  case ResultPart::Wide:
    return wideProduct(n);
  case ResultPart::Low:
    break;
  }
  return n.a * n.b;
}

static std::optional<uint64_t> arithmeticResult(const Numbers &n) {
  switch (n.view.form->action) {
  case A::Add:
    return sum(n, false);
  case A::Subtract:
    return sum(n, true);
  case A::Multiply:
    return product(n);
  case A::MultiplyAdd:
    // `.sat` is only possible with the upper half of a signed product.
    return n.view.has(Modifier::sat)
               ? saturated(n, __int128(signExtendInteger(highProduct(n), n.width)) +
                                  signExtendInteger(n.c, n.width))
               : product(n) + n.c;
  case A::Multiply24:
  case A::MultiplyAdd24:
    return product24(n);
  case A::CarrylessMultiplyAdd:
    return carrylessProduct(n) ^ n.c;
  case A::DotProduct:
    return dotProduct(n);
  case A::Divide:
    return quotient(n);
  case A::Remainder:
    return remainder(n);
  case A::Absolute:
    return static_cast<uint64_t>(n.sa() < 0 ? 0 - n.a : n.a);
  case A::Negate:
    return 0 - n.a;
  case A::Minimum:
    return extremum(n, true);
  case A::Maximum:
    return extremum(n, false);
  case A::SumOfDifferences:
    return (n.isSigned ? n.sa() < n.sb() : n.a < n.b) ? n.b - n.a + n.c : n.a - n.b + n.c;
  default:
    return std::nullopt;
  }
}

/// The result of a function that combines, counts, moves or selects bits; none for others.
static std::optional<uint64_t> bitResult(const Numbers &n) {
  uint64_t a = n.a, b = n.b;
  switch (n.view.form->action) {
  case A::BitAnd:
    return a & b;
  case A::BitOr:
    return a | b;
  case A::BitXor:
    return a ^ b;
  case A::BitNot:
    return ~a;
  case A::LogicalNot:
    return a == 0;
  case A::ShiftLeft:
    return truncateInteger(b, 32) >= n.width ? 0 : a << truncateInteger(b, 32);
  case A::ShiftRight:
    return shiftRight(n);
  case A::FunnelShift:
    return funnel(n, n.part == ResultPart::High);
  case A::BitTable:
    return lop3(n);
  case A::ExtractBits:
    return extractBits(n);
  case A::InsertBits:
    return insertBits(n);
  case A::ExtendSign:
    return extended(n);
  case A::MakeMask:
    return bitMask(n);
  case A::ReverseBits:
    return reverseBits(a, n.width);
  case A::LeadingZeros:
    return a ? llvm::countl_zero(a) - (64 - n.width) : n.width;
  case A::FindLeadingOne:
    return findLeadingOne(n);
  case A::FindNthOne:
    return findNthOne(n);
  case A::CountOnes:
    return llvm::popcount(a);
  case A::Permute:
    return permute(n);
  case A::SelectBySign:
    return signExtendInteger(n.c, 32) >= 0 ? a : b;
  default:
    return std::nullopt;
  }
}

static std::optional<uint64_t> resultOf(const Numbers &n) {
  std::optional<uint64_t> result = arithmeticResult(n);
  return result ? result : bitResult(n);
}

/// Operands of the instruction's type are truncated to its width. Counts, the third operand of wide
/// products, the predicate of a selection and the operands of a selection by a sign have others.
static uint64_t operandBits(const IntegerFunction &function, unsigned i, uint64_t bits) {
  Action action = function.view.form->action;
  bool isWhole = action == A::SelectBySign ||
                 (i == 2 && ((action == A::MultiplyAdd && function.part == ResultPart::Wide) ||
                             action == A::Select));
  bool isCount = i >= 1 && (action == A::ShiftLeft || action == A::ShiftRight ||
                            action == A::ExtractBits || action == A::InsertBits);
  return isWhole || isCount ? bits : truncateInteger(bits, function.width);
}

/// The results of arithmetic on the lanes of packed integers. None of other functions, of which
/// some operands are not packed.
static std::optional<uint64_t> packed(const IntegerFunction &function,
                                      std::array<uint64_t, 4> operands) {
  if (function.part == ResultPart::Wide)
    return std::nullopt;
  uint64_t result = 0;
  for (unsigned first = 0; first != function.lanes * function.width; first += function.width) {
    auto lane = [&](unsigned i) { return truncateInteger(operands[i] >> first, function.width); };
    std::optional<uint64_t> bits = arithmeticResult({function, lane(0), lane(1), lane(2), lane(3)});
    if (!bits)
      return std::nullopt;
    result |= truncateInteger(*bits, function.width) << first;
  }
  return result;
}

std::optional<uint64_t> IntegerFunction::operator()(std::array<uint64_t, 4> operands) const {
  if (lanes != 1)
    return packed(*this, operands);
  for (unsigned i = 0; i != operands.size(); ++i)
    operands[i] = operandBits(*this, i, operands[i]);
  return resultOf({*this, operands[0], operands[1], operands[2], operands[3]});
}

uint64_t ptx::convertInteger(uint64_t bits, const TypeInfo &from, const TypeInfo &to,
                             bool saturates) {
  bool isSigned = to.kind == TypeKind::Signed;
  __int128 value = from.kind == TypeKind::Signed ? __int128(signExtendInteger(bits, from.width))
                                                 : __int128(truncateInteger(bits, from.width));
  uint64_t result = saturates ? saturated(value, to.width, isSigned) : static_cast<uint64_t>(value);
  return isSigned ? static_cast<uint64_t>(signExtendInteger(result, to.width))
                  : truncateInteger(result, to.width);
}

std::optional<uint64_t> ptx::combineIntegers(const InstrView &view, uint64_t old, uint64_t operand,
                                             unsigned width, bool isSigned) {
  uint64_t a = truncateInteger(old, width), b = truncateInteger(operand, width);
  bool isLess = isSigned ? signExtendInteger(a, width) < signExtendInteger(b, width) : a < b;
  for (Modifier word : view.modifiers)
    switch (word) {
    case Modifier::exch:
      return b;
    case Modifier::add:
      return truncateInteger(a + b, width);
    case Modifier::and_:
      return a & b;
    case Modifier::or_:
      return a | b;
    case Modifier::xor_:
      return a ^ b;
    case Modifier::inc:
      return a >= b ? 0 : a + 1;
    case Modifier::dec:
      return a == 0 || a > b ? b : a - 1;
    case Modifier::min:
      return isLess ? a : b;
    case Modifier::max:
      return isLess ? b : a;
    default:
      break;
    }
  return std::nullopt;
}

CompareOp ptx::comparisonOf(const InstrView &view) {
  for (Modifier word : view.modifiers)
    switch (word) {
    case Modifier::eq:
      return CompareOp::Equal;
    case Modifier::ne:
      return CompareOp::NotEqual;
    case Modifier::lt:
    case Modifier::lo:
      return CompareOp::Less;
    case Modifier::le:
    case Modifier::ls:
      return CompareOp::LessEqual;
    case Modifier::gt:
    case Modifier::hi:
      return CompareOp::Greater;
    case Modifier::ge:
    case Modifier::hs:
      return CompareOp::GreaterEqual;
    default:
      break;
    }
  return CompareOp::Other;
}

bool ptx::compareIntegers(CompareOp comparison, uint64_t a, uint64_t b, unsigned width,
                          bool isSigned) {
  a = truncateInteger(a, width);
  b = truncateInteger(b, width);
  bool isLess = isSigned ? signExtendInteger(a, width) < signExtendInteger(b, width) : a < b;
  switch (comparison) {
  case CompareOp::Equal:
    return a == b;
  case CompareOp::NotEqual:
    return a != b;
  case CompareOp::Less:
    return isLess;
  case CompareOp::LessEqual:
    return isLess || a == b;
  case CompareOp::Greater:
    return !isLess && a != b;
  case CompareOp::GreaterEqual:
    return !isLess;
  case CompareOp::Other:
    break;
  }
  llvm_unreachable("not a comparison of integers");
}
