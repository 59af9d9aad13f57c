// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/ZeroColumnMask.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

/// What is wrong with a mask of which all bits are known.
static Violations check(uint64_t value, unsigned m = 0) {
  return checkZeroColumnMask(llvm::KnownBits::makeConstant(llvm::APInt(64, value)), m);
}

TEST(ZeroColumnMask, Rules) {
  EXPECT_THAT(check(0x0200008000000000), IsEmpty());
  EXPECT_THAT(rulesOf(check(0x2100008000000000)), ElementsAre("T288")); // shift 33
  EXPECT_THAT(rulesOf(check(0x9000000000)), ElementsAre("T288"));       // bit 36
  EXPECT_THAT(check(0x1400008000000000, 64), IsEmpty());                // shift 20
  EXPECT_THAT(rulesOf(check(0x1400008000000000, 32)), ElementsAre("T288"));
  EXPECT_TRUE(isLegal(check(0x0000008000000100, 128))); // sc1, not used
  EXPECT_FALSE(check(0x0000008000000100, 128).empty());
}
