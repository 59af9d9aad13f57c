// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ParsedModule.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::IsEmpty;

namespace {

/// The initializer of a variable, as `show` writes it.
std::string initializer(const std::string &text) {
  ParsedModule module = ParsedModule::items(".global .u64 x[2] = " + text + ";\n");
  EXPECT_THAT(module.diagnostics(), IsEmpty()) << text;
  const Variable &x = module.top().variables()[0];
  return show(module.top(), module.top()[x.declarators[0]].initializer);
}

/// Table 5 of the manual (4.5.5): the operators of C bind and associate as in C.
TEST(Expression, Precedence) {
  EXPECT_EQ(initializer("1 + 2 * 3"), "(+ 1 (* 2 3))");
  EXPECT_EQ(initializer("1 * 2 + 3"), "(+ (* 1 2) 3)");
  EXPECT_EQ(initializer("1 << 2 + 3"), "(<< 1 (+ 2 3))");
  EXPECT_EQ(initializer("1 < 2 << 3"), "(< 1 (<< 2 3))");
  EXPECT_EQ(initializer("1 == 2 < 3"), "(== 1 (< 2 3))");
  EXPECT_EQ(initializer("1 & 2 == 3"), "(& 1 (== 2 3))");
  EXPECT_EQ(initializer("1 ^ 2 & 3"), "(^ 1 (& 2 3))");
  EXPECT_EQ(initializer("1 | 2 ^ 3"), "(| 1 (^ 2 3))");
  EXPECT_EQ(initializer("1 && 2 | 3"), "(&& 1 (| 2 3))");
  EXPECT_EQ(initializer("1 || 2 && 3"), "(|| 1 (&& 2 3))");
  EXPECT_EQ(initializer("1 || 2 && 3 | 4 ^ 5 & 6 == 7 < 8 << 9 + 10 * 11"),
            "(|| 1 (&& 2 (| 3 (^ 4 (& 5 (== 6 (< 7 (<< 8 (+ 9 (* 10 11))))))))))");
  EXPECT_EQ(initializer("1 * 2 + 3 << 4 < 5 == 6 & 7 ^ 8 | 9 && 10 || 11"),
            "(|| (&& (| (^ (& (== (< (<< (+ (* 1 2) 3) 4) 5) 6) 7) 8) 9) 10) 11)");
}

TEST(Expression, LeftAssociative) {
  EXPECT_EQ(initializer("1 - 2 - 3"), "(- (- 1 2) 3)");
  EXPECT_EQ(initializer("1 / 2 * 3 % 4"), "(% (* (/ 1 2) 3) 4)");
  EXPECT_EQ(initializer("1 < 2 < 3"), "(< (< 1 2) 3)");
  EXPECT_EQ(initializer("1 >> 2 << 3"), "(<< (>> 1 2) 3)");
  EXPECT_EQ(initializer("1 != 2 == 3 >= 4 <= 5 > 6"), "(== (!= 1 2) (> (<= (>= 3 4) 5) 6))");
}

TEST(Expression, Conditional) {
  EXPECT_EQ(initializer("1 || 0 ? 2 + 3 : 4 ? 5 : 6"),
            "(Conditional (|| 1 0) (+ 2 3) (Conditional 4 5 6))");
  EXPECT_EQ(initializer("1 ? 2 ? 3 : 4 : 5"), "(Conditional 1 (Conditional 2 3 4) 5)");
}

/// Unary operators bind tighter than any binary one and may be repeated.
TEST(Expression, Unary) {
  EXPECT_EQ(initializer("-1 + ~2"), "(+ (- 1) (~ 2))");
  EXPECT_EQ(initializer("!!5"), "(! (! 5))");
  EXPECT_EQ(initializer("1--1"), "(- 1 (- 1))");
  EXPECT_EQ(initializer("--1"), "(- (- 1))");
  EXPECT_EQ(initializer("+1"), "(+ 1)");
  EXPECT_EQ(initializer("3 * -(1 + 2)"), "(* 3 (- (Paren (+ 1 2))))");
}

/// (Manual 4.5.5: casts to .s64 and .u64)
TEST(Expression, Casts) {
  EXPECT_EQ(initializer("(.s64) 1 + 2"), "(+ (Cast .s64 1) 2)");
  EXPECT_EQ(initializer("(.u64)(.s64)-1"), "(Cast .u64 (Cast .s64 (- 1)))");
  EXPECT_EQ(initializer("-(.u64) 1"), "(- (Cast .u64 1))");
}

TEST(Expression, Literals) {
  EXPECT_EQ(initializer("WARP_SZ * 0x10U"), "(* WARP_SZ 0x10U)");
  EXPECT_EQ(initializer("1.5 + .5e1"), "(+ 1.5 .5e1)");
  ParsedModule module = ParsedModule::items(
      ".global .u64 x[6] = {18446744073709551615, 0x2AU, 052, 0b101010, 0f3F800000, 1.5};\n");
  llvm::ArrayRef<Expr> e = module.top().expressions();
  // Before these are the version and the target of the header, and the count of the array.
  size_t first = 3;
  ASSERT_GE(e.size(), first + 6);
  EXPECT_EQ(e[first].integerValue(), ~0ull);
  EXPECT_EQ(e[first + 1].integerValue(), 42u);
  EXPECT_EQ(e[first + 1].notation(), Notation::Hexadecimal);
  EXPECT_TRUE(e[first + 1].isUnsigned());
  EXPECT_EQ(e[first + 2].integerValue(), 42u);
  EXPECT_EQ(e[first + 2].notation(), Notation::Octal);
  EXPECT_FALSE(e[first + 2].isUnsigned());
  EXPECT_EQ(e[first + 3].integerValue(), 42u);
  EXPECT_EQ(e[first + 3].notation(), Notation::Binary);
  EXPECT_EQ(e[first + 4].floatBits(), 0x3F80'0000u);
  EXPECT_EQ(e[first + 4].notation(), Notation::FloatBits32);
  EXPECT_EQ(e[first + 5].floatBits(), 0x3FF8'0000'0000'0000u); // 1.5 = 1.1b * 2^0
  EXPECT_EQ(e[first + 5].notation(), Notation::Decimal);
}

/// (Manual 5.4.4)
TEST(Expression, Initializers) {
  EXPECT_EQ(initializer("{{1, 2}, {}, 3}"), "(Initializer (Initializer 1 2) (Initializer) 3)");
  EXPECT_EQ(initializer("{var, var + 4}"), "(Initializer var (Offset var 4))");
  EXPECT_EQ(initializer("generic(var) + 2 * 2"), "(Offset (Generic var) (* 2 2))");
  EXPECT_EQ(initializer("{0xFF(var), 0xFF00(var + 4), 0xFF0000(generic(var))}"),
            "(Initializer (Mask 0xFF var) (Mask 0xFF00 (Offset var 4)) "
            "(Mask 0xFF0000 (Generic var)))");
  EXPECT_EQ(initializer("{addr_mode_0 = clamp_to_edge, width = 3 + 4}"),
            "(Initializer (Field addr_mode_0 clamp_to_edge) (Field width (+ 3 4)))");
}

/// What every pass over the expressions relies on: children are before their parents.
TEST(Expression, ChildrenComeFirst) {
  ParsedModule module = ParsedModule::items(
      ".global .u64 x[4] = {1 + 2 * (3 - 4), 1 ? 2 : 3, 0xFF(generic(y) + 1), (.s64) 1};\n");
  const SyntaxUnit &unit = module.top();
  for (uint32_t i = 0; i != unit.expressions().size(); ++i) {
    const Expr &e = unit.expressions()[i];
    switch (e.kind) {
    case ExprKind::Initializer:
    case ExprKind::Conditional:
      for (ExprId child : unit.list(e.list()))
        EXPECT_LT(child.index, i);
      break;
    case ExprKind::Binary:
    case ExprKind::Offset:
    case ExprKind::Mask:
      EXPECT_LT(e.lhs().index, i);
      EXPECT_LT(e.rhs().index, i);
      break;
    case ExprKind::Paren:
    case ExprKind::Generic:
    case ExprKind::Cast:
      EXPECT_LT(e.child().index, i);
      break;
    default:
      break;
    }
  }
}

/// The source range of an expression spans all of it, brackets included.
TEST(Expression, Ranges) {
  std::string text = "{0xFF(generic(y) + 1), (.s64) (1), 1 ? 2 : (3), {}}";
  ParsedModule module = ParsedModule::items(".global .u64 x[] = " + text + ";");
  const SyntaxUnit &unit = module.top();
  ExprId whole = unit[unit.variables()[0].declarators[0]].initializer;
  auto shown = [&](ExprId id) { return module->source().text(unit.range(id)).str(); };
  EXPECT_EQ(shown(whole), text);
  llvm::ArrayRef<ExprId> parts = unit.list(unit[whole].list());
  ASSERT_EQ(parts.size(), 4u);
  EXPECT_EQ(shown(parts[0]), "0xFF(generic(y) + 1)");
  EXPECT_EQ(shown(parts[1]), "(.s64) (1)");
  EXPECT_EQ(shown(parts[2]), "1 ? 2 : (3)");
  EXPECT_EQ(shown(parts[3]), "{}");
}

} // namespace
