// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/Sequences.h"

#include "gtest/gtest.h"

#include <algorithm>

using namespace ptx;
using Elements = std::vector<uint64_t>;

static std::vector<SequencePair> pairsOf(const Elements &before, const Elements &after) {
  SequenceMatcher matcher;
  std::vector<SequencePair> pairs;
  matcher.match(before, after, {0, uint32_t(before.size()), 0, uint32_t(after.size())}, pairs);
  return pairs;
}

TEST(Sequences, MatchesWhatIsCommon) {
  EXPECT_EQ(pairsOf({10, 20, 30}, {10, 20, 30}),
            (std::vector<SequencePair>{{0, 0}, {1, 1}, {2, 2}}));
  EXPECT_EQ(pairsOf({10, 20, 30}, {10, 40, 50, 30}), (std::vector<SequencePair>{{0, 0}, {2, 3}}));
  EXPECT_EQ(pairsOf({}, {10}), std::vector<SequencePair>());
}

TEST(Sequences, KeepsTheLongerOrderOfUniqueElements) {
  EXPECT_EQ(pairsOf({1000, 10, 20, 30, 2000}, {1002, 20, 30, 10, 2002}),
            (std::vector<SequencePair>{{2, 1}, {3, 2}}));
}

TEST(Sequences, FindsWhatIsOnceOnBothSides) {
  EXPECT_EQ(uniquePairs({10, 20, 20, 30}, {0, 1, 2, 3}, {30, 20, 10, 10}, {0, 1, 2}),
            (std::vector<SequencePair>{{0, 2}, {3, 0}}));
}

TEST(Sequences, ListsGaps) {
  std::vector<SequenceGap> gaps = gapsBetween({{1, 0}, {2, 2}}, {0, 4, 0, 3});
  ASSERT_EQ(gaps.size(), 3u);
  EXPECT_TRUE(gaps[0].isOneSided());
  EXPECT_EQ(gaps[1].afterBegin, 1u);
  EXPECT_EQ(gaps[2].beforeEnd, 4u);
}

/// Two sequences of few elements in orders that have little in common.
static uint64_t sequenceSteps(uint32_t size) {
  Elements before, after;
  uint64_t state = 1;
  for (uint32_t i = 0; i != size; ++i) {
    state = state * 6364136223846793005 + 1442695040888963407;
    before.push_back((state >> 33) % 50 * 2);
    after.push_back((state >> 45) % 50 * 2);
  }
  SequenceMatcher matcher;
  std::vector<SequencePair> pairs;
  matcher.match(before, after, {0, size, 0, size}, pairs);
  return matcher.steps;
}

TEST(Sequences, TakesLinearTimeForAnyInput) {
  uint64_t small = sequenceSteps(20'000), large = sequenceSteps(80'000);
  EXPECT_LT(large, 6 * small);
  EXPECT_LT(large, 80'000u * 2 * 257);
}
