// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/Flow/RegisterAccesses.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;

namespace {

/// What the last instruction does: `r` for read, `w` for written, `p` for partly, `?` for unknown,
/// each with a name.
std::string accesses(const std::string &statements, const std::string &declarations = "") {
  CheckedModule module(statements, declarations);
  Registers registers(module.body().scope);
  RegisterAccesses all(module.body(), registers);
  std::string text;
  auto last = static_cast<uint32_t>(module.unit().instructions().size() - 1);
  for (const RegisterAccess &access : all[InstId{last}])
    text += std::string(1, "rwp?"[static_cast<size_t>(access.kind)]) + " " +
            module.unit().text(access.name).str() + ", ";
  return text;
}

TEST(RegisterAccessesTest, DestinationsAndSources) {
  EXPECT_EQ(accesses("add.u32 %r1, %r2, %r1;"), "r %r2, r %r1, w %r1, ");
  EXPECT_EQ(accesses("add.u32 %r1, %r2, 5;"), "r %r2, w %r1, ");
  EXPECT_EQ(accesses("setp.eq.u32 %p1|%p2, %r1, %r2;"), "r %r1, r %r2, w %p1, w %p2, ");
  EXPECT_EQ(accesses("setp.eq.and.u32 %p1, %r1, %r2, !%p3;"), "r %r1, r %r2, r %p3, w %p1, ");
  EXPECT_EQ(accesses("mov.u32 %r1, %tid.x;"), "w %r1, ");
}

/// A guard is read, and what it guards is perhaps not written. (Manual 9.3)
TEST(RegisterAccessesTest, Guards) {
  EXPECT_EQ(accesses("@!%p1 mov.b32 %r1, %r2;"), "r %p1, r %r2, p %r1, ");
  EXPECT_EQ(accesses("@%p1 bra L;\nL:"), "r %p1, ");
}

TEST(RegisterAccessesTest, Vectors) {
  EXPECT_EQ(accesses("mov.b64 {%r1, _}, %rd1;"), "r %rd1, w %r1, ");
  EXPECT_EQ(accesses("mov.b64 %rd1, {%r1, %r2};"), "r %r1, r %r2, w %rd1, ");
  EXPECT_EQ(accesses("mov.b32 %v.x, %r1;"), "r %r1, p %v, ");
  EXPECT_EQ(accesses("mov.b32 %r1, %v.y;"), "r %v, w %r1, ");
}

/// The registers of an address are read, whoever writes to it. (Manual 6.4.1)
TEST(RegisterAccessesTest, Addresses) {
  EXPECT_EQ(accesses("ld.global.v2.b32 {%r1, %r2}, [%rd1+8];"), "r %rd1, w %r1, w %r2, ");
  EXPECT_EQ(accesses("st.global.b32 [%rd1], %r1;"), "r %rd1, r %r1, ");
  EXPECT_EQ(accesses("ld.param.u32 %r1, [p];"), "w %r1, ");
  EXPECT_EQ(accesses("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], "
                     "[%rd1], %r2, [%r3];"),
            "r %r1, r %rd1, r %r2, r %r3, ");
}

TEST(RegisterAccessesTest, Calls) {
  EXPECT_EQ(
      accesses("call (%r1), f, (%r2, 7);", ".func (.reg .b32 o) f(.reg .b32 a, .reg .b32 b);"),
      "r %r2, w %r1, ");
}

TEST(RegisterAccessesTest, AnInstructionWithAnError) {
  EXPECT_EQ(accesses("frobnicate %r1, [%rd1];"), "? %r1, ? %rd1, ");
}

/// `%r01` is `%r1`, and blocks declare registers of their own. (Manual 5.4.6)
TEST(RegistersTest, Numbers) {
  CheckedModule module("mov.b32 %r1, %r01;\n{\n.reg .b32 %r<3>;\nmov.b32 %r1, %r2;\n}");
  Registers registers(module.body().scope);
  RegisterAccesses all(module.body(), registers);
  EXPECT_EQ(all[InstId{0}][0].reg, all[InstId{0}][1].reg);
  EXPECT_NE(all[InstId{0}][0].reg, all[InstId{1}][1].reg);
  EXPECT_EQ(registers.declaration(all[InstId{1}][0].reg).count, 3U);
}

/// A declaration of very many registers takes no room for those that are not named.
TEST(RegistersTest, VeryManyRegisters) {
  CheckedModule module(".reg .b32 %many<4000000000>;\nmov.b32 %many3999999999, %r1;\n"
                       "mov.b32 %r2, %many3999999999;\nmov.b32 %r2, %many5;");
  Registers registers(module.body().scope);
  RegisterAccesses all(module.body(), registers);
  EXPECT_LT(registers.size(), 1000U);
  EXPECT_EQ(all[InstId{0}][1].reg, all[InstId{1}][0].reg);
  EXPECT_NE(all[InstId{1}][0].reg, all[InstId{2}][0].reg);
  EXPECT_EQ(registers.declaration(all[InstId{2}][0].reg).name, "%many");
}

} // namespace
