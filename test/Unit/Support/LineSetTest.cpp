// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/LineSet.h"

#include <gtest/gtest.h>

using namespace ptx;

namespace {

/// The lines of `set` among the first ten, as digits.
std::string digits(const LineSet &set) {
  std::string text;
  for (uint32_t line = 1; line < 10; ++line)
    if (set.contains(line))
      text += std::to_string(line);
  return text;
}

TEST(LineSetTest, joinsRangesThatOverlapOrTouch) {
  LineSet set;
  EXPECT_TRUE(set.empty());
  set.add(7, 8);
  set.add(2, 2);
  set.add(4, 5);
  EXPECT_EQ(digits(set), "24578");
  set.add(3, 3);
  EXPECT_EQ(digits(set), "234578");
  EXPECT_TRUE(set.covers(2, 5));
  set.add(5, 7);
  EXPECT_EQ(digits(set), "2345678");
  EXPECT_TRUE(set.covers(2, 8));
  set.add(9, 8);
  EXPECT_EQ(digits(set), "2345678");
}

TEST(LineSetTest, answersAboutRanges) {
  LineSet set;
  set.add(3, 4);
  set.add(8, LineSet::end);
  EXPECT_FALSE(set.touches(1, 2));
  EXPECT_TRUE(set.touches(1, 3));
  EXPECT_FALSE(set.touches(5, 7));
  EXPECT_FALSE(set.covers(4, 8));
  EXPECT_TRUE(set.covers(9, LineSet::end));
}

TEST(LineSetTest, complement) {
  LineSet set;
  set.add(3, 4);
  set.add(7, 8);
  EXPECT_EQ(digits(set.complement()), "12569");
  EXPECT_EQ(digits(set.complement().complement()), "3478");
  EXPECT_TRUE(LineSet().complement().covers(1, LineSet::end));
  EXPECT_TRUE(LineSet().complement().complement().empty());
  set.add(1, 1);
  set.add(9, LineSet::end);
  EXPECT_EQ(digits(set.complement()), "256");
}

TEST(LineSetTest, endIsTheGreatestLine) {
  LineSet set;
  set.add(LineSet::end, LineSet::end);
  set.add(5, LineSet::end - 1);
  EXPECT_TRUE(set.covers(5, LineSet::end));
  set.add(2, LineSet::end);
  EXPECT_EQ(digits(set), "23456789");
}

} // namespace
