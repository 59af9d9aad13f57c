// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Reduce/Changes.h"

#include <gtest/gtest.h>

using namespace ptx;

/// `text` with the changes made.
static std::string changed(llvm::StringRef text, const std::vector<Change> &changes) {
  std::vector<const Change *> pointers;
  for (const Change &change : changes)
    pointers.push_back(&change);
  return withChanges(text, pointers);
}

static Change removal(uint32_t begin, uint32_t end) { return {TextEdit{{begin, end}}}; }

TEST(Changes, OrderDoesNotMatter) {
  EXPECT_EQ(changed("abcdef", {removal(4, 5), removal(1, 2)}), "acdf");
  EXPECT_EQ(changed("abcdef", {{TextEdit{{4, 5}, "X"}, TextEdit{{0, 1}, "YZ"}}}), "YZbcdXf");
  EXPECT_EQ(changed("abcdef", {}), "abcdef");
}

TEST(Changes, RemovalsMayOverlap) {
  EXPECT_EQ(changed("abcdef", {removal(1, 4), removal(3, 5)}), "af");
  EXPECT_EQ(changed("abcdef", {removal(2, 3), removal(1, 4)}), "aef");
  EXPECT_EQ(changed("abcdef", {removal(0, 6), removal(5, 6)}), "");
}

TEST(Changes, OfReplacementsThatOverlapTheFirstIsMade) {
  EXPECT_EQ(changed("abcdef", {{TextEdit{{1, 3}, "X"}}, {TextEdit{{1, 3}, "Y"}}}), "aXdef");
  EXPECT_EQ(changed("abcdef", {{TextEdit{{2, 3}, "X"}}, removal(1, 4)}), "aef");
  EXPECT_EQ(changed("abcdef", {removal(2, 5), {TextEdit{{1, 3}, "X"}}}), "aXdef");
}

TEST(Changes, BlanksAreNotDoubled) {
  EXPECT_EQ(changed("a b c", {removal(2, 3)}), "a c");
  EXPECT_EQ(changed("  a b", {removal(2, 3)}), "  b");
  EXPECT_EQ(changed("a,b", {removal(1, 2)}), "ab");
}

TEST(Changes, BlankLinesAreRemoved) {
  EXPECT_EQ(changed("a;\n  b;\nc;\n", {removal(5, 7)}), "a;\nc;\n");
  EXPECT_EQ(changed("a;\n  b; \t\r\nc;\n", {removal(5, 7)}), "a;\nc;\n");
  EXPECT_EQ(changed("a; b;\nc;\n", {removal(3, 5)}), "a;\nc;\n");
  EXPECT_EQ(changed("a; b;\n", {removal(0, 2), removal(3, 5)}), "");
  EXPECT_EQ(changed("a;\nb;", {removal(3, 5)}), "a;\n");
}
