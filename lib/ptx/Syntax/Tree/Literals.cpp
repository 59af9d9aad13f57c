// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/StringExtras.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

using namespace ptx;
using llvm::StringRef;

IntegerLiteral ptx::parseInteger(StringRef text) {
  IntegerLiteral result{0, Notation::Decimal, text.consume_back("U"), LiteralRange::Exact};
  unsigned radix = 10;
  if (text.size() > 1 && text[0] == '0') {
    switch (text[1]) {
    case 'x':
    case 'X':
      radix = 16;
      result.notation = Notation::Hexadecimal;
      text = text.drop_front(2);
      break;
    case 'b':
    case 'B':
      radix = 2;
      result.notation = Notation::Binary;
      text = text.drop_front(2);
      break;
    default:
      radix = 8;
      result.notation = Notation::Octal;
      text = text.drop_front(1);
    }
  }
  // `ptxas` multiplies modulo 2^64 and reports an error only if bit 63 is set before another digit.
  for (char c : text) {
    if (result.value >> 63)
      result.range = LiteralRange::Overflow;
    uint64_t next;
    if (__builtin_mul_overflow(result.value, radix, &next) ||
        __builtin_add_overflow(next, llvm::hexDigitValue(c), &next)) {
      if (result.range == LiteralRange::Exact)
        result.range = LiteralRange::Wraps;
      next = result.value * radix + llvm::hexDigitValue(c);
    }
    result.value = next;
  }
  return result;
}

/// The decimal position of the first nonzero digit in a decimal float: 1 for 1.5, 0 for 0.5.
static int64_t leadingDigitPlace(StringRef text) {
  size_t exponentAt = text.find_first_of("eE");
  StringRef digits = text.take_front(exponentAt);
  // An exponent too long for 64 bits outweighs any number of digits.
  int64_t exponent = 0;
  if (exponentAt != StringRef::npos) {
    StringRef number = text.drop_front(exponentAt + 1);
    number.consume_front("+");
    if (number.getAsInteger(10, exponent))
      exponent = number.starts_with("-") ? std::numeric_limits<int64_t>::min() / 2
                                         : std::numeric_limits<int64_t>::max() / 2;
  }
  size_t point = std::min(digits.find('.'), digits.size());
  size_t first = digits.find_first_not_of("0.");
  auto place = static_cast<int64_t>(point) - static_cast<int64_t>(first);
  return (first < point ? place : place + 1) + exponent;
}

FloatLiteral ptx::parseFloat(StringRef text) {
  auto bits = [](StringRef digits) {
    uint64_t value = 0;
    for (char c : digits)
      value = value << 4 | llvm::hexDigitValue(c);
    return value;
  };
  if (text.size() > 1 && text[0] == '0') {
    if (text[1] == 'f' || text[1] == 'F')
      return {bits(text.drop_front(2)), Notation::FloatBits32, LiteralRange::Exact};
    if (text[1] == 'd' || text[1] == 'D')
      return {bits(text.drop_front(2)), Notation::FloatBits64, LiteralRange::Exact};
  }
  double value = 0;
  LiteralRange range = LiteralRange::Exact;
  auto [end, error] = std::from_chars(text.begin(), text.end(), value);
  if (error == std::errc::result_out_of_range) {
    bool huge = leadingDigitPlace(text) > 0;
    range = huge ? LiteralRange::Overflow : LiteralRange::Underflow;
    value = huge ? std::numeric_limits<double>::infinity() : 0;
  } else if (std::fpclassify(value) == FP_SUBNORMAL) {
    range = LiteralRange::Underflow;
  }
  return {std::bit_cast<uint64_t>(value), Notation::Decimal, range};
}
