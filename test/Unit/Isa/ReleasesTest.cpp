// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Platform/Releases.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

using namespace ptx;
using testing::ElementsAre;

static TargetId target(llvm::StringRef name) {
  std::optional<TargetId> found = findTarget(name);
  EXPECT_TRUE(found) << name.str();
  return found.value_or(TargetId::sm_10);
}

TEST(ReleasesTest, FindsReleasesByTheirFirstTwoNumbers) {
  ASSERT_TRUE(findRelease("12.4"));
  EXPECT_EQ(findRelease("12.4")->version, (PtxVersion{8, 4}));
  EXPECT_EQ(findRelease("12.4.1"), findRelease("12.4"));
  for (llvm::StringRef text : {"", "12", "12.", "12.10", ".", "12.4x", "x"})
    EXPECT_EQ(findRelease(text), nullptr) << text.str();
}

// Manual 13, table "PTX Release History": 12.3 came with r545, 12.4 with r550, 12.5 with r555.
TEST(ReleasesTest, ADriverIsOfTheBranchBeforeIt) {
  EXPECT_EQ(findDriver("550"), findRelease("12.4"));
  EXPECT_EQ(findDriver("550.54.14"), findRelease("12.4"));
  EXPECT_EQ(findDriver("554.99"), findRelease("12.4"));
  EXPECT_EQ(findDriver("549"), findRelease("12.3"));
  // Branches that came with no release.
  EXPECT_EQ(findDriver("410"), findRelease("10.0"));
  EXPECT_EQ(findDriver("430.14"), findRelease("10.1"));
  EXPECT_EQ(findDriver("450.80.02"), findRelease("11.0"));
  EXPECT_EQ(findDriver("500"), findRelease("11.5"));
  EXPECT_EQ(findDriver("605"), findRelease("13.2"));
  EXPECT_EQ(findDriver("9999"), &allReleases().back());
  // That of 13.5 is not known.
  EXPECT_EQ(findDriver("619.99"), findRelease("13.4"));
  EXPECT_EQ(findDriver("620"), findRelease("13.5"));
  EXPECT_EQ((Consumer{findRelease("13.5"), true}.str()), "driver of CUDA 13.5");
  for (llvm::StringRef text : {"", "189", "new", "-550", "550x"})
    EXPECT_EQ(findDriver(text), nullptr) << text.str();
}

TEST(ReleasesTest, SaysWhatReadsAVersion) {
  EXPECT_EQ(releasesFor({8, 5}), "CUDA 12.5 or driver 555");
  EXPECT_EQ(releasesFor({1, 0}), "CUDA 1.0 or driver 190");
  // PTX 1.5 came with a driver alone; the next tools read 2.0.
  EXPECT_EQ(releasesFor({1, 5}), "CUDA 3.0 or driver 190");
  EXPECT_EQ(releasesFor({99, 0}), "a release that is newer than all known ones");
}

// `ptxas` 13.0 lists these in its help, for -arch.
TEST(ReleasesTest, TargetsOf13_0) {
  std::vector<std::string> names;
  for (const TargetInfo &info : allTargets())
    if (makesCodeFor(*findRelease("13.0"), info.id))
      names.push_back(info.name.drop_front(3).str());
  EXPECT_THAT(names, ElementsAre("75", "80", "86", "87", "88", "89", "90", "90a", "100", "100f",
                                 "100a", "103", "103f", "103a", "110", "110f", "110a", "120",
                                 "120f", "120a", "121", "121f", "121a"));
  EXPECT_EQ(findRelease("13.0")->defaultTarget, TargetId::sm_75);
}

// PTX 3.0 came with CUDA 4.1; its target sm_30 came with CUDA 4.2.
TEST(ReleasesTest, TargetsComeAndGo) {
  EXPECT_FALSE(makesCodeFor(*findRelease("4.1"), target("sm_30")));
  EXPECT_TRUE(makesCodeFor(*findRelease("4.2"), target("sm_30")));
  EXPECT_TRUE(makesCodeFor(*findRelease("10.2"), target("sm_30")));
  EXPECT_FALSE(makesCodeFor(*findRelease("11.0"), target("sm_30")));
  EXPECT_EQ(lastReleaseFor(target("sm_30")), findRelease("10.2"));
  EXPECT_EQ(lastReleaseFor(target("sm_70")), findRelease("12.9"));
  EXPECT_EQ(lastReleaseFor(target("sm_90a")), nullptr);
}

TEST(ReleasesTest, SuitableTargets) {
  auto isFit = [](llvm::StringRef of, llvm::StringRef gpu) {
    return reasonAgainst(target(of), target(gpu)).empty();
  };
  EXPECT_TRUE(isFit("sm_80", "sm_80"));
  EXPECT_TRUE(isFit("sm_80", "sm_121a"));
  EXPECT_FALSE(isFit("sm_80", "sm_75"));
  EXPECT_TRUE(isFit("sm_100f", "sm_100"));
  EXPECT_TRUE(isFit("sm_100f", "sm_103a"));
  EXPECT_FALSE(isFit("sm_103f", "sm_100f"));
  EXPECT_FALSE(isFit("sm_100f", "sm_120"));
  EXPECT_TRUE(isFit("sm_90a", "sm_90a"));
  EXPECT_FALSE(isFit("sm_90a", "sm_90"));
  EXPECT_FALSE(isFit("sm_90a", "sm_100a"));
  EXPECT_TRUE(isFit("sm_101a", "sm_110a"));
  EXPECT_TRUE(isFit("sm_101f", "sm_110"));
  EXPECT_TRUE(isFit("sm_101", "sm_103"));
}
