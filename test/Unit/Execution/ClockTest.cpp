// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Clock.h"

#include "gtest/gtest.h"

using namespace ptx::execution;

TEST(Clock, JoinTakesTheLaterTimeOfEachPart) {
  VectorClock a, b;
  a.raise(0, 3);
  b.raise(0, 1);
  b.raise(5, 2);
  a.join(b);
  EXPECT_EQ(a[0], 3u);
  EXPECT_EQ(a[5], 2u);
  EXPECT_EQ(a[9], 0u);
}

TEST(Clock, CoversWhatItHasSeen) {
  VectorClock a, b;
  b.raise(2, 1);
  EXPECT_FALSE(a.covers(b));
  a.raise(2, 1);
  EXPECT_TRUE(a.covers(b));
  a.raise(7, 4);
  EXPECT_FALSE(b.covers(a));
}

TEST(Knowers, AnUpdateOfSomeLanesLeavesTheOthers) {
  Knowers knowers(allLanes, std::make_shared<Knowledge>());
  knowers.update(0xF, [](LaneMask, Knowledge &known) { known.memory.raise(1, 9); });
  EXPECT_EQ(knowers.of(3).memory[1], 9u);
  EXPECT_EQ(knowers.of(4).memory[1], 0u);
}

TEST(Knowers, AnUpdateDoesNotChangeWhatIsShared) {
  auto shared = std::make_shared<Knowledge>();
  Knowers a(allLanes, shared), b(allLanes, shared);
  a.update(allLanes, [](LaneMask, Knowledge &known) { known.control.raise(0, 1); });
  EXPECT_EQ(b.of(0).control[0], 0u);
}
