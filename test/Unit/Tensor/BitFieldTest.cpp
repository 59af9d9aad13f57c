// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/Descriptors/BitField.h"

#include "gtest/gtest.h"

using namespace ptx;

TEST(BitField, TakesAndPutsItsBits) {
  constexpr BitField field{"field", 46, 3};
  EXPECT_EQ(field.of(0x4000404000010040), 1u);
  EXPECT_EQ(field.with(5), uint64_t(5) << 46);
  EXPECT_EQ(field.mask(), uint64_t(7) << 46);
  EXPECT_EQ(field.high(), 48u);
  EXPECT_TRUE(field.fits(7));
  EXPECT_FALSE(field.fits(8));
}

TEST(BitField, SpeaksOfItsBits) {
  constexpr BitField three{"field", 46, 3}, one{"field", 52, 1};
  EXPECT_EQ(three.bits(), "bits 46-48");
  EXPECT_EQ(one.bits(), "bit 52");
  EXPECT_EQ(three.binary(uint64_t(1) << 46), "0b001");
  EXPECT_EQ(one.binary(~uint64_t(0)), "0b1");
}

TEST(BitField, FindsWhatNoFieldHas) {
  constexpr BitField fields[] = {{"low", 0, 14}, {"high", 16, 16}};
  EXPECT_EQ(bitsOutside(fields, 32), 0xC000u);
  EXPECT_EQ(bitsOutside(fields, 64), 0xFFFFFFFF0000C000u);
}

TEST(BitField, SpeaksOfBits) {
  EXPECT_EQ(bitPositions(0), "no bit");
  EXPECT_EQ(bitPositions(1), "bit 0");
  EXPECT_EQ(bitPositions(uint64_t(1) << 63), "bit 63");
  EXPECT_EQ(bitPositions(0xC000), "bits 14-15");
  EXPECT_EQ(bitPositions(0xC000 | uint64_t(1) << 46), "bits 14-15 and 46");
  EXPECT_EQ(bitPositions(0b10101), "bits 0, 2 and 4");
  EXPECT_EQ(bitPositions(~uint64_t(0)), "bits 0-63");
}
