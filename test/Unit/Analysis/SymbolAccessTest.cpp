// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CheckedModule.h"

#include "ptx/Analysis/SymbolAccess.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// Name, distance and size of each access: `x+4: 16`.
std::vector<std::string> accesses(const std::string &statements) {
  CheckedModule module(statements, ".global .align 16 .b8 x[64];\n.shared .b64 s;");
  std::vector<std::string> texts;
  for (const SymbolAccess &access : findSymbolAccesses(module.body()))
    texts.push_back(access.symbol->name.str() + "+" + std::to_string(access.offset) + ": " +
                    std::to_string(access.bytes));
  return texts;
}

/// The sizes are those of the types, times the length of the vector.
TEST(SymbolAccessTest, SizesAndDistances) {
  EXPECT_THAT(accesses("ld.global.u32 %r1, [x];"), ElementsAre("x+0: 4"));
  EXPECT_THAT(accesses("ld.global.v4.b32 {%r1, %r2, %r3, %r4}, [x+16];"), ElementsAre("x+16: 16"));
  EXPECT_THAT(accesses("st.shared.b64 [s+(2*4)], %rd1;"), ElementsAre("s+8: 8"));
  EXPECT_THAT(accesses("atom.global.cas.b16 %r1, [x+-2], %r2, %r3;"), IsEmpty())
      << "b16 needs 16-bit registers";
  EXPECT_THAT(accesses("atom.global.add.u64 %rd1, [x+-8], %rd2;"), ElementsAre("x+-8: 8"));
  EXPECT_THAT(accesses("red.global.add.u32 [x+4], 1;"), ElementsAre("x+4: 4"));
  EXPECT_THAT(accesses("ld.param.u32 %r1, [p];"), ElementsAre("p+0: 4"));
}

TEST(SymbolAccessTest, OtherAddresses) {
  EXPECT_THAT(accesses("ld.global.u32 %r1, [%rd1+4];"), IsEmpty());
  EXPECT_THAT(accesses("mov.u64 %rd1, x;"), IsEmpty());
  EXPECT_THAT(accesses("ld.global.u32 %r1, [16];"), IsEmpty());
}

} // namespace
