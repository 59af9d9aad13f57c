// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/Sequences.h"

#include "ptx/Support/LineDiff.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace ptx;
using llvm::ArrayRef;

/// Without the two keys that LLVM's maps reserve.
static uint64_t keyOf(uint64_t element) { return element >> 1; }

std::vector<SequenceGap> ptx::gapsBetween(ArrayRef<SequencePair> pairs, const SequenceGap &gap) {
  std::vector<SequenceGap> gaps;
  SequenceGap open = gap;
  auto close = [&](uint32_t before, uint32_t after) {
    if (open.beforeBegin != before || open.afterBegin != after)
      gaps.push_back({open.beforeBegin, before, open.afterBegin, after});
  };
  for (const SequencePair &pair : pairs) {
    close(pair.before, pair.after);
    open.beforeBegin = pair.before + 1;
    open.afterBegin = pair.after + 1;
  }
  close(gap.beforeEnd, gap.afterEnd);
  return gaps;
}

std::vector<SequencePair> ptx::uniquePairs(ArrayRef<uint64_t> before,
                                           ArrayRef<uint32_t> beforeIndices,
                                           ArrayRef<uint64_t> after,
                                           ArrayRef<uint32_t> afterIndices) {
  struct Places {
    uint32_t beforeCount = 0, afterCount = 0;
    uint32_t after = 0;
  };
  llvm::DenseMap<uint64_t, Places> places;
  places.reserve(static_cast<unsigned>(beforeIndices.size()));
  for (uint32_t i : beforeIndices)
    ++places[keyOf(before[i])].beforeCount;
  for (uint32_t i : afterIndices)
    if (auto found = places.find(keyOf(after[i])); found != places.end()) {
      ++found->second.afterCount;
      found->second.after = i;
    }
  std::vector<SequencePair> pairs;
  for (uint32_t i : beforeIndices) {
    const Places &place = places.find(keyOf(before[i]))->second;
    if (place.beforeCount == 1 && place.afterCount == 1)
      pairs.push_back({i, place.after});
  }
  return pairs;
}

/// The longest subsequence of `pairs` that rises on the new side; `pairs` rises on the old side.
/// Patience sorting.
static std::vector<SequencePair> longestRising(ArrayRef<SequencePair> pairs) {
  constexpr uint32_t none = ~0u;
  std::vector<uint32_t> tops; // by pile: the index of its last pair
  std::vector<uint32_t> previous(pairs.size(), none);
  for (uint32_t i = 0; i != pairs.size(); ++i) {
    auto pile = llvm::lower_bound(tops, pairs[i].after, [&](uint32_t top, uint32_t after) {
      return pairs[top].after < after;
    });
    if (pile != tops.begin())
      previous[i] = pile[-1];
    if (pile == tops.end())
      tops.push_back(i);
    else
      *pile = i;
  }
  std::vector<SequencePair> rising;
  for (uint32_t i = tops.empty() ? none : tops.back(); i != none; i = previous[i])
    rising.push_back(pairs[i]);
  std::reverse(rising.begin(), rising.end());
  return rising;
}

std::vector<SequencePair> SequenceMatcher::anchors(ArrayRef<uint64_t> before,
                                                   ArrayRef<uint64_t> after,
                                                   const SequenceGap &gap) {
  auto indices = [](uint32_t begin, uint32_t end) {
    return llvm::to_vector(llvm::seq<uint32_t>(begin, end));
  };
  steps += gap.beforeEnd - gap.beforeBegin + gap.afterEnd - gap.afterBegin;
  return longestRising(uniquePairs(before, indices(gap.beforeBegin, gap.beforeEnd), after,
                                   indices(gap.afterBegin, gap.afterEnd)));
}

void SequenceMatcher::matchBetween(ArrayRef<uint64_t> before, ArrayRef<uint64_t> after,
                                   const SequenceGap &gap, std::vector<SequencePair> &pairs) {
  llvm::DenseMap<uint64_t, uint32_t> numbers;
  auto numbered = [&](ArrayRef<uint64_t> elements) {
    std::vector<uint32_t> result;
    result.reserve(elements.size());
    for (uint64_t element : elements)
      result.push_back(
          numbers.try_emplace(keyOf(element), static_cast<uint32_t>(numbers.size())).first->second);
    return result;
  };
  std::vector<uint32_t> a =
      numbered(before.slice(gap.beforeBegin, gap.beforeEnd - gap.beforeBegin));
  std::vector<uint32_t> b = numbered(after.slice(gap.afterBegin, gap.afterEnd - gap.afterBegin));
  uint32_t x = 0, y = 0;
  auto addUntil = [&](uint32_t end) {
    for (; x != end; ++x, ++y)
      pairs.push_back({gap.beforeBegin + x, gap.afterBegin + y});
  };
  for (const DiffChange &change : diffLines(a, b, &steps)) {
    addUntil(change.oldBegin);
    x = change.oldEnd;
    y = change.newEnd;
  }
  addUntil(static_cast<uint32_t>(a.size()));
}

void SequenceMatcher::match(ArrayRef<uint64_t> before, ArrayRef<uint64_t> after,
                            const SequenceGap &gap, std::vector<SequencePair> &pairs) {
  SequenceGap rest = gap;
  auto isEqual = [&](uint32_t x, uint32_t y) {
    ++steps;
    return before[x] == after[y];
  };
  while (!rest.isOneSided() && isEqual(rest.beforeBegin, rest.afterBegin))
    pairs.push_back({rest.beforeBegin++, rest.afterBegin++});
  uint32_t common = 0;
  while (!rest.isOneSided() && isEqual(rest.beforeEnd - 1, rest.afterEnd - 1)) {
    --rest.beforeEnd;
    --rest.afterEnd;
    ++common;
  }
  if (!rest.isOneSided()) {
    std::vector<SequencePair> fixed = anchors(before, after, rest);
    SequenceGap open = rest;
    for (const SequencePair &anchor : fixed) {
      open.beforeEnd = anchor.before;
      open.afterEnd = anchor.after;
      if (!open.isOneSided())
        matchBetween(before, after, open, pairs);
      pairs.push_back(anchor);
      open.beforeBegin = anchor.before + 1;
      open.afterBegin = anchor.after + 1;
    }
    open.beforeEnd = rest.beforeEnd;
    open.afterEnd = rest.afterEnd;
    if (!open.isOneSided())
      matchBetween(before, after, open, pairs);
  }
  for (uint32_t i = 0; i != common; ++i)
    pairs.push_back({rest.beforeEnd + i, rest.afterEnd + i});
}
