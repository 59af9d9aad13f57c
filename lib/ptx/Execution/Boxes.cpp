// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Boxes.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace ptx::execution;

/// The extent of the innermost dimension of a box is a multiple of this number of bytes.
static constexpr int64_t unit = 16;

/// The phases of a long loop repeat the same facts.
bool BoxFacts::isFull(const Phase &phase) const {
  constexpr size_t mostPhases = 1024;
  return sums.size() >= mostPhases && !sums.count(phase);
}

void BoxFacts::expect(const Phase &phase, int64_t bytes) {
  if (!isFull(phase))
    sums[phase].bytes += bytes;
}

void BoxFacts::copy(const Phase &phase, uint64_t map, uint64_t rows, uint32_t cta,
                    uint64_t destination) {
  if (isFull(phase))
    return;
  sums[phase].counts[map] += rows;
  destinations.insert({cta, destination, map, rows});
}

/// The maximum size of a box in bytes: a copy does not overlap the copies to the following
/// locations.
std::map<uint64_t, uint64_t> BoxFacts::roomOfBoxes(uint64_t sharedEnd) const {
  std::map<uint64_t, uint64_t> rooms;
  for (auto at = destinations.begin(); at != destinations.end(); ++at) {
    auto next = std::find_if(at, destinations.end(), [&](const Destination &other) {
      return other.cta != at->cta || other.place != at->place;
    });
    uint64_t end = next != destinations.end() && next->cta == at->cta ? next->place : sharedEnd;
    uint64_t room = (end - std::min(at->place, end)) / at->rows;
    auto [found, isNew] = rooms.try_emplace(at->map, room);
    if (!isNew)
      found->second = std::min(found->second, room);
  }
  return rooms;
}

/// Computes the sizes of boxes, first those that follow from facts.
class BoxFacts::Solver {
public:
  Solver(std::set<Sum> sums, std::map<uint64_t, uint64_t> rooms)
      : sums(std::move(sums)), rooms(std::move(rooms)) {}

  DerivedBoxes solve() {
    for (;;) {
      deduce();
      std::optional<Sum> open = firstOpen();
      if (!open)
        return std::move(boxes);
      assume(*open);
    }
  }

private:
  /// The rest of a sum without the boxes of known size.
  Sum restOf(const Sum &sum) const {
    Sum rest{{}, sum.bytes};
    for (auto [map, count] : sum.counts)
      if (auto known = boxes.bytes.find(map); known != boxes.bytes.end())
        rest.bytes -= static_cast<int64_t>(known->second * count);
      else
        rest.counts[map] = count;
    return rest;
  }
  static bool contains(const Sum &large, const Sum &small) {
    return llvm::all_of(small.counts, [&](const auto &entry) {
      auto found = large.counts.find(entry.first);
      return found != large.counts.end() && found->second >= entry.second;
    });
  }
  static Sum difference(const Sum &large, const Sum &small) {
    Sum result{{}, large.bytes - small.bytes};
    for (auto [map, count] : large.counts) {
      auto found = small.counts.find(map);
      uint64_t rest = count - (found == small.counts.end() ? 0 : found->second);
      if (rest)
        result.counts[map] = rest;
    }
    return result;
  }
  bool fits(uint64_t map, int64_t bytes) const {
    return bytes > 0 && bytes % unit == 0 && static_cast<uint64_t>(bytes) <= rooms.at(map);
  }
  /// Computes the size from a sum with boxes of one map only. Returns whether the sum is one.
  bool take(const Sum &sum) {
    if (sum.counts.size() != 1)
      return false;
    auto [map, count] = *sum.counts.begin();
    int64_t bytes = sum.bytes / static_cast<int64_t>(count);
    if (boxes.bytes.count(map) || sum.bytes % static_cast<int64_t>(count) || !fits(map, bytes))
      return false;
    boxes.bytes[map] = static_cast<uint64_t>(bytes);
    if (!follows)
      boxes.assumed.insert(map);
    return true;
  }

  /// Substitutes known sizes, and subtracts sums from larger ones, until nothing follows.
  void deduce() {
    bool isChanged = true;
    while (isChanged) {
      isChanged = false;
      std::set<Sum> rests;
      for (const Sum &sum : sums)
        if (Sum rest = restOf(sum); !rest.counts.empty())
          rests.insert(std::move(rest));
      constexpr size_t mostSums = 64;
      while (rests.size() > mostSums)
        rests.erase(std::prev(rests.end()));
      for (const Sum &sum : rests)
        isChanged |= take(sum);
      for (const Sum &large : rests)
        for (const Sum &small : rests)
          if (!isChanged && large != small && contains(large, small))
            isChanged |= take(difference(large, small));
    }
  }

  std::optional<Sum> firstOpen() const {
    std::optional<Sum> first;
    for (const Sum &sum : sums)
      if (Sum rest = restOf(sum); !rest.counts.empty() && !given.count(rest) && rest.bytes > 0 &&
                                  (!first || rest.counts.size() < first->counts.size()))
        first = std::move(rest);
    return first;
  }

  /// Several sizes fit. Each box extends to the next one, and the box with the most space gets the
  /// rest. If that does not fit, all boxes have the same size.
  void assume(const Sum &sum) {
    follows = false;
    given.insert(sum);
    uint64_t last = sum.counts.begin()->first;
    uint64_t count = 0;
    for (auto [map, boxesOfMap] : sum.counts) {
      count += boxesOfMap;
      if (rooms.at(map) > rooms.at(last))
        last = map;
    }
    std::map<uint64_t, uint64_t> sizes;
    int64_t rest = sum.bytes;
    for (auto [map, boxesOfMap] : sum.counts)
      if (map != last) {
        sizes[map] = rooms.at(map);
        rest -= static_cast<int64_t>(rooms.at(map) * boxesOfMap);
      }
    int64_t countOfLast = static_cast<int64_t>(sum.counts.at(last));
    bool isPacked = rest % countOfLast == 0 && fits(last, rest / countOfLast) &&
                    llvm::all_of(sizes, [&](const auto &size) {
                      return fits(size.first, static_cast<int64_t>(size.second));
                    });
    if (isPacked) {
      sizes[last] = static_cast<uint64_t>(rest / countOfLast);
    } else {
      int64_t share = sum.bytes / static_cast<int64_t>(count);
      for (auto [map, boxesOfMap] : sum.counts)
        sizes[map] = static_cast<uint64_t>(share);
      if (sum.bytes % static_cast<int64_t>(count) ||
          !llvm::all_of(sizes, [&](const auto &size) { return fits(size.first, share); }))
        return;
    }
    for (auto [map, bytes] : sizes) {
      boxes.bytes[map] = bytes;
      boxes.assumed.insert(map);
    }
  }

  std::set<Sum> sums, given;
  std::map<uint64_t, uint64_t> rooms;
  DerivedBoxes boxes;
  bool follows = true; ///< nothing has been assumed
};

DerivedBoxes BoxFacts::solve(uint64_t sharedEnd) const {
  std::set<Sum> different;
  for (const auto &[phase, sum] : sums)
    if (!sum.counts.empty() && completed.count(phase))
      different.insert(sum);
  return Solver(std::move(different), roomOfBoxes(sharedEnd)).solve();
}
