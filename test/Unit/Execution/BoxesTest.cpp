// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Boxes.h"

#include "gtest/gtest.h"

using namespace ptx::execution;

static constexpr uint64_t sharedEnd = 200 << 10;

// 2 boxes of A and 1 of B have 40960 bytes, 1 of A and 1 of B have 24576: A has 16384, B 8192.
TEST(BoxesTest, FollowFromTwoPhases) {
  BoxFacts facts;
  facts.expect({0, 0, 0}, 40960);
  facts.copy({0, 0, 0}, 1, 1, 0, 1024);
  facts.copy({0, 0, 0}, 1, 1, 0, 1024 + 16384);
  facts.copy({0, 0, 0}, 2, 1, 0, 1024 + 32768);
  facts.complete({0, 0, 0});
  facts.expect({0, 8, 0}, 24576);
  facts.copy({0, 8, 0}, 1, 1, 0, 65536);
  facts.copy({0, 8, 0}, 2, 1, 0, 65536 + 16384);
  facts.complete({0, 8, 0});
  DerivedBoxes boxes = facts.solve(sharedEnd);
  EXPECT_EQ(boxes.bytes, (std::map<uint64_t, uint64_t>{{1, 16384}, {2, 8192}}));
  EXPECT_TRUE(boxes.assumed.empty());
}

// Other sizes add up to 24576 as well; those that fill the stages are taken.
TEST(BoxesTest, AreAssumedToFillStages) {
  BoxFacts facts;
  for (uint32_t stage = 0; stage != 2; ++stage) {
    BoxFacts::Phase phase{0, 8 * stage, 0};
    facts.expect(phase, 24576);
    facts.copy(phase, 1, 1, 0, 1024 + stage * 16384);
    facts.copy(phase, 2, 1, 0, 1024 + 2 * 16384 + stage * 8192);
    facts.complete(phase);
  }
  DerivedBoxes boxes = facts.solve(sharedEnd);
  EXPECT_EQ(boxes.bytes, (std::map<uint64_t, uint64_t>{{1, 16384}, {2, 8192}}));
  EXPECT_EQ(boxes.assumed, (std::set<uint64_t>{1, 2}));
}

// Copies of known size are no boxes, and `tile::gather4` copies four at once.
TEST(BoxesTest, AreCountedWithoutOtherCopies) {
  BoxFacts facts;
  facts.expect({0, 0, 0}, 4096 + 256);
  facts.expect({0, 0, 0}, -256);
  facts.copy({0, 0, 0}, 7, 4, 0, 1024);
  facts.complete({0, 0, 0});
  EXPECT_EQ(facts.solve(sharedEnd).bytes, (std::map<uint64_t, uint64_t>{{7, 1024}}));
}

// The copies of a phase that is not complete may not all be known.
TEST(BoxesTest, AreNotDerivedFromOpenPhases) {
  BoxFacts facts;
  facts.expect({0, 0, 0}, 4096);
  facts.copy({0, 0, 0}, 7, 1, 0, 1024);
  EXPECT_TRUE(facts.solve(sharedEnd).bytes.empty());
}
