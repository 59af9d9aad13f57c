// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Syntax/ParsedModule.h"

#include "ptx/Sema/Constant.h"

#include "gmock/gmock.h"

#include <cmath>

using namespace ptx;
using namespace ptx::test;
using Kind = Constant::Kind;

namespace {

/// The value of the initializer `text`, which has to parse.
std::optional<Constant> valueOf(const std::string &text) {
  ParsedModule module = ParsedModule::items(".global .b64 x = " + text + ";\n");
  EXPECT_TRUE(module->isComplete()) << text;
  const Variable &x = module.top().variables()[0];
  return evaluate(module.top(), module.top()[x.declarators[0]].initializer);
}

struct Row {
  const char *expression;
  unsigned bits;
  uint64_t value;
};

/// Initial values of integer variables of so many bits, as they are in what `ptxas` 13.0 makes.
constexpr Row recorded[] = {
    {"18446744073709551615", 64, 0xffffffffffffffff},
    {"18446744073709551616", 64, 0x0000000000000000},
    {"18446744073709551617", 64, 0x0000000000000001},
    {"36893488147419103232", 64, 0x0000000000000000},
    {"0x10000000000000000", 64, 0x0000000000000000},
    {"0x1FFFFFFFFFFFFFFFF", 64, 0xffffffffffffffff},
    {"02000000000000000000000", 64, 0x0000000000000000},
    {"-9223372036854775809", 64, 0x7fffffffffffffff},
    {"--1", 64, 0x0000000000000001},
    {"!5", 64, 0x0000000000000000},
    {"!0", 64, 0x0000000000000001},
    {"~0", 64, 0xffffffffffffffff},
    {"+1", 64, 0x0000000000000001},
    {"-1", 64, 0xffffffffffffffff},
    {"WARP_SZ", 64, 0x0000000000000020},
    {"WARP_SZ*2", 64, 0x0000000000000040},
    {"5/2", 64, 0x0000000000000002},
    {"-5/2", 64, 0xfffffffffffffffe},
    {"-5 % 3", 64, 0x0000000000000002},
    {"5 % 3", 64, 0x0000000000000002},
    {"-7 % 4", 64, 0x0000000000000001},
    {"(-7) % (4)", 64, 0x0000000000000001},
    {"1<<63", 64, 0x8000000000000000},
    {"1<<64", 64, 0x0000000000000001},
    {"1<<65", 64, 0x0000000000000002},
    {"1<<-1", 64, 0x8000000000000000},
    {"-1>>1", 64, 0xffffffffffffffff},
    {"-1>>63", 64, 0xffffffffffffffff},
    {"0x8000000000000000>>63", 64, 0x0000000000000001},
    {"0xFFFFFFFFFFFFFFFF>>4", 64, 0x0fffffffffffffff},
    {"(-8)>>1", 64, 0xfffffffffffffffc},
    {"18446744073709551615>>1", 64, 0x7fffffffffffffff},
    {"9223372036854775808>>1", 64, 0x4000000000000000},
    {"-1U>>1", 64, 0x7fffffffffffffff},
    {"1U-2>>1", 64, 0x7fffffffffffffff},
    {"(.u64)-1>>1", 64, 0x7fffffffffffffff},
    {"(.s64)0xFFFFFFFFFFFFFFFF>>1", 64, 0xffffffffffffffff},
    {"-1<0", 64, 0x0000000000000001},
    {"-1<0U", 64, 0x0000000000000000},
    {"0xFFFFFFFFFFFFFFFF<0", 64, 0x0000000000000000},
    {"18446744073709551615<0", 64, 0x0000000000000000},
    {"-1 > 1U", 64, 0x0000000000000001},
    {"-1/2", 64, 0x0000000000000000},
    {"-1/2U", 64, 0x7fffffffffffffff},
    {"0xFFFFFFFFFFFFFFFE/2", 64, 0x7fffffffffffffff},
    {"-4/2U", 64, 0x7ffffffffffffffe},
    {"1?2:3", 64, 0x0000000000000002},
    {"0?2:3", 64, 0x0000000000000003},
    {"1?-1:1U", 64, 0xffffffffffffffff},
    {"(1?-1:1U)/2", 64, 0x0000000000000000},
    {"(1?-1:1)/2", 64, 0x0000000000000000},
    {"1&&0", 64, 0x0000000000000000},
    {"1||0", 64, 0x0000000000000001},
    {"2&&3", 64, 0x0000000000000001},
    {"5&3", 64, 0x0000000000000001},
    {"5|3", 64, 0x0000000000000007},
    {"5^3", 64, 0x0000000000000006},
    {"1==1", 64, 0x0000000000000001},
    {"1!=1", 64, 0x0000000000000000},
    {"1<=1", 64, 0x0000000000000001},
    {"2>=3", 64, 0x0000000000000000},
    {"1+2*3", 64, 0x0000000000000007},
    {"(1+2)*3", 64, 0x0000000000000009},
    {"1<<2+1", 64, 0x0000000000000008},
    {"1|2&3", 64, 0x0000000000000003},
    {"1?2:0?3:4", 64, 0x0000000000000002},
    {"10-4-3", 64, 0x0000000000000003},
    {"100/10/5", 64, 0x0000000000000002},
    {"1.5<2.5", 64, 0x0000000000000001},
    {"1.5==1.5", 64, 0x0000000000000001},
    {"(1.5<2.5)+1", 64, 0x0000000000000002},
    {"(.s64)5", 64, 0x0000000000000005},
    {"(.u64)5", 64, 0x0000000000000005},
    {"(.u64)(.s64)5", 64, 0x0000000000000005},
    {"0x7fffffffffffffff+1", 64, 0x8000000000000000},
    {"-9223372036854775808/-1", 64, 0x0000000000000000},
    {"0x8000000000000000/-1", 64, 0x0000000000000000},
    {"1<2<3", 64, 0x0000000000000001},
    {"+(-1)", 64, 0xffffffffffffffff},
    {"-+1", 64, 0xffffffffffffffff},
    {"!!5", 64, 0x0000000000000001},
    {"~-1", 64, 0x0000000000000000},
    {"-~0", 64, 0x0000000000000001},
    {"1- -1", 64, 0x0000000000000002},
    {"1--1", 64, 0x0000000000000002},
    {"1-(-1)", 64, 0x0000000000000002},
    {"4294967295", 32, 0xffffffff},
    {"4294967296", 32, 0x00000000},
    {"4294967297", 32, 0x00000001},
    {"-1", 32, 0xffffffff},
    {"-2147483649", 32, 0x7fffffff},
    {"0x1FFFFFFFF", 32, 0xffffffff},
    {"255", 8, 0xff},
    {"256", 8, 0x00},
    {"257", 8, 0x01},
    {"-1", 8, 0xff},
    {"-128", 8, 0x80},
    {"-129", 8, 0x7f},
    {"0x1FF", 8, 0xff},
    {"127", 8, 0x7f},
    {"128", 8, 0x80},
    {"255", 8, 0xff},
    {"256", 8, 0x00},
    {"-128", 8, 0x80},
    {"-129", 8, 0x7f},
    {"65536", 16, 0x0000},
    {"-1", 16, 0xffff},
    {"1", 32, 0x00000001},
    {"-1", 32, 0xffffffff},
    {"-1", 64, 0xffffffffffffffff},
    {"1", 16, 0x0001},
    {"1", 8, 0x01},
};

TEST(ConstantTest, IntegersAreWhatPtxasMakesOfThem) {
  for (const Row &row : recorded) {
    std::optional<Constant> value = valueOf(row.expression);
    ASSERT_TRUE(value && value->isInteger()) << row.expression;
    EXPECT_EQ(value->bits & ~0ull >> (64 - row.bits), row.value) << row.expression;
  }
}

/// What `ptxas` rejects for its value: an integer is expected, the kinds differ, zero divides.
TEST(ConstantTest, SomeExpressionsHaveNoValue) {
  for (const char *text : {"1.5&&1",        "!1.5",        "~1.5",
                           "1.5+2",         "(.s64)1.5",   "(.u64)1.5",
                           "(.u64)-1.5",    "1.0/0",       "5/0",
                           "5 % 0",         "0/0.0",       "1 ? 1/0 : 2",
                           "0 && 1/0",      "3.0 % 2.0",   "1.5 ? 1 : 2",
                           "1 ? 1.5 : 2.5", "1.5 << 1",    "1.5 & 1.5",
                           "1.0 / 0.0",     "-0f3F800000", "0f3F800000 + 0f3F800000"})
    EXPECT_FALSE(valueOf(text)) << text;
}

/// (Manual 4.5.5: unsigned if an operand is, comparisons and logic are signed 0 or 1, shifts are
/// as their left operand)
TEST(ConstantTest, OperatorsDecideTheSign) {
  auto kindOf = [](const char *text) { return valueOf(text)->kind; };
  for (const char *text : {"1", "-1", "1+1", "1U<2U", "!1U", "1U==1U", "1U&&1U", "1.5<2.5", "1<<1U",
                           "(.s64)1U", "1?1U:2U", "WARP_SZ", "~1"})
    EXPECT_EQ(kindOf(text), Kind::Signed) << text;
  for (const char *text :
       {"1U", "0xFFFFFFFFFFFFFFFF", "9223372036854775808", "-1U", "~1U", "1+1U", "1U-1", "2*1U",
        "4U/2", "4U % 2", "1U&1", "1|1U", "1^1U", "1U<<1", "1U>>1", "(.u64)1", "+1U"})
    EXPECT_EQ(kindOf(text), Kind::Unsigned) << text;
}

TEST(ConstantTest, FloatingPoint) {
  auto doubleOf = [](const char *text) {
    std::optional<Constant> value = valueOf(text);
    EXPECT_TRUE(value && value->kind == Kind::Double) << text;
    return value->asDouble();
  };
  EXPECT_EQ(doubleOf("1.5"), 1.5);
  EXPECT_EQ(doubleOf("-1.5"), -1.5);
  EXPECT_EQ(doubleOf("+1.5"), 1.5);
  EXPECT_EQ(doubleOf("-(1.5)"), -1.5);
  EXPECT_EQ(doubleOf("1.5 + 0.25"), 1.75);
  EXPECT_EQ(doubleOf("1.5 - 0.25"), 1.25);
  EXPECT_EQ(doubleOf("1.5 * 2.0"), 3.0);
  EXPECT_EQ(doubleOf("1.5 / 2.0"), 0.75);
  EXPECT_EQ(doubleOf("0d3FF0000000000000 + 0d3FF0000000000000"), 2.0); // 1 + 1
  EXPECT_TRUE(std::signbit(doubleOf("-0.0")));
  auto truth = [](const char *text) { return valueOf(text)->bits; };
  EXPECT_EQ(truth("1.5 < 2.5"), 1u);
  EXPECT_EQ(truth("1.5 > 2.5"), 0u);
  EXPECT_EQ(truth("1.5 <= 1.5"), 1u);
  EXPECT_EQ(truth("1.5 >= 2.5"), 0u);
  EXPECT_EQ(truth("1.5 == 1.5"), 1u);
  EXPECT_EQ(truth("1.5 != 1.5"), 0u);
}

/// `0f...` is the bits of single precision. (Manual 4.5.2)
TEST(ConstantTest, SinglePrecision) {
  std::optional<Constant> value = valueOf("0f3FC00000"); // 1.1b * 2^0
  ASSERT_TRUE(value);
  EXPECT_EQ(value->kind, Kind::Single);
  EXPECT_EQ(value->bits, 0x3FC0'0000u);
  EXPECT_EQ(value->asDouble(), 1.5);
}

TEST(ConstantTest, NamesHaveNoValue) {
  EXPECT_FALSE(valueOf("y"));
  EXPECT_FALSE(valueOf("y + 4"));
  EXPECT_FALSE(valueOf("generic(y)"));
}

TEST(ConstantTest, DepthAndLengthTakeNoStack) {
  std::string deep = std::string(2000, '(') + "7" + std::string(2000, ')');
  EXPECT_EQ(valueOf(deep)->bits, 7u);
  std::string signs;
  for (int i = 0; i < 1000; ++i)
    signs += "- ";
  EXPECT_EQ(valueOf(signs + "7")->asSigned(), 7); // an even number of them
  std::string sum = "1";
  for (int i = 1; i < 100'000; ++i)
    sum += "+1";
  EXPECT_EQ(valueOf(sum)->bits, 100'000u);
  std::string chosen;
  for (int i = 0; i < 1000; ++i)
    chosen += "0 ? 1 : ";
  EXPECT_EQ(valueOf(chosen + "5")->bits, 5u);
}

} // namespace
