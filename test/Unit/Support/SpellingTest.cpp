// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Spelling.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <vector>

using namespace ptx;

namespace {

TEST(SpellingDistance, CountsEdits) {
  EXPECT_EQ(spellingDistance("mov", "mov", 3), 0u);
  EXPECT_EQ(spellingDistance("mv", "mov", 3), 1u);
  EXPECT_EQ(spellingDistance("moov", "mov", 3), 1u);
  EXPECT_EQ(spellingDistance("mob", "mov", 3), 1u);
  EXPECT_EQ(spellingDistance("", "mov", 3), 3u);
}

TEST(SpellingDistance, CountsNeighboursThatChangePlacesOnce) {
  EXPECT_EQ(spellingDistance("mvo", "mov", 3), 1u);
  EXPECT_EQ(spellingDistance("u23", "u32", 3), 1u);
  EXPECT_EQ(spellingDistance("fam", "fma", 3), 1u);
  EXPECT_EQ(spellingDistance("vom", "mov", 3), 2u);
}

TEST(SpellingDistance, StopsAtTheLimit) {
  EXPECT_EQ(spellingDistance("abcdefgh", "stuvwxyz", 2), 3u);
  EXPECT_EQ(spellingDistance("a", "abcdefgh", 2), 3u);
  EXPECT_EQ(spellingDistance("ab", "ba", 0), 1u);
}

/// The distance by the whole table.
unsigned wholeDistance(llvm::StringRef a, llvm::StringRef b) {
  std::vector<std::vector<unsigned>> table(a.size() + 1, std::vector<unsigned>(b.size() + 1));
  for (unsigned i = 0; i <= a.size(); ++i)
    for (unsigned j = 0; j <= b.size(); ++j) {
      unsigned &cell = table[i][j];
      cell = std::max(i, j);
      if (i == 0 || j == 0)
        continue;
      cell = std::min(
          {table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1])});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        cell = std::min(cell, table[i - 2][j - 2] + 1);
    }
  return table[a.size()][b.size()];
}

TEST(SpellingDistance, IsThatOfTheWholeTable) {
  std::mt19937 random(3);
  auto word = [&] {
    std::string text(random() % 12, ' ');
    for (char &c : text)
      c = "abc"[random() % 3];
    return text;
  };
  for (int i = 0; i != 20000; ++i) {
    std::string a = word(), b = word();
    unsigned limit = random() % 8;
    ASSERT_EQ(spellingDistance(a, b, limit), std::min(wholeDistance(a, b), limit + 1))
        << a << ' ' << b << ' ' << limit;
  }
}

TEST(NearestSpelling, OfALongNameAllowsFewDifferences) {
  std::string name(1000, 'a');
  EXPECT_EQ(nearestSpelling(name, std::initializer_list<llvm::StringRef>{name.substr(16)}).size(),
            984u);
  EXPECT_EQ(nearestSpelling(name, std::initializer_list<llvm::StringRef>{name.substr(17)}), "");
}

TEST(Slip, IsCertainInLongWordsAlone) {
  for (auto [written, meant] : {std::pair("loop_strat", "loop_start"),
                                {"widht", "width"},
                                {"%reslut", "%result"},
                                {"resuult", "result"},
                                {"thead", "thread"},
                                {"ptr_ofset2", "ptr_offset2"},
                                {"Done", "DONE"}}) {
    EXPECT_EQ(slipBetween(written, meant), Slip::Certain) << written;
    EXPECT_EQ(slipBetween(meant, written), Slip::Certain) << written;
  }
  for (auto [written, meant] : {std::pair("pmtr", "ptr"),
                                {"tmep", "temp"},
                                {"ouut", "out"},
                                {"reselt", "result"},
                                {"stat", "start"}})
    EXPECT_EQ(slipBetween(written, meant), Slip::Likely) << written;
}

TEST(Slip, IsNoneWhereTwoNamesDiffer) {
  for (auto [a, b] : {std::pair("tile_A", "tile_B"),
                      {"tileA", "tileB"},
                      {"min_out", "max_out"},
                      {"top", "stop"},
                      {"weight", "height"},
                      {"offset", "offsets"},
                      {"left", "lift"},
                      {"x1", "x2"},
                      {"x", "x2"},
                      {"A", "a"},
                      {"row_a", "row_A"},
                      {"ctaX", "ctaY"},
                      {"in", "inp"},
                      {"a01", "a10"},
                      {"result", "resluts"},
                      {"", "a"}})
    EXPECT_EQ(slipBetween(a, b), Slip::None) << a;
}

TEST(NearestSpelling, KeepsAllThatAreEquallyNear) {
  NearestSpelling nearest("d32");
  for (llvm::StringRef word : {"b32", "f16", "f32", "b32"})
    nearest.consider(word);
  EXPECT_THAT(nearest.words(), testing::ElementsAre("b32", "f32"));
  EXPECT_EQ(nearest.word(), "");
  nearest.consider("d32x");
  EXPECT_EQ(nearest.words().size(), 3u);
}

TEST(NearestSpelling, PrefersTheNearest) {
  EXPECT_EQ(nearestSpelling("globla", std::initializer_list<llvm::StringRef>{"glob", "global"}),
            "global");
  EXPECT_EQ(nearestSpelling("xyz", std::initializer_list<llvm::StringRef>{"mov"}), "");
}

TEST(DiffersInNumbers, ComparesDigits) {
  EXPECT_TRUE(differsInNumbers("u33", "u32"));
  EXPECT_FALSE(differsInNumbers("u23", "u32"));
  EXPECT_FALSE(differsInNumbers("glbal", "global"));
}

} // namespace
