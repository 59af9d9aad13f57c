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

/// The columns of a mask, the last one first, as the manual prints them.
static std::string columnsOf(uint64_t value, unsigned m, unsigned n) {
  std::string text;
  for (uint8_t isZero : zeroColumns(value, m, n))
    text.insert(text.begin(), isZero ? '1' : '0');
  return text;
}

/// The four examples of the manual (9.7.16.4.3), with N of 14 columns for each part of the mask.
TEST(ZeroColumnMask, Examples) {
  EXPECT_EQ(columnsOf(0x0003040000000000, 128, 14), "00000000000000");
  EXPECT_EQ(columnsOf(0x0003028000000000, 128, 14), "11100001110000");
  EXPECT_EQ(columnsOf(0x0003028100000000, 64, 28), "11100001110000"
                                                   "00001110000111");
  EXPECT_EQ(columnsOf(0x0203028301020100, 32, 48), "110000111000"
                                                   "111000011100"
                                                   "000111000011"
                                                   "001110000111");
  EXPECT_EQ(shiftOfColumns(0x0203028301020100), 2u);
}
