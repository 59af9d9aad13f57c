// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Values/AddressUses.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// Each address as the instruction takes it, what is known of it, and the size of the access:
/// `.global: the address of x + 4: 16`, without backticks.
std::vector<std::string> uses(const std::string &statements) {
  CheckedModule module(statements, ".global .align 16 .b8 x[64];\n.shared .b64 s;");
  Registers registers(module.body().scope);
  RegisterAccesses accesses(module.body(), registers);
  ControlFlow flow(module.body());
  ValueAnalysis values(module.body(), registers, accesses, flow);
  std::vector<std::string> texts;
  for (const AddressUse &use :
       findAddressUses(module.body(), AddressPrefilter(module.body(), registers),
                       [&]() -> ValueAnalysis & { return values; })) {
    std::string text = windowName(use.window).str() + ": " + describe(use.value) + ": " +
                       std::to_string(use.bytes);
    llvm::erase(text, '`');
    texts.push_back(text);
  }
  return texts;
}

/// The sizes are those of the types, times the length of the vector.
TEST(AddressUsesTest, SizesAndDistances) {
  EXPECT_THAT(uses("ld.global.u32 %r1, [x];"), ElementsAre(".global: the address of x: 4"));
  EXPECT_THAT(uses("ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [x+16];"),
              ElementsAre(".global: the address of x + 16: 16"));
  EXPECT_THAT(uses("st.shared.b64 [s+(2*4)], %rd1;"),
              ElementsAre(".shared: the address of s + 8: 8"));
  EXPECT_THAT(uses("atom.global.cas.b16 %r1, [x+-2], %r2, %r3;"), IsEmpty())
      << "b16 requires 16-bit registers";
  EXPECT_THAT(uses("atom.global.add.u64 %rd1, [x+-8], %rd2;"),
              ElementsAre(".global: the address of x - 8: 8"));
  EXPECT_THAT(uses("red.global.add.u32 [x+4], 1;"),
              ElementsAre(".global: the address of x + 4: 4"));
  EXPECT_THAT(uses("ld.param.u32 %r1, [p];"), ElementsAre(".param: the address of p: 4"));
  EXPECT_THAT(uses("cp.async.ca.shared.global [s], [x+8], 8;"),
              ElementsAre(".shared: the address of s: 8", ".global: the address of x + 8: 8"));
}

TEST(AddressUsesTest, Registers) {
  EXPECT_THAT(uses("mov.u64 %rd1, x;\nld.global.u32 %r1, [%rd1+2];"),
              ElementsAre(".global: the address of x + 2: 4"));
  EXPECT_THAT(uses("mov.u64 %rd1, x+48;\nadd.s64 %rd2, %rd1, 8;\nld.global.u32 %r1, [%rd2+8];"),
              ElementsAre(".global: the address of x + 64: 4"));
  EXPECT_THAT(uses("mov.u64 %rd1, s;\nadd.s64 %rd1, %rd1, %rd2;\nld.u32 %r1, [%rd1];"),
              ElementsAre("generic: not known: 4"));
  EXPECT_THAT(uses("cvta.to.shared.u64 %rd1, %rd2;\nld.global.u32 %r1, [%rd1];"),
              ElementsAre(".global: an address in .shared: 4"));
  EXPECT_THAT(uses("mov.u64 %rd1, x;\nmbarrier.inval.shared.b64 [%rd1];"),
              ElementsAre(".shared: the address of x: 0"));
}

TEST(AddressUsesTest, WhatCannotBeWrong) {
  EXPECT_THAT(uses("mov.u64 %rd1, x;\nld.global.u32 %r1, [%rd1+4];"), IsEmpty());
  EXPECT_THAT(uses("mov.u64 %rd1, x;\nadd.s64 %rd2, %rd1, %rd3;\nld.global.u32 %r1, [%rd2+64];"),
              IsEmpty());
  EXPECT_THAT(uses("cvta.to.global.u64 %rd1, %rd2;\nld.u32 %r1, [%rd1];"), IsEmpty());
  EXPECT_THAT(uses("cvta.shared.u64 %rd1, s;\nld.u32 %r1, [%rd1];"), IsEmpty());
}

TEST(AddressUsesTest, WhatIsNotKnown) {
  EXPECT_THAT(uses("ld.global.u32 %r1, [%rd1+4];"), IsEmpty());
  EXPECT_THAT(uses("mov.u64 %rd1, x;"), IsEmpty());
  EXPECT_THAT(uses("ld.global.u32 %r1, [16];"), IsEmpty());
}

} // namespace
