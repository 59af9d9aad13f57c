// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Threads/ThreadText.h"

using namespace ptx;

static constexpr unsigned lanesOfOneWarp = 32;

llvm::BitVector ptx::warpsOf(const llvm::BitVector &threads) {
  llvm::BitVector warps(threads.size());
  for (unsigned thread : threads.set_bits())
    warps.set(thread / lanesOfOneWarp * lanesOfOneWarp);
  return warps;
}

/// The lane, if each warp has only this lane in the set; -1 otherwise.
static int laneOfEachWarp(const llvm::BitVector &threads) {
  int lane = threads.find_first() % static_cast<int>(lanesOfOneWarp);
  unsigned warps = (threads.size() + lanesOfOneWarp - 1) / lanesOfOneWarp;
  if (warps < 2 || threads.count() != warps)
    return -1;
  for (unsigned warp = 0; warp != warps; ++warp)
    if (unsigned thread = warp * lanesOfOneWarp + static_cast<unsigned>(lane);
        thread >= threads.size() || !threads.test(thread))
      return -1;
  return lane;
}

std::string ptx::describeThreads(const llvm::BitVector &threads) {
  if (threads.none())
    return "no thread";
  auto first = static_cast<unsigned>(threads.find_first());
  auto last = static_cast<unsigned>(threads.find_last());
  if (first == last)
    return "thread " + std::to_string(first);
  if (int lane = laneOfEachWarp(threads); lane >= 0)
    return "lane " + std::to_string(lane) + " of each warp";
  if (threads.count() == last - first + 1)
    return "threads " + std::to_string(first) + " to " + std::to_string(last);
  return std::to_string(threads.count()) + " threads";
}
