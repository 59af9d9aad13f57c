// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Expected values are worked out by hand, from the manual's description of each instruction.

#include "CheckedModule.h"

#include "ptx/Analysis/Values.h"

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
  Values values(module.body(), registers, accesses, flow);
  InstId last{static_cast<uint32_t>(module.unit().instructions().size()) - 1};
  EXPECT_NE(module.body().signatures[last.index], nullptr) << statements;
  return describe(values.address(last, module.unit().list(module.unit()[last].operands()).back()));
}

/// What is known of `%r1` behind `statements`.
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
  EXPECT_EQ(rd1("cvta.local.u64 %rd1, %rd2;"), "the generic address of something in `.local`");
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
  EXPECT_EQ(r1("mov.b32 %r1, 5;\n@%p1 bra L;\nmov.b32 %r1, 7;\nL:\n"), "`0x?`");
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

TEST(ValuesTest, WhatIsNotKnown) {
  EXPECT_EQ(r1(""), "not known");
  EXPECT_EQ(r1("ld.shared.u32 %r1, [bar];"), "not known");
  EXPECT_EQ(r1("mov.u32 %r1, %tid.x;"), "not known");
}

} // namespace
