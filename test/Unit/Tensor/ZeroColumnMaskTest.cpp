// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/ZeroColumnMask.h"

#include "Vectors.h"

#include "gmock/gmock.h"

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;
using testing::IsEmpty;

/// The first `length` bits of `mask`, the highest first, as the manual prints them.
static std::string printed(const std::vector<bool> &mask, size_t first, size_t length) {
  std::string text;
  for (size_t i = length; i--;)
    text += mask[first + i] ? '1' : '0';
  return text;
}

TEST(ZeroColumnMask, Vectors) {
  for (Vector row : Vector::group("zero_column_mask").items()) {
    std::vector<bool> mask =
        subMask(row["n"].number(), row["start"].number(), row["first"].number(),
                row["skip"].number(), row["use"].number());
    EXPECT_EQ(mask, row["mask_lsb_first"].numbersAs<bool>());
  }
}

// The four examples of manual 9.7.16.4.3, as far as it prints the masks.

TEST(ZeroColumnMask, Example1) {
  ZeroColumnMask mask;
  mask.skipSpan = 4;
  mask.useSpan = 3;
  EXPECT_EQ(*zeroColumns(mask, 128, 64), std::vector<bool>(64));
}

TEST(ZeroColumnMask, Example2) {
  ZeroColumnMask mask;
  mask.nonZero = true;
  mask.skipSpan = 2;
  mask.useSpan = 3;
  EXPECT_EQ(printed(*zeroColumns(mask, 128, 64), 0, 14), "11100001110000");
}

TEST(ZeroColumnMask, Example3) {
  ZeroColumnMask mask;
  mask.firstSpan = {true};
  mask.nonZero = true;
  mask.skipSpan = 2;
  mask.useSpan = 3;
  std::vector<bool> columns = *zeroColumns(mask, 64, 128);
  EXPECT_EQ(printed(columns, 0, 17), "11100001110000111");
  EXPECT_EQ(printed(columns, 64, 18), "000011100001110000");
}

TEST(ZeroColumnMask, Example4) {
  ZeroColumnMask mask;
  mask.startCount = {0, 1, 2, 1};
  mask.firstSpan = {true, true, false, false};
  mask.nonZero = true;
  mask.skipSpan = 2;
  mask.useSpan = 3;
  mask.columnShift = 2;
  std::vector<bool> columns = *zeroColumns(mask, 32, 128);
  EXPECT_EQ(printed(columns, 0, 14), "00001110000111");
  EXPECT_EQ(printed(columns, 32, 13), "0000111000011");
  EXPECT_EQ(printed(columns, 64, 12), "111000011100");
  EXPECT_EQ(printed(columns, 96, 13), "1110000111000");
}

TEST(ZeroColumnMask, EncodesWhatItDecodes) {
  constexpr uint64_t all = 0x3FFFFF8FFFFFFFFF; // but for bits 36-38, 62 and 63
  EXPECT_EQ(*encodeZeroColumnMask(decodeZeroColumnMask(~uint64_t(0))), all);
  for (const BitField &field : zeroColumnMaskFields())
    EXPECT_EQ(*encodeZeroColumnMask(decodeZeroColumnMask(field.mask())), field.mask());
  ZeroColumnMask mask;
  mask.columnShift = 64;
  EXPECT_EQ(failureOf(encodeZeroColumnMask(mask)),
            "column shift 64 is more than bits 56-61 can hold");
}

TEST(ZeroColumnMask, Rules) {
  EXPECT_THAT(checkZeroColumnMask(0x0200008000000000), IsEmpty());
  EXPECT_THAT(rulesOf(checkZeroColumnMask(0x2100008000000000)), ElementsAre("T288")); // shift 33
  EXPECT_THAT(rulesOf(checkZeroColumnMask(0x9000000000)), ElementsAre("T288"));       // bit 36
  EXPECT_THAT(checkZeroColumnMask(0x1400008000000000, 64), IsEmpty());                // shift 20
  EXPECT_THAT(rulesOf(checkZeroColumnMask(0x1400008000000000, 32)), ElementsAre("T288"));
  EXPECT_TRUE(isLegal(checkZeroColumnMask(0x0000008000000100, 128))); // sc1, not used
  EXPECT_FALSE(checkZeroColumnMask(0x0000008000000100, 128).empty());
}

TEST(ZeroColumnMask, RefusesOtherShapes) {
  EXPECT_EQ(failureOf(zeroColumns({}, 256, 64)), "M is 256; expected 32, 64 or 128");
  EXPECT_EQ(failureOf(zeroColumns({}, 32, 66)),
            "N is 66; expected at most 256 and a multiple of 4");
}
