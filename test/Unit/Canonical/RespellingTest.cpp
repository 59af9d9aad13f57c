// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/Respelling.h"

#include <gtest/gtest.h>

using namespace ptx;

TEST(Respelling, WithoutEditsTheTextStays) {
  Respelling edits;
  EXPECT_TRUE(edits.empty());
  EXPECT_EQ(edits.apply("abc"), "abc");
}

TEST(Respelling, ReplacementsComeInAnyOrder) {
  Respelling edits;
  edits.replace({4, 5}, "EE");
  edits.replace({0, 1}, "");
  EXPECT_FALSE(edits.empty());
  EXPECT_EQ(edits.apply("abcdef"), "bcdEEf");
}

TEST(Respelling, StretchesChangePlaces) {
  Respelling edits;
  edits.move({6, 9}, {0, 1});
  edits.move({0, 1}, {6, 9});
  EXPECT_EQ(edits.apply("a mid ccc;"), "ccc mid a;");
}

TEST(Respelling, ThreeStretchesRotate) {
  Respelling edits;
  edits.move({4, 5}, {0, 1});
  edits.move({0, 1}, {2, 3});
  edits.move({2, 3}, {4, 5});
  EXPECT_EQ(edits.apply("a b c"), "c a b");
}

TEST(Respelling, ReplacementsMoveWithTheirStretch) {
  Respelling edits;
  edits.move({3, 8}, {0, 2});
  edits.move({0, 2}, {3, 8});
  edits.replace({1, 2}, "Y");
  edits.replace({5, 6}, "3");
  edits.replace({9, 10}, "!");
  EXPECT_EQ(edits.apply("xy 12 45 z"), "12345 xY !");
}
