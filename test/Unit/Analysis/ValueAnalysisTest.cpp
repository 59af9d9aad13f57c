// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected values are worked out by hand, from the manual's description of each instruction.

#include "CheckedModule.h"

#include "ptx/Analysis/Values/ValueAnalysis.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

constexpr char variables[] = ".shared .align 1024 .b8 tile[4096];\n"
                             ".shared .align 8 .b64 bar;\n"
                             ".global .align 16 .b8 data[64];\n"
                             ".const .align 4 .b32 table[4] = {1, 2, 3, 4};\n";

/// What is known of the last operand of the last instruction.
std::string valueOf(const std::string &statements) {
  CheckedModule module(statements, variables);
  Registers registers(module.body().scope);
  RegisterAccesses accesses(module.body(), registers);
  ControlFlow flow(module.body());
  ValueAnalysis values(module.body(), registers, accesses, flow);
  InstId last{static_cast<uint32_t>(module.unit().instructions().size()) - 1};
  EXPECT_NE(module.body().signatures[last.index], nullptr) << statements;
  return describe(values.address(last, module.unit().list(module.unit()[last].operands()).back()));
}

/// What is known of `%r1` after `statements`.
std::string r1(const std::string &statements) { return valueOf(statements + "mov.b32 %r19, %r1;"); }
std::string rd1(const std::string &statements) {
  return valueOf(statements + "mov.b64 %rd8, %rd1;");
}

TEST(ValuesTest, Immediates) {
  EXPECT_EQ(r1("mov.b32 %r1, 0x1234;"), "`0x1234`");
  EXPECT_EQ(r1("mov.b32 %r1, -1;"), "`0xFFFFFFFF`");
  EXPECT_EQ(r1("mov.b32 %r1, 3 * 5;"), "`0xF`");
  EXPECT_EQ(r1("mov.f32 %r1, 0f3F800000;"), "`0x3F800000`");
  EXPECT_EQ(valueOf("mov.b32 %r1, 40;"), "`0x28`");
}

TEST(ValuesTest, Addresses) {
  EXPECT_EQ(rd1("mov.u64 %rd1, tile;"), "the address of `tile`");
  EXPECT_EQ(rd1("mov.u64 %rd1, tile+16;"), "the address of `tile` + 16");
  EXPECT_EQ(rd1("mov.u64 %rd2, tile;\nadd.s64 %rd1, %rd2, -8;"), "the address of `tile` - 8");
  EXPECT_EQ(rd1("mov.u64 %rd2, tile;\ncvta.shared.u64 %rd1, %rd2;"),
            "the generic address of `tile`");
  EXPECT_EQ(rd1("cvta.shared.u64 %rd2, tile;\nadd.s64 %rd1, %rd2, 4;"),
            "the generic address of `tile` + 4");
  EXPECT_EQ(rd1("cvta.to.global.u64 %rd1, %rd2;"), "an address in `.global`");
  EXPECT_EQ(rd1("cvta.local.u64 %rd1, %rd2;"), "a generic address of something in `.local`");
  EXPECT_EQ(rd1("mov.u32 %r1, tile;\ncvt.u64.u32 %rd1, %r1;"), "the address of `tile`");
  EXPECT_EQ(r1("mov.u64 %rd1, tile;\ncvt.u32.u64 %r1, %rd1;"), "the address of `tile`");
  EXPECT_EQ(valueOf("ld.shared.u32 %r1, [tile+4];"), "the address of `tile` + 4");
  EXPECT_EQ(valueOf("mov.u32 %r2, tile;\nld.shared.u32 %r1, [%r2+4];"),
            "the address of `tile` + 4");
}

TEST(ValuesTest, AddressesWithIndices) {
  EXPECT_EQ(rd1("mov.u64 %rd2, tile;\nmul.wide.u32 %rd3, %r2, 4;\nadd.s64 %rd1, %rd2, %rd3;"),
            "the address of `tile` + an unknown offset");
  EXPECT_EQ(rd1("mov.u64 %rd2, tile;\nadd.s64 %rd1, %rd2, %rd3;"), "not known")
      << "the other one may be the address";
}

TEST(ValuesTest, Parameters) {
  EXPECT_EQ(valueOf("ld.param.u32 %r1, [p];\nmov.b32 %r2, %r1;"), "the value of `p`");
  EXPECT_EQ(rd1("mov.b64 %rd1, p;"), "the address of `p`");
}

TEST(ValuesTest, Logic) {
  EXPECT_EQ(r1("mov.b32 %r2, 0xF0F0;\nand.b32 %r1, %r2, 0xFF00;"), "`0xF000`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xF0F0;\nor.b32 %r1, %r2, 0xF;"), "`0xF0FF`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xF0F0;\nxor.b32 %r1, %r2, 0xFFFF;"), "`0xF0F`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xF0F0;\nnot.b32 %r1, %r2;"), "`0xFFFF0F0F`");
  EXPECT_EQ(r1("and.b32 %r1, %r2, 0xFF0;"), "`0x??0`");
  EXPECT_EQ(r1("or.b32 %r1, %r2, 0xFF0;"), "`0x?????FF?`");
}

TEST(ValuesTest, Shifts) {
  EXPECT_EQ(r1("mov.b32 %r2, 0x80000001;\nshl.b32 %r1, %r2, 4;"), "`0x10`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x80000001;\nshr.u32 %r1, %r2, 4;"), "`0x8000000`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x80000001;\nshr.s32 %r1, %r2, 4;"), "`0xF8000000`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x80000001;\nshr.b32 %r1, %r2, 4;"), "`0x8000000`");
  EXPECT_EQ(r1("shl.b32 %r1, %r2, 40;"), "`0x0`") << "by the width at most";
  EXPECT_EQ(r1("mov.b32 %r2, 0x80000001;\nshr.s32 %r1, %r2, 40;"), "`0xFFFFFFFF`");
  EXPECT_EQ(r1("shl.b32 %r1, %r2, 4;"), "`0x???????0`");
}

/// `f(a, b, c)` with the truth table of the expression, which is worked out with a = 0xF0, b =
/// 0xCC, c = 0xAA: `a & b | c` is 0xEA, `a ^ b ^ c` is 0x96. (Manual 9.7.8.6)
TEST(ValuesTest, AnyLogic) {
  std::string operands = "mov.b32 %r2, 0xFF00;\nmov.b32 %r3, 0x0FF0;\nmov.b32 %r4, 0x000F;\n";
  EXPECT_EQ(r1(operands + "lop3.b32 %r1, %r2, %r3, %r4, 0xEA;"), "`0xF0F`");
  EXPECT_EQ(r1(operands + "lop3.b32 %r1, %r2, %r3, %r4, 0x96;"), "`0xF0FF`");
  EXPECT_EQ(r1(operands + "lop3.b32 %r1, %r2, %r3, %r9, 0xEA;"), "`0x?????F??`");
  EXPECT_EQ(r1("lop3.b32 %r1, %r9, %r9, %r9, 0xFF;"), "`0xFFFFFFFF`");
}

TEST(ValuesTest, Arithmetic) {
  std::string operands = "mov.b32 %r2, 7;\nmov.b32 %r3, -3;\n";
  EXPECT_EQ(r1(operands + "sub.s32 %r1, %r2, %r3;"), "`0xA`");
  EXPECT_EQ(r1(operands + "mul.lo.s32 %r1, %r2, %r3;"), "`0xFFFFFFEB`");
  EXPECT_EQ(r1(operands + "mul.hi.s32 %r1, %r2, %r3;"), "`0xFFFFFFFF`");
  EXPECT_EQ(r1(operands + "mul.hi.u32 %r1, %r2, %r3;"), "`0x6`");
  EXPECT_EQ(rd1(operands + "mul.wide.s32 %rd1, %r2, %r3;"), "`0xFFFFFFFFFFFFFFEB`");
  EXPECT_EQ(rd1(operands + "mul.wide.u32 %rd1, %r2, %r3;"), "`0x6FFFFFFEB`");
  EXPECT_EQ(r1(operands + "mad.lo.s32 %r1, %r2, %r2, 1;"), "`0x32`");
  EXPECT_EQ(r1(operands + "div.u32 %r1, %r3, %r2;"), "`0x24924924`") << "4294967293 / 7";
  EXPECT_EQ(r1(operands + "rem.s32 %r1, %r3, %r2;"), "`0xFFFFFFFD`");
  EXPECT_EQ(r1(operands + "min.s32 %r1, %r2, %r3;"), "`0xFFFFFFFD`");
  EXPECT_EQ(r1(operands + "max.s32 %r1, %r2, %r3;"), "`0x7`");
  EXPECT_EQ(r1(operands + "neg.s32 %r1, %r2;"), "`0xFFFFFFF9`");
  EXPECT_EQ(r1(operands + "abs.s32 %r1, %r3;"), "`0x3`");
  EXPECT_EQ(r1(operands + "popc.b32 %r1, %r2;"), "`0x3`");
  EXPECT_EQ(r1(operands + "clz.b32 %r1, %r2;"), "`0x1D`");
  EXPECT_EQ(r1("mov.b32 %r2, 1;\ndiv.u32 %r1, %r2, 0;"), "not known");
  EXPECT_EQ(r1("mov.b32 %r2, 0x7FFFFFFF;\nadd.sat.s32 %r1, %r2, 1;"), "not known");
}

TEST(ValuesTest, Fields) {
  EXPECT_EQ(r1("mov.b32 %r2, 0xABCD;\nbfe.u32 %r1, %r2, 4, 8;"), "`0xBC`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xABCD;\nbfe.s32 %r1, %r2, 4, 8;"), "`0xFFFFFFBC`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xABCD;\nbfe.u32 %r1, %r2, 4, 0;"), "`0x0`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xABCD;\nbfe.u32 %r1, %r2, 12, 255;"), "`0xA`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x80000000;\nbfe.s32 %r1, %r2, 40, 4;"), "`0xFFFFFFFF`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xF;\nmov.b32 %r3, 0;\nbfi.b32 %r1, %r2, %r3, 8, 3;"), "`0x700`");
  EXPECT_EQ(r1("mov.b32 %r2, 0xF;\nmov.b32 %r3, 5;\nbfi.b32 %r1, %r2, %r3, 8, 0;"), "`0x5`");
  EXPECT_EQ(r1("mov.b32 %r2, 1;\nbrev.b32 %r1, %r2;"), "`0x80000000`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x1FF;\nszext.clamp.s32 %r1, %r2, 8;"), "`0xFFFFFFFF`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x1FF;\nszext.wrap.u32 %r1, %r2, 40;"), "`0xFF`");
  EXPECT_EQ(r1("bmsk.clamp.b32 %r1, 4, 8;"), "`0xFF0`");
}

/// Bytes 0 to 3 are those of the first operand, from the lowest on, 4 to 7 of the second.
TEST(ValuesTest, Permutations) {
  std::string operands = "mov.b32 %r2, 0x33221180;\nmov.b32 %r3, 0x77665544;\n";
  EXPECT_EQ(r1(operands + "prmt.b32 %r1, %r2, %r3, 0x7531;"), "`0x77553311`");
  EXPECT_EQ(r1(operands + "prmt.b32 %r1, %r2, %r3, 0x1980;"), "`0x1100FF80`");
  EXPECT_EQ(r1(operands + "shf.l.clamp.b32 %r1, %r2, %r3, 8;"), "`0x66554433`");
  EXPECT_EQ(r1(operands + "shf.r.wrap.b32 %r1, %r2, %r3, 40;"), "`0x44332211`");
}

TEST(ValuesTest, Conversions) {
  EXPECT_EQ(rd1("mov.b32 %r2, -2;\ncvt.s64.s32 %rd1, %r2;"), "`0xFFFFFFFFFFFFFFFE`");
  EXPECT_EQ(rd1("mov.b32 %r2, -2;\ncvt.u64.u32 %rd1, %r2;"), "`0xFFFFFFFE`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x1FF;\ncvt.u32.u8 %r1, %r2;"), "`0xFF`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x1FF;\ncvt.s32.s8 %r1, %r2;"), "`0xFFFFFFFF`");
  EXPECT_EQ(r1("mov.b64 %rd2, 0x100000005;\ncvt.u32.u64 %r1, %rd2;"), "`0x5`");
  EXPECT_EQ(r1("mov.b32 %r2, 0x1FF;\ncvt.sat.u8.u32 %r1, %r2;"), "not known");
}

TEST(ValuesTest, Predicates) {
  auto selected = [](const std::string &condition) {
    return r1("mov.b32 %r2, 5;\n" + condition + "\nselp.b32 %r1, 0x11, 0x12, %p1;");
  };
  EXPECT_EQ(selected("setp.eq.s32 %p1, %r2, 5;"), "`0x11`");
  EXPECT_EQ(selected("setp.lt.s32 %p1, %r2, -1;"), "`0x12`");
  EXPECT_EQ(selected("setp.lt.u32 %p1, %r2, -1;"), "`0x11`");
  EXPECT_EQ(selected("setp.ne.s32 %p2|%p1, %r2, 5;"), "`0x11`");
  EXPECT_EQ(selected("setp.eq.and.s32 %p1, %r2, 5, !%p2;"), "`0x1?`") << "either";
  EXPECT_EQ(selected("mov.pred %p2, 0;\nsetp.eq.and.s32 %p1, %r2, 5, !%p2;"), "`0x11`");
  EXPECT_EQ(selected("setp.eq.s32 %p1, %r3, 5;"), "`0x1?`");
}

/// What descriptors are made of: the address of `tile` is a multiple of 1024, so that its bits from
/// 4 on end in six zeros.
TEST(ValuesTest, EncodedAddresses) {
  std::string address = "mov.u32 %r1, tile;\ncvt.u64.u32 %rd2, %r1;\n";
  EXPECT_EQ(rd1(address + "shr.u64 %rd3, %rd2, 4;\nand.b64 %rd1, %rd3, 0x3FFF;"),
            "made of the address of `tile`");
  EXPECT_EQ(rd1(address + "and.b64 %rd3, %rd2, 0x3FFFF;\nshr.u64 %rd4, %rd3, 4;\n"
                          "or.b64 %rd1, %rd4, 0x4000004000010000;"),
            "made of the address of `tile`");
  EXPECT_EQ(rd1(address + "bfe.u64 %rd3, %rd2, 4, 14;\nadd.s64 %rd1, %rd3, 2;"),
            "made of the address of `tile` + 32");
}

TEST(ValuesTest, Packing) {
  EXPECT_EQ(rd1("mov.b32 %r2, 1;\nmov.b32 %r3, 2;\nmov.b64 %rd1, {%r2, %r3};"), "`0x200000001`");
  EXPECT_EQ(r1("mov.b64 %rd1, 0x200000001;\nmov.b64 {%r2, %r1}, %rd1;"), "`0x2`");
  EXPECT_EQ(r1("mov.b64 %rd1, 0x200000001;\nmov.b64 {%r1, %r2}, %rd1;"), "`0x1`");
}

TEST(ValuesTest, WherePathsMeet) {
  EXPECT_EQ(r1("mov.b32 %r1, 0x15;\n@%p1 bra L;\nmov.b32 %r1, 0x17;\nL:\n"), "`0x1?`");
  EXPECT_EQ(r1("mov.b32 %r1, 5;\n@%p1 bra L;\nmov.b32 %r1, 5;\nL:\n"), "`0x5`");
  EXPECT_EQ(r1("mov.b32 %r1, 5;\n@%p1 mov.b32 %r1, 0x45;\n"), "`0x?5`");
  EXPECT_EQ(r1("mov.b32 %r1, 5;\nmov.b32 %r1, 6;\n"), "`0x6`");
  EXPECT_EQ(r1("@%p1 bra L;\nmov.b32 %r1, 7;\nbra M;\nL:\nmov.b32 %r1, 7;\nM:\n"), "`0x7`");
}

/// A counter by 2 is even and nothing else; a constant stays what it is.
TEST(ValuesTest, Loops) {
  EXPECT_EQ(r1("mov.b32 %r1, 0;\nmov.b32 %r2, 16;\nL:\nadd.s32 %r1, %r1, %r2;\n@%p1 bra L;\n"),
            "`0x???????0`");
  EXPECT_EQ(r1("mov.b32 %r1, 3;\nmov.b32 %r2, 8;\nL:\n@%p2 bra M;\nand.b32 %r1, %r1, 7;\nM:\n"
               "@%p1 bra L;\n"),
            "`0x3`");
}

/// The upper half of a descriptor stays, whatever is added to the lower one.
TEST(ValuesTest, HalvesInLoops) {
  EXPECT_EQ(rd1("mov.b32 %r2, 0;\nmov.b32 %r3, 0x40004040;\n"
                "L:\nmov.b64 %rd1, {%r2, %r3};\nadd.s32 %r2, %r2, 2;\n@%p1 bra L;\n"),
            "`0x40004040????????`");
}

/// A register that another iteration writes, and one that is written only on one way.
TEST(ValuesTest, OtherIterations) {
  EXPECT_EQ(r1("mov.b32 %r2, 1;\nmov.b32 %r3, 1;\nL:\nmov.b32 %r1, %r2;\nmov.b32 %r2, %r3;\n"
               "mov.b32 %r3, 0x11;\n@%p1 bra L;\n"),
            "`0x?1`");
  EXPECT_EQ(r1("@%p1 bra L;\nmov.b32 %r1, 7;\nmov.b32 %r1, 9;\nL:\n"), "`0x9`")
      << "what nothing has written can be anything";
}

/// 20,000 blocks and as many registers with two values each: what a search for all of them would
/// take is beyond the square. What is found is less precise and still right.
TEST(ValuesTest, ManyPaths) {
  std::string text = ".reg .b32 %x<20001>;\nmov.b32 %x0, 8;\n";
  for (int i = 1; i <= 20000; ++i) {
    std::string n = std::to_string(i), before = std::to_string(i - 1);
    text += "add.s32 %x" + n + ", %x" + before + ", 8;\n@%p1 bra L" + n + ";\nadd.s32 %x" + n +
            ", %x" + before + ", 16;\nL" + n + ":\n";
  }
  EXPECT_EQ(valueOf(text + "and.b32 %r1, %x20000, 7;\nmov.b32 %r2, %r1;"), "`0x0`");
}

/// A chain of 100,000 instructions, and one in a loop.
TEST(ValuesTest, LongChains) {
  std::string text = "mov.b32 %r1, 0;\nL:\n";
  for (int i = 0; i != 100000; ++i)
    text += "add.s32 %r1, %r1, 1;\n";
  EXPECT_EQ(r1(text), "`0x186A0`") << "100,000";
  EXPECT_EQ(r1(text + "@%p1 bra L;\n"), "`0x???????0`") << "a multiple of 32";
}

TEST(ValuesTest, WhatIsNotKnown) {
  EXPECT_EQ(r1(""), "not known");
  EXPECT_EQ(r1("ld.shared.u32 %r1, [bar];"), "not known");
  EXPECT_EQ(r1("mov.u32 %r1, %tid.x;"), "not known");
}

} // namespace
