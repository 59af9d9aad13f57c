// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Proof/LinearValues.h"

#include "gtest/gtest.h"

using namespace ptx::execution;
using namespace ptx::proof;

TEST(LinearValues, ConstantsAreKnown) {
  LinearValues values(10);
  Value value = values.make({-1, 0, 0}, 32);
  EXPECT_TRUE(value.known);
  EXPECT_EQ(value.bits, 0xFFFFFFFFu);
  // 2^32 * t is 0 in 32 bits.
  EXPECT_TRUE(values.make({5, __int128(1) << 32, 0}, 32).known);
  EXPECT_FALSE(values.make({5, __int128(1) << 32, 0}, 64).known);
}

TEST(LinearValues, EqualNumbersHaveEqualNames) {
  LinearValues values(10);
  EXPECT_EQ(values.make({1, 2, 0}, 32).bits, values.make({1, 2, 0}, 32).bits);
  EXPECT_NE(values.make({1, 2, 0}, 32).bits, values.make({1, 3, 0}, 32).bits);
  EXPECT_NE(values.make({1, 2, 0}, 32).bits, values.make({1, 2, 0}, 64).bits);
}

TEST(LinearValues, NumbersThatOverflowAreNotExact) {
  LinearValues values(1000);
  EXPECT_TRUE(values.exact(values.make({0, 4000000, 0}, 32), 32, false));
  EXPECT_FALSE(values.exact(values.make({0, 4000000, 0}, 32), 32, true));
  EXPECT_FALSE(values.exact(values.make({0, 5000000, 0}, 32), 32, false));
  // 10 - t becomes negative.
  EXPECT_FALSE(values.exact(values.make({10, -1, 0}, 32), 32, false));
  EXPECT_TRUE(values.exact(values.make({10, -1, 0}, 32), 32, true));
  EXPECT_TRUE(values.modulo(values.make({10, -1, 0}, 32), 32));
}

TEST(LinearValues, PassedRepetitionsHaveAMeaningInOneInductionOnly) {
  LinearValues values(10);
  values.setRepeating(true);
  Value inside = values.make({8, 0, 4}, 32);
  EXPECT_TRUE(values.modulo(inside, 32));
  // 8 + 4 s, where one period more than s is over: s = t - 1.
  Value after = values.afterLast(inside);
  values.setRepeating(false);
  EXPECT_EQ(*values.modulo(after, 32), (Linear{4, 4, 0}));
  EXPECT_FALSE(values.modulo(inside, 32));
  values.setRepeating(true);
  EXPECT_NE(values.make({8, 0, 4}, 32).bits, inside.bits);
  EXPECT_FALSE(values.modulo(inside, 32));
}
