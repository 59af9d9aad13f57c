// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Tensor/TensorMemory.h"

#include "Vectors.h"

#include "gtest/gtest.h"

using namespace ptx;
using namespace ptx::test;

TEST(TensorMemory, Addresses) {
  for (Vector row : Vector::group("tmem").items()) {
    TensorAddress address = {static_cast<uint16_t>(row["lane"].number()),
                             static_cast<uint16_t>(row["col"].number())};
    EXPECT_EQ(address.encode(), row["addr"].hex());
    EXPECT_EQ(address.exists(), row["legal"].number());
    TensorAddress back = TensorAddress::decode(row["addr"].hex());
    EXPECT_EQ(back.lane, address.lane);
    EXPECT_EQ(back.column, address.column);
  }
}

// The table of manual 9.7.16.10.5.
TEST(TensorMemory, DataPathLayouts) {
  EXPECT_EQ(dataPathLayout(32, 1, false, true)->id, 'G');
  EXPECT_EQ(dataPathLayout(64, 1, true, true)->id, 'E');
  EXPECT_EQ(dataPathLayout(64, 1, true, false)->id, 'F');
  EXPECT_TRUE(dataPathLayout(64, 1, true, false)->usesHalfTheLanes);
  EXPECT_EQ(dataPathLayout(128, 1, false, true)->id, 'D');
  EXPECT_EQ(dataPathLayout(128, 2, false, false)->id, 'B');
  EXPECT_EQ(dataPathLayout(128, 2, true, false)->id, 'C');
  EXPECT_TRUE(dataPathLayout(128, 2, true, false)->usesHalfTheLanes);
  EXPECT_EQ(dataPathLayout(256, 2, true, false)->id, 'A');
  EXPECT_FALSE(dataPathLayout(256, 1, false, false));
  EXPECT_FALSE(dataPathLayout(32, 1, false, false));
}

// The examples of rules T286 and T287: M = 128 begins at lane 0, M = 64 at 0 or 16.
TEST(TensorMemory, PlacesOfAccumulators) {
  EXPECT_EQ(rulesOf(checkAccumulator({16, 0}, {128, 64, 1, false, false})),
            std::vector<std::string>{"T286"});
  EXPECT_TRUE(checkAccumulator({16, 0}, {64, 64, 1, false, false}).empty());
  EXPECT_FALSE(checkAccumulator({32, 0}, {64, 64, 1, false, false}).empty());
  EXPECT_EQ(rulesOf(checkAccumulator({0, 384}, {128, 256, 1, false, false})),
            std::vector<std::string>{"T287"});
  EXPECT_TRUE(checkAccumulator({0, 256}, {128, 256, 1, false, false}).empty());
  EXPECT_TRUE(checkAccumulator({0, 384}, {128, 256, 2, false, false}).empty()); // layout B: N / 2
  EXPECT_TRUE(checkAccumulator({0, 448}, {32, 256, 1, false, true}).empty());   // layout G: N / 4
  EXPECT_TRUE(checkAccumulator({99, 999}, {96, 64, 1, false, false}).empty());
  EXPECT_EQ(checkAccumulator({0, 384}, {128, 256, 1, false, false})[0].text,
            "D takes columns 384 to 639; there are 512");
}
