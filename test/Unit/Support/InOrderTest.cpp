// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/InOrder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

#include <memory>
#include <numeric>
#include <vector>

using namespace ptx;
using testing::ElementsAre;

namespace {

TEST(InOrder, HandsOnAtOnceWhatIsNext) {
  std::vector<int> used;
  InOrder<int> inOrder([&](int value) { used.push_back(value); });
  inOrder.put(0, 10);
  EXPECT_THAT(used, ElementsAre(10));
  inOrder.put(1, 11);
  EXPECT_THAT(used, ElementsAre(10, 11));
}

TEST(InOrder, HoldsWhatComesEarly) {
  std::vector<int> used;
  InOrder<std::unique_ptr<int>> inOrder(
      [&](std::unique_ptr<int> value) { used.push_back(*value); });
  inOrder.put(2, std::make_unique<int>(12));
  inOrder.put(1, std::make_unique<int>(11));
  inOrder.put(4, std::make_unique<int>(14));
  EXPECT_THAT(used, ElementsAre());
  inOrder.put(0, std::make_unique<int>(10));
  EXPECT_THAT(used, ElementsAre(10, 11, 12));
  inOrder.put(3, std::make_unique<int>(13));
  EXPECT_THAT(used, ElementsAre(10, 11, 12, 13, 14));
}

TEST(InOrder, TakesResultsOfSeveralThreads) {
  std::vector<size_t> used, expected(1000);
  std::iota(expected.begin(), expected.end(), 0);
  InOrder<size_t> inOrder([&](size_t value) { used.push_back(value); });
  Workers workers(4);
  workers.forEach(expected.size(), [&](size_t i, unsigned) { inOrder.put(i, i); });
  EXPECT_EQ(used, expected);
}

TEST(MakeInOrder, UsesInOrder) {
  for (unsigned count : {1u, 3u}) {
    Workers workers(count);
    std::vector<size_t> used;
    makeInOrder<size_t>(
        workers, 500, [](size_t index, unsigned) { return index * 2; },
        [&](size_t result) {
          used.push_back(result / 2);
          return true;
        });
    std::vector<size_t> expected(500);
    std::iota(expected.begin(), expected.end(), 0);
    EXPECT_EQ(used, expected);
  }
}

TEST(MakeInOrder, BeginsInAnotherOrder) {
  std::vector<size_t> order = {0, 1, 4, 2, 3};
  for (unsigned count : {1u, 3u}) {
    Workers workers(count);
    std::vector<size_t> begun, used;
    makeInOrder<size_t>(
        workers, order,
        [&](size_t index, unsigned) {
          if (count == 1)
            begun.push_back(index);
          return index * 2;
        },
        [&](size_t result) {
          used.push_back(result / 2);
          return true;
        });
    EXPECT_THAT(used, ElementsAre(0, 1, 2, 3, 4));
    if (count == 1)
      EXPECT_EQ(begun, order);
  }
}

TEST(MakeInOrder, EndsWhenNothingMoreIsWanted) {
  Workers workers(2);
  size_t used = 0;
  makeInOrder<size_t>(
      workers, 100, [](size_t index, unsigned) { return index; },
      [&](size_t) { return ++used != 7; });
  EXPECT_EQ(used, 7u);
}

} // namespace
