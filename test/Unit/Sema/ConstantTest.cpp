// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "../Check/CheckedText.h"
#include "../Syntax/ParsedModule.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Isa/Vocabulary/Types.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Sema.h"
#include "ptx/Syntax/Parse/Parser.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include "gmock/gmock.h"

#include <cmath>

using namespace ptx;
using namespace ptx::test;
using Kind = Constant::Kind;

namespace {

/// The value of the initializer `text`, which has to parse.
std::optional<Constant> valueOf(const std::string &text,
                                ConstantRules rules = ConstantRules::Manual) {
  ParsedModule module = ParsedModule::items(".global .b64 x = " + text + ";\n");
  EXPECT_TRUE(module->isComplete()) << text;
  const Variable &x = module.top().variables()[0];
  return evaluate(module.top(), module.top()[x.declarators[0]].initializer, rules);
}

struct Row {
  llvm::StringRef type, expression, ptxas, manual;
};

constexpr Row rows[] = {
#define ROW(type, expression, ptxas, manual) {type, expression, ptxas, manual},
#include "ConstantRows.inc"
#undef ROW
};

/// Whether `x` of the row is rejected with default settings, and under `--ptxas-compat`.
std::pair<bool, bool> rejections(const Row &row) {
  CheckedText module(
      (".version 9.0\n.target sm_90\n.global ." + row.type + " x = " + row.expression + ";\n")
          .str());
  std::pair<bool, bool> rejected;
  for (const Diagnostic &d : module.diagnostics().items()) {
    bool isError = info(d.id).severity == Severity::Error;
    rejected.first |= isError;
    rejected.second |= isError || info(d.id).groups.contains(DiagGroup::PtxasRejects);
  }
  return rejected;
}

/// The bits that a variable of `type` gets for `value`, as digits.
std::string stored(TypeId type, Constant value, ConstantRules rules) {
  unsigned width = info(type).width;
  bool isFloat = info(type).kind == TypeKind::Float;
  uint64_t bits = value.bits;
  if (value.kind == Kind::Double && width == 32)
    bits = llvm::bit_cast<uint32_t>(static_cast<float>(value.asDouble()));
  else if (!value.isInteger() && width < 32)
    bits = 0;
  else if (value.kind == Kind::Single && isFloat && width == 64 && rules == ConstantRules::Manual)
    bits = llvm::bit_cast<uint64_t>(value.asDouble());
  std::string digits = llvm::utohexstr(bits, /*LowerCase=*/true);
  digits.insert(0, 16 - digits.size(), '0');
  if (width > 64)
    return std::string(16, '0') + digits;
  return digits.substr(16 - width / 4);
}

TEST(ConstantTest, ValuesOfTheManualAndOfPtxas) {
  for (const Row &row : rows) {
    SCOPED_TRACE(("." + row.type + " x = " + row.expression).str());
    auto [byDefault, compat] = rejections(row);
    EXPECT_EQ(compat, row.ptxas == "rejected");
    llvm::StringRef manual = row.manual == "=" ? row.ptxas : row.manual;
    EXPECT_EQ(byDefault, manual == "rejected");
    TypeId type = *findType(row.type);
    if (row.ptxas != "rejected")
      EXPECT_EQ(
          stored(type, *valueOf(row.expression.str(), ConstantRules::Ptxas), ConstantRules::Ptxas),
          row.ptxas);
    if (manual != "rejected")
      EXPECT_EQ(stored(type, *valueOf(row.expression.str()), ConstantRules::Manual), manual);
  }
}

/// What `ptxas` rejects for its value: an integer is expected, the kinds differ, zero divides.
TEST(ConstantTest, SomeExpressionsHaveNoValue) {
  for (const char *text : {"1.5&&1",      "!1.5",        "~1.5",
                           "1.5+2",       "(.s64)1.5",   "(.u64)1.5",
                           "(.u64)-1.5",  "1.0/0",       "5/0",
                           "5 % 0",       "0/0.0",       "1 ? 1/0 : 2",
                           "0 && 1/0",    "3.0 % 2.0",   "1.5 ? 1 : 2",
                           "1 ? 1.5 : 2", "1.5 << 1",    "1.5 & 1.5",
                           "1.0 / 0.0",   "-0f3F800000", "0f3F800000 + 0f3F800000"})
    EXPECT_FALSE(valueOf(text)) << text;
}

/// (Manual 4.5.5: unsigned if an operand is, comparisons and logic are signed 0 or 1, shifts are
/// as their left operand)
TEST(ConstantTest, OperatorsDecideTheSign) {
  auto kindOf = [](const char *text) { return valueOf(text)->kind; };
  for (const char *text : {"1", "-1", "1+1", "1U<2U", "!1U", "1U==1U", "1U&&1U", "1.5<2.5", "1<<1U",
                           "(.s64)1U", "WARP_SZ", "4U % 2", "1?1:2", "1&1", "1|1", "1^1"})
    EXPECT_EQ(kindOf(text), Kind::Signed) << text;
  for (const char *text : {"1U", "0xFFFFFFFFFFFFFFFF", "9223372036854775808", "-1U", "~1U", "1+1U",
                           "1U-1", "2*1U", "4U/2", "~1", "1?1:2U", "1?1U:2", "1U&1", "1|1U", "1^1U",
                           "1U<<1", "1U>>1", "(.u64)1", "+1U"})
    EXPECT_EQ(kindOf(text), Kind::Unsigned) << text;
}

/// `ptxas` gives `%` an unsigned type, and `?:` that of the chosen alternative.
TEST(ConstantTest, PtxasHasOtherTypes) {
  auto kindOf = [](const char *text) { return valueOf(text, ConstantRules::Ptxas)->kind; };
  for (const char *text : {"5 % 3", "1?1U:2", "0?1:2U", "~1"})
    EXPECT_EQ(kindOf(text), Kind::Unsigned) << text;
  for (const char *text : {"1?1:2U", "0?1U:2", "1?1:2"})
    EXPECT_EQ(kindOf(text), Kind::Signed) << text;
}

/// Why there is no value, and the part of the expression that is blamed.
TEST(ConstantTest, FaultsNameTheirPart) {
  struct {
    const char *text;
    ConstantFault fault;
    const char *blamed;
  } const expected[] = {
      {"1 + (2 & ~1.5)", ConstantFault::IntegerExpected, "1.5"},
      {"(1.5 + 0.5) << 1", ConstantFault::IntegerExpected, "1.5 + 0.5"},
      {"1.5 ? 1 : 2", ConstantFault::IntegerExpected, "1.5"},
      {"2 * (1 + 1.5)", ConstantFault::MixedTypes, "1 + 1.5"},
      {"1 ? 2 : 2.5", ConstantFault::MixedTypes, "1 ? 2 : 2.5"},
      {"1 + (.u32)5", ConstantFault::CastType, "(.u32)5"},
      {"0 && 1/(2-2)", ConstantFault::DivisionByZero, "2-2"},
      {"1.5/0.0", ConstantFault::DivisionByZero, "0.0"},
      {"1.0 + 0f3F800000", ConstantFault::SingleOperand, "0f3F800000"},
  };
  for (const auto &row : expected) {
    ParsedModule module = ParsedModule::items(".global .b64 x = " + std::string(row.text) + ";\n");
    const SyntaxUnit &unit = module.top();
    ConstantResult result = evaluateConstant(
        unit, unit[unit.variables()[0].declarators[0]].initializer, ConstantRules::Manual);
    EXPECT_FALSE(result.value) << row.text;
    EXPECT_EQ(result.fault, row.fault) << row.text;
    EXPECT_EQ(unit.source(result.blamed), row.blamed) << row.text;
  }
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
