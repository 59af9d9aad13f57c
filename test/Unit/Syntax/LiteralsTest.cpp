// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Tree/Literals.h"

#include "gtest/gtest.h"

#include <bit>
#include <cmath>
#include <limits>

using namespace ptx;

namespace {

/// Each value is what `ptxas` stored for the literal; see manual 4.5.1 for the notations.
TEST(Literals, Integers) {
  struct Case {
    const char *text;
    uint64_t value;
    Notation notation;
    bool isUnsigned;
  };
  for (const Case &c : {
           Case{"0", 0, Notation::Decimal, false},
           Case{"42", 42, Notation::Decimal, false},
           Case{"42U", 42, Notation::Decimal, true},
           Case{"0x2aU", 42, Notation::Hexadecimal, true},
           Case{"0XFFFFFFFFFFFFFFFF", ~0ull, Notation::Hexadecimal, false},
           Case{"052", 42, Notation::Octal, false},
           Case{"0b101010", 42, Notation::Binary, false},
           Case{"0B1U", 1, Notation::Binary, true},
           Case{"18446744073709551615", ~0ull, Notation::Decimal, false},
           Case{"01777777777777777777777", ~0ull, Notation::Octal, false},
           Case{"0777777777777777777777", 0x7FFF'FFFF'FFFF'FFFF, Notation::Octal, false},
           Case{"0x00000000000000000000000001", 1, Notation::Hexadecimal, false},
           Case{"000000000000000000000000000000000001", 1, Notation::Octal, false},
           Case{"0b1000000000000000000000000000000000000000000000000000000000000000", 1ull << 63,
                Notation::Binary, false},
       }) {
    IntegerLiteral literal = parseInteger(c.text);
    EXPECT_EQ(literal.value, c.value) << c.text;
    EXPECT_EQ(literal.notation, c.notation) << c.text;
    EXPECT_EQ(literal.isUnsigned, c.isUnsigned) << c.text;
    EXPECT_EQ(literal.range, LiteralRange::Exact) << c.text;
  }
}

/// `ptxas` accepts these modulo 2^64; the values were read back from what it stored.
TEST(Literals, IntegersThatWrap) {
  for (auto [text, value] : std::initializer_list<std::pair<const char *, uint64_t>>{
           {"18446744073709551616", 0},
           {"0x2FFFFFFFFFFFFFFFF", 0xFFFF'FFFF'FFFF'FFFF},
           {"0x40000000000000000", 0},
           {"0x7FFFFFFFFFFFFFFFF", 0xFFFF'FFFF'FFFF'FFFF},
           {"0x100000000000000000", 0},
           {"0x1000000000000000000", 0},
           {"92233720368547758079", 0xFFFF'FFFF'FFFF'FFFF},
           {"92233720368547758070", 0xFFFF'FFFF'FFFF'FFF6},
           {"73786976294838206464", 0},
           {"80000000000000000000", 0x5639'1824'4F40'0000},
           {"0400000000000000000000000", 0},
           {"07777777777777777777777", 0xFFFF'FFFF'FFFF'FFFF},
       }) {
    IntegerLiteral literal = parseInteger(text);
    EXPECT_EQ(literal.value, value) << text;
    EXPECT_EQ(literal.range, LiteralRange::Wraps) << text;
  }
}

/// `ptxas` reports a constant overflow: bit 63 is set and another digit follows.
TEST(Literals, IntegersThatOverflow) {
  for (const char *text : {"0x80000000000000000", "0x8FFFFFFFFFFFFFFFF", "0x7FFFFFFFFFFFFFFF00",
                           "0b10000000000000000000000000000000000000000000000000000000000000000",
                           "0b010000000000000000000000000000000000000000000000000000000000000000",
                           "92233720368547758080", "01000000000000000000000000",
                           "0700000000000000000000000", "010000000000000000000000"})
    EXPECT_EQ(parseInteger(text).range, LiteralRange::Overflow) << text;
}

/// The bits follow from IEEE 754: 1.5 = 1.1b * 2^0, 1e5 = 100000.
TEST(Literals, DecimalFloats) {
  for (auto [text, value] :
       std::initializer_list<std::pair<const char *, double>>{{"1.5", 1.5},
                                                              {"1.", 1.0},
                                                              {".5", 0.5},
                                                              {"1e5", 100000.0},
                                                              {"1.e5", 100000.0},
                                                              {"1.0E+5", 100000.0},
                                                              {"25e-2", 0.25},
                                                              {"0.0", 0.0},
                                                              {"0e0", 0.0},
                                                              {"0.0e-400", 0.0},
                                                              {"08.5", 8.5}}) {
    FloatLiteral literal = parseFloat(text);
    EXPECT_EQ(literal.bits, std::bit_cast<uint64_t>(value)) << text;
    EXPECT_EQ(literal.notation, Notation::Decimal) << text;
    EXPECT_EQ(literal.range, LiteralRange::Exact) << text;
  }
}

TEST(Literals, FloatBits) {
  FloatLiteral single = parseFloat("0f3F800000");
  EXPECT_EQ(single.bits, 0x3F80'0000u);
  EXPECT_EQ(single.notation, Notation::FloatBits32);
  FloatLiteral twice = parseFloat("0D3ff0000000000000");
  EXPECT_EQ(twice.bits, 0x3FF0'0000'0000'0000u);
  EXPECT_EQ(twice.notation, Notation::FloatBits64);
  // Not a number, not too large: the bits are what is written.
  EXPECT_EQ(parseFloat("0f7FFFFFFF").range, LiteralRange::Exact);
}

/// `ptxas` calls both a constant overflow. The least normal double is 2^-1022 = 2.225...e-308.
TEST(Literals, FloatsOutOfRange) {
  for (const char *text : {"1e400", "1.8e308", "100000e400", "0.1e400"}) {
    EXPECT_EQ(parseFloat(text).range, LiteralRange::Overflow) << text;
    EXPECT_EQ(parseFloat(text).bits,
              std::bit_cast<uint64_t>(std::numeric_limits<double>::infinity()))
        << text;
  }
  for (const char *text : {"1e-308", "1.0e-400", "0.1e-400", "100e-500", "2.2e-308"})
    EXPECT_EQ(parseFloat(text).range, LiteralRange::Underflow) << text;
  EXPECT_EQ(parseFloat("2.3e-308").range, LiteralRange::Exact);
  EXPECT_EQ(parseFloat("1.7e308").range, LiteralRange::Exact);
  // Zeros before many digits: neither the first digit nor the exponent tells the size alone.
  EXPECT_EQ(parseFloat("." + std::string(400, '0') + "1").range, LiteralRange::Underflow);
  EXPECT_EQ(parseFloat("1" + std::string(400, '0') + ".").range, LiteralRange::Overflow);
  EXPECT_EQ(parseFloat("0" + std::string(400, '9') + ".0").range, LiteralRange::Overflow);
  EXPECT_EQ(parseFloat("1" + std::string(800, '0') + "e-10").range, LiteralRange::Overflow);
}

} // namespace
