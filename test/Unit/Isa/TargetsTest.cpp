// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "InstructionText.h"

#include "ptx/Isa/Platform/Targets.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ptx;
using namespace ptx::test;
using testing::ElementsAre;

TEST(TargetsTest, EveryRowOfTargetsIsThere) {
  unsigned count = 0;
  for (const auto &row : readTable("targets.tsv")) {
    if (row[2] == "option") // of the `.target` directive
      continue;
    ++count;
    std::optional<TargetId> target = findTarget(row[0]);
    ASSERT_TRUE(target) << row[0];
    EXPECT_EQ(info(*target).since.str(), row[1]) << row[0];
    EXPECT_EQ(std::to_string(info(*target).number), row[3]) << row[0];
    EXPECT_EQ(info(*target).family == 0, row[4] == "-") << row[0];
    TargetVariant variant = row[2] == "a"   ? TargetVariant::Architecture
                            : row[2] == "f" ? TargetVariant::Family
                                            : TargetVariant::Base;
    EXPECT_EQ(info(*target).variant, variant) << row[0];
  }
  // `sm_21` is none of the manual's.
  EXPECT_TRUE(findTarget("sm_21"));
  EXPECT_EQ(count + 1, allTargets().size());
  EXPECT_FALSE(findTarget("sm_77"));
  EXPECT_FALSE(findTarget("sm_90f"));
}

// Manual table 58.
TEST(TargetsTest, FamiliesAreThoseOfTheManual) {
  EXPECT_EQ(info(TargetId::sm_100).family, info(TargetId::sm_103a).family);
  EXPECT_EQ(info(TargetId::sm_101).family, info(TargetId::sm_110f).family);
  EXPECT_NE(info(TargetId::sm_100).family, info(TargetId::sm_110).family);
  EXPECT_EQ(info(TargetId::sm_120).family, info(TargetId::sm_121).family);
}

TEST(TargetsTest, HigherTargetsSatisfyASet) {
  EXPECT_FALSE(satisfies(TargetId::sm_89, {9, 0}, TargetSetId::sm_90_up));
  EXPECT_TRUE(satisfies(TargetId::sm_90, {9, 0}, TargetSetId::sm_90_up));
  EXPECT_TRUE(satisfies(TargetId::sm_90a, {9, 0}, TargetSetId::sm_90_up));
  EXPECT_TRUE(satisfies(TargetId::sm_121f, {9, 0}, TargetSetId::sm_90_up));
}

TEST(TargetsTest, OnlyTheSameArchitectureOrALaterOneOfTheFamilySatisfies) {
  // sm_100a since 8.6, the family of sm_100f since 8.8. (Manual 9.7.9.21)
  EXPECT_TRUE(satisfies(TargetId::sm_100a, {8, 6}, TargetSetId::NarrowFloat));
  EXPECT_FALSE(satisfies(TargetId::sm_100, {9, 0}, TargetSetId::NarrowFloat));
  EXPECT_FALSE(satisfies(TargetId::sm_100f, {8, 7}, TargetSetId::NarrowFloat));
  EXPECT_TRUE(satisfies(TargetId::sm_100f, {8, 8}, TargetSetId::NarrowFloat));
  EXPECT_TRUE(satisfies(TargetId::sm_103a, {8, 8}, TargetSetId::NarrowFloat));
  EXPECT_FALSE(satisfies(TargetId::sm_103, {9, 0}, TargetSetId::NarrowFloat));
  // Stochastic rounding is of sm_100a and sm_103a alone.
  EXPECT_FALSE(satisfies(TargetId::sm_100f, {9, 0}, TargetSetId::StochasticRounding));
  EXPECT_FALSE(satisfies(TargetId::sm_120a, {9, 0}, TargetSetId::StochasticRounding));
}

TEST(TargetsTest, AnOlderNameCountsAsTheNewOne) {
  EXPECT_EQ(info(TargetId::sm_101a).current, TargetId::sm_110a);
  EXPECT_TRUE(satisfies(TargetId::sm_101a, {8, 6}, TargetSetId::NarrowFloat));
  EXPECT_TRUE(satisfies(TargetId::sm_110a, {9, 0}, TargetSetId::NarrowFloat));
  EXPECT_EQ(minimumVersion(TargetId::sm_101a, TargetSetId::NarrowFloat), (PtxVersion{8, 6}));
  EXPECT_EQ(minimumVersion(TargetId::sm_110a, TargetSetId::NarrowFloat), (PtxVersion{9, 0}));
}

TEST(TargetsTest, TheFirstVersionKnowsTheTarget) {
  EXPECT_EQ(minimumVersion(TargetId::sm_90, TargetSetId::sm_20_up), (PtxVersion{7, 8}));
  EXPECT_EQ(minimumVersion(TargetId::sm_120f, TargetSetId::PackedBytes_9_2), (PtxVersion{9, 2}));
  EXPECT_EQ(minimumVersion(TargetId::sm_107a, TargetSetId::PackedBytes_9_2), (PtxVersion{9, 4}));
  EXPECT_EQ(minimumVersion(TargetId::sm_90a, TargetSetId::PackedBytes_9_2), std::nullopt);
}

TEST(TargetsTest, TargetsThatSatisfyAreThoseOfTheVersion) {
  EXPECT_THAT(targetsThatSatisfy(TargetSetId::PackedBytes_9_2, {9, 1}), ElementsAre());
  EXPECT_THAT(
      targetsThatSatisfy(TargetSetId::PackedBytes_9_2, {9, 2}),
      ElementsAre(TargetId::sm_120f, TargetId::sm_120a, TargetId::sm_121f, TargetId::sm_121a));
  EXPECT_THAT(targetsThatSatisfy(TargetSetId::StochasticRounding, {8, 7}),
              ElementsAre(TargetId::sm_100a));
}

TEST(TargetsTest, VersionsAreOrderedByTheirNumbers) {
  EXPECT_LT((PtxVersion{8, 8}), (PtxVersion{9, 0}));
  EXPECT_LT((PtxVersion{9, 0}), (PtxVersion{9, 2}));
  EXPECT_EQ((PtxVersion{9, 2}).str(), "9.2");
}
