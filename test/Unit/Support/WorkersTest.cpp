// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/Workers.h"

#include "gmock/gmock.h"

#include <atomic>
#include <numeric>
#include <stdexcept>
#include <vector>

using namespace ptx;

namespace {

TEST(WorkersTest, EveryIndexOnce) {
  for (unsigned count : {1u, 2u, 7u}) {
    Workers workers(count);
    EXPECT_EQ(workers.count(), count);
    for (size_t size : {0u, 1u, 3u, 1000u}) {
      std::vector<std::atomic<int>> calls(size);
      std::atomic<bool> inRange = true;
      workers.forEach(size, [&](size_t index, unsigned worker) {
        ++calls[index];
        if (worker >= count)
          inRange = false;
      });
      EXPECT_TRUE(inRange);
      for (const std::atomic<int> &n : calls)
        EXPECT_EQ(n, 1);
    }
  }
}

TEST(WorkersTest, EachNewThreadStartsWithTheCall) {
  static std::atomic<int> starts = 0;
  thread_local static bool hasStarted = false;
  {
    Workers workers(3, [] {
      ++starts;
      hasStarted = true;
    });
    EXPECT_EQ(starts, 0);
    std::atomic<bool> inOrder = true;
    workers.forEach(100, [&](size_t, unsigned worker) {
      if (worker != 0 && !hasStarted)
        inOrder = false;
    });
    EXPECT_TRUE(inOrder);
  }
  EXPECT_EQ(starts, 2);
}

TEST(WorkersTest, SmallSourcesAreNotShared) {
  Workers workers(3);
  EXPECT_EQ(workers.forBytes(Workers::leastBytes - 1).count(), 1u);
  EXPECT_EQ(&workers.forBytes(Workers::leastBytes), &workers);
}

TEST(WorkersTest, ManyShortPiecesOfWork) {
  Workers workers(4);
  size_t total = 0;
  for (size_t round = 0; round != 5000; ++round) {
    // Destroyed right away: no thread may come late to it.
    std::vector<std::atomic<int>> calls(round % 5);
    workers.forEach(calls.size(), [&](size_t index, unsigned) { ++calls[index]; });
    for (const std::atomic<int> &n : calls)
      total += n;
  }
  EXPECT_EQ(total, 10'000u);
}

TEST(WorkersTest, OfOneCallOthersCanBeUsed) {
  Workers outer(2);
  std::atomic<size_t> sum = 0;
  outer.forEach(20, [&](size_t, unsigned) {
    Workers inner(2);
    inner.forEach(20, [&](size_t index, unsigned) { sum += index; });
  });
  EXPECT_EQ(sum, 20u * 190);
}

TEST(WorkersTest, ZeroMeansTheMachine) { EXPECT_GE(Workers(0).count(), 1u); }

TEST(WorkersTest, AWorkerDoesOneThingAtATime) {
  Workers workers(4);
  std::vector<std::atomic<int>> busy(4);
  std::atomic<bool> overlap = false;
  workers.forEach(2000, [&](size_t, unsigned worker) {
    if (++busy[worker] != 1)
      overlap = true;
    --busy[worker];
  });
  EXPECT_FALSE(overlap);
}

TEST(WorkersTest, EachWorkerFinishes) {
  for (unsigned count : {1u, 4u})
    for (size_t size : {size_t(0), size_t(1), size_t(1000)}) {
      Workers workers(count);
      std::vector<std::atomic<int>> calls(count), ends(count);
      workers.forEach(
          size,
          [&](size_t, unsigned worker) {
            EXPECT_EQ(ends[worker], 0);
            ++calls[worker];
          },
          [&](unsigned worker) { ++ends[worker]; });
      for (unsigned worker = 0; worker != count; ++worker)
        EXPECT_TRUE(ends[worker] == 1 || (ends[worker] == 0 && calls[worker] == 0));
    }
}

TEST(WorkersTest, ExceptionsReachTheCaller) {
  for (unsigned count : {1u, 3u}) {
    Workers workers(count);
    auto fail = [](size_t index, unsigned) {
      if (index == 5)
        throw std::runtime_error("five");
    };
    EXPECT_THROW(workers.forEach(100, fail), std::runtime_error);
    size_t sum = 0;
    workers.forEach(1, [&](size_t, unsigned) { ++sum; });
    EXPECT_EQ(sum, 1u);
  }
}

} // namespace
