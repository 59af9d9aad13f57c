// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected values are worked out by hand, from the manual's description of each instruction.

#include "InstructionText.h"

#include "ptx/Isa/Forms/IntegerFunctions.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

/// The low bits of the result, as many as the last type of `mnemonic` has; none if it is not
/// defined.
std::optional<uint64_t> compute(StringRef mnemonic, std::array<uint64_t, 4> operands,
                                ResultPart part = ResultPart::Low) {
  MatchResult result = match(mnemonic);
  EXPECT_TRUE(result.matched()) << mnemonic.str();
  const InstrView &view = result.candidates.front().view;
  StringRef type = mnemonic.rsplit('.').second;
  const TypeInfo &typeInfo = info(*findType(type));
  std::optional<uint64_t> value =
      IntegerFunction{view, unsigned(typeInfo.width / typeInfo.lanes), type.starts_with("s"), part,
                      typeInfo.lanes}(operands);
  if (!value)
    return std::nullopt;
  return part == ResultPart::Wide ? *value : truncateInteger(*value, typeInfo.width);
}

TEST(IntegerFunctionsTest, Sums) {
  EXPECT_EQ(compute("add.u32", {0xFFFFFFFF, 2}), 1);
  EXPECT_EQ(compute("sub.s64", {1, 2}), ~uint64_t(0));
  EXPECT_EQ(compute("add.sat.s32", {0x7FFFFFFF, 1}), 0x7FFFFFFF);
  EXPECT_EQ(compute("sub.sat.s32", {0x80000000, 1}), 0x80000000);
  EXPECT_EQ(compute("sad.s32", {1, 0xFFFFFFFF, 10}), 12);
}

TEST(IntegerFunctionsTest, Products) {
  EXPECT_EQ(compute("mul.lo.u32", {0x10000, 0x10001}), 0x10000);
  EXPECT_EQ(compute("mul.hi.u32", {0x10000, 0x10001}, ResultPart::High), 1);
  EXPECT_EQ(compute("mul.hi.s32", {0xFFFFFFFF, 1}, ResultPart::High), 0xFFFFFFFF);
  EXPECT_EQ(compute("mul.hi.u64", {uint64_t(1) << 63, 4}, ResultPart::High), 2);
  EXPECT_EQ(compute("mul.wide.s16", {0xFFFF, 2}, ResultPart::Wide), ~uint64_t(1));
  EXPECT_EQ(compute("mad.wide.u16", {3, 5, 0x10000}, ResultPart::Wide), 0x1000F)
      << "the third operand is as wide as the result";
  EXPECT_EQ(compute("mul24.lo.u32", {0xFF000002, 3}), 6) << "of each operand 24 bits";
  EXPECT_EQ(compute("mul24.hi.u32", {0xFFFFFF, 0xFFFFFF}, ResultPart::High), 0xFFFFFE00);
}

TEST(IntegerFunctionsTest, Saturation) {
  EXPECT_EQ(compute("add.sat.u32", {0xFFFFFFFF, 2}), 0xFFFFFFFF);
  EXPECT_EQ(compute("mad.hi.sat.s32", {0x40000000, 4, 0x7FFFFFFF}, ResultPart::High), 0x7FFFFFFF);
  EXPECT_EQ(compute("mad24.hi.sat.s32", {0x800000, 0x800000, 0x7FFFFFFF}, ResultPart::High),
            0x7FFFFFFF);
  EXPECT_EQ(compute("min.relu.s32", {0xFFFFFFFB, 3}), 0);
  EXPECT_EQ(compute("max.relu.s32", {0xFFFFFFFB, 0xFFFFFFFE}), 0);
  EXPECT_EQ(compute("max.relu.s32", {0xFFFFFFFB, 3}), 3);
}

TEST(IntegerFunctionsTest, PackedIntegers) {
  EXPECT_EQ(compute("add.u16x2", {0x0001FFFF, 0x00020001}), 0x00030000) << "no carry";
  EXPECT_EQ(compute("add.sat.s8x4", {0x7F80017F, 0x01FF0201}), 0x7F80037F);
  EXPECT_EQ(compute("min.u16x2", {0x0001FFFF, 0xFFFF0001}), 0x00010001);
  EXPECT_EQ(compute("min.s16x2", {0x0001FFFF, 0xFFFF0001}), 0xFFFFFFFF);
  EXPECT_EQ(compute("max.relu.s16x2", {0x80000005, 0xFFFF0001}), 0x00000005);
}

// `fns` has the manual's examples.
TEST(IntegerFunctionsTest, BitsAndPolynomials) {
  EXPECT_EQ(compute("fns.b32", {0xAAAAAAAA, 3, 1}), 3);
  EXPECT_EQ(compute("fns.b32", {0xAAAAAAAA, 3, 0xFFFFFFFF}), 3);
  EXPECT_EQ(compute("fns.b32", {0xAAAAAAAA, 2, 1}), 3);
  EXPECT_EQ(compute("fns.b32", {0xAAAAAAAA, 2, 0xFFFFFFFF}), 1);
  EXPECT_EQ(compute("fns.b32", {0xAAAAAAAA, 2, 0}), 0xFFFFFFFF);
  EXPECT_EQ(compute("szext.clamp.s32", {0x180, 8}), 0xFFFFFF80);
  EXPECT_EQ(compute("szext.clamp.u32", {0x180, 8}), 0x80);
  EXPECT_EQ(compute("szext.clamp.s32", {0x12345678, 40}), 0x12345678);
  EXPECT_EQ(compute("szext.wrap.u32", {0x180, 40}), 0x80);
  EXPECT_EQ(compute("szext.wrap.u32", {0xFFFFFFFF, 0}), 0);
  EXPECT_EQ(compute("clmad.lo.u64", {3, 3, 0x10}), 0x15) << "(x + 1)^2 = x^2 + 1";
  EXPECT_EQ(compute("clmad.hi.u64", {uint64_t(1) << 63, 6, 0}, ResultPart::High), 3);
}

TEST(IntegerFunctionsTest, DotProducts) {
  EXPECT_EQ(compute("dp4a.u32.u32", {0x01020304, 0x01010101, 5}), 15);
  EXPECT_EQ(compute("dp4a.s32.s32", {0xFF000002, 0x02000003, 0}), 4) << "-2 + 6";
  EXPECT_EQ(compute("dp4a.s32.u32", {0x000000FF, 0x000000FF, 0}), 0xFFFFFF01) << "-1 * 255";
  EXPECT_EQ(compute("dp2a.lo.s32.s32", {0xFFFF0003, 0x00000205, 1}), 14) << "-2 + 15 + 1";
  EXPECT_EQ(compute("dp2a.hi.u32.u32", {0x00010003, 0x02050000, 0}), 17) << "2 + 15";
}

TEST(IntegerFunctionsTest, Quotients) {
  EXPECT_EQ(compute("div.s32", {0xFFFFFFF9, 2}), 0xFFFFFFFD) << "towards zero";
  EXPECT_EQ(compute("rem.s32", {0xFFFFFFF9, 2}), 0xFFFFFFFF) << "the sign of the dividend";
  EXPECT_EQ(compute("div.u32", {0xFFFFFFF9, 2}), 0x7FFFFFFC);
  EXPECT_EQ(compute("div.s32", {0x80000000, 0xFFFFFFFF}), 0x80000000);
  EXPECT_EQ(compute("div.u32", {1, 0}), std::nullopt);
  EXPECT_EQ(compute("rem.u32", {1, 0}), std::nullopt);
}

TEST(IntegerFunctionsTest, Shifts) {
  EXPECT_EQ(compute("shl.b32", {1, 31}), 0x80000000);
  EXPECT_EQ(compute("shl.b32", {1, 32}), 0) << "counts above the width are the width";
  EXPECT_EQ(compute("shr.u32", {0x80000000, 40}), 0);
  EXPECT_EQ(compute("shr.s32", {0x80000000, 40}), 0xFFFFFFFF);
  EXPECT_EQ(compute("shf.l.wrap.b32", {0x80000000, 1, 33}, ResultPart::High), 3);
  EXPECT_EQ(compute("shf.r.clamp.b32", {1, 0xABCD, 40}), 0xABCD);
}

TEST(IntegerFunctionsTest, Fields) {
  EXPECT_EQ(compute("bfe.u32", {0xABCD, 4, 8}), 0xBC);
  EXPECT_EQ(compute("bfe.s32", {0xABCD, 4, 8}), 0xFFFFFFBC);
  EXPECT_EQ(compute("bfi.b32", {0xF, 0, 4, 2}), 0x30);
  EXPECT_EQ(compute("bmsk.clamp.b32", {4, 8}), 0xFF0);
  EXPECT_EQ(compute("brev.b32", {1}), 0x80000000);
  EXPECT_EQ(compute("clz.b32", {0x8000}), 16);
  EXPECT_EQ(compute("clz.b64", {0}), 64);
  EXPECT_EQ(compute("popc.b32", {0xF0F}), 8);
  EXPECT_EQ(compute("bfind.s32", {0xFFFFFFF0}), 3);
  EXPECT_EQ(compute("bfind.shiftamt.u32", {1}), 31);
  EXPECT_EQ(compute("prmt.b32", {0x33221100, 0x77665544, 0x7531}), 0x77553311);
  EXPECT_EQ(compute("lop3.b32", {0xF0, 0xCC, 0xAA, 0x80}), 0x80) << "a & b & c";
  EXPECT_EQ(compute("not.b16", {1}), 0xFFFE);
  EXPECT_EQ(compute("slct.u32.s32", {1, 2, 0xFFFFFFFF}), 2);
}

TEST(IntegerFunctionsTest, SelectionsBySign) {
  MatchResult result = match("slct.u64.s32");
  const InstrView &view = result.candidates.front().view;
  for (unsigned width : {32, 64}) { // of the last or the first type
    IntegerFunction function{view, width, width == 32};
    EXPECT_EQ(function({0x1122334455667788, 2, 1, 0}), 0x1122334455667788);
    EXPECT_EQ(function({1, 0x1122334455667788, 0xFFFFFFFF, 0}), 0x1122334455667788);
  }
}

TEST(IntegerFunctionsTest, FloatingPointHasNoIntegerFunction) {
  EXPECT_EQ(compute("sqrt.rn.f32", {4}), std::nullopt);
}

TEST(IntegerFunctionsTest, Comparisons) {
  auto comparison = [](StringRef mnemonic) {
    return comparisonOf(match(mnemonic).candidates.front().view);
  };
  EXPECT_EQ(comparison("setp.lo.u32"), CompareOp::Less);
  EXPECT_EQ(comparison("setp.hs.and.u32"), CompareOp::GreaterEqual);
  EXPECT_EQ(comparison("setp.num.f32"), CompareOp::Other);
  EXPECT_TRUE(compareIntegers(CompareOp::Less, 0xFFFF, 1, 16, true));
  EXPECT_FALSE(compareIntegers(CompareOp::Less, 0xFFFF, 1, 16, false));
  EXPECT_TRUE(compareIntegers(CompareOp::Equal, 0x10001, 1, 16, false));
  EXPECT_FALSE(compareIntegers(CompareOp::GreaterEqual, uint64_t(1) << 63, 0, 64, true));
}

/// Atomic operations and reductions. (Manual 9.7.13.5, 9.7.13.10)
TEST(IntegerFunctionsTest, Combinations) {
  auto combine = [](StringRef mnemonic, uint64_t old, uint64_t operand) {
    return combineIntegers(match(mnemonic).candidates.front().view, old, operand, 32,
                           mnemonic.ends_with("s32"));
  };
  EXPECT_EQ(combine("atom.global.add.u32", 0xFFFFFFFF, 2), 1);
  EXPECT_EQ(combine("atom.global.exch.b32", 1, 2), 2);
  EXPECT_EQ(combine("atom.global.inc.u32", 3, 3), 0) << "wraps at the operand";
  EXPECT_EQ(combine("atom.global.inc.u32", 2, 3), 3);
  EXPECT_EQ(combine("atom.global.dec.u32", 0, 3), 3);
  EXPECT_EQ(combine("atom.global.dec.u32", 5, 3), 3) << "above the operand";
  EXPECT_EQ(combine("atom.global.min.s32", 0xFFFFFFFF, 1), 0xFFFFFFFF);
  EXPECT_EQ(combine("atom.global.min.u32", 0xFFFFFFFF, 1), 1);
  EXPECT_EQ(combine("redux.sync.max.s32", 0xFFFFFFFF, 1), 1);
  EXPECT_EQ(combine("redux.sync.xor.b32", 6, 3), 5);
  EXPECT_EQ(combine("atom.global.cas.b32", 1, 2), std::nullopt) << "has two operands";
}

} // namespace
