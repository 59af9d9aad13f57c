// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Support/LineSet.h"

#include <algorithm>

using namespace ptx;

void LineSet::add(uint32_t first, uint32_t last) {
  if (last < first)
    return;
  // Ranges that touch or adjoin the new range are merged with it.
  auto begin = std::partition_point(ranges.begin(), ranges.end(), [&](const Range &r) {
    return r.last < first && r.last + 1 < first;
  });
  auto stop = std::partition_point(
      begin, ranges.end(), [&](const Range &r) { return last == end || r.first <= last + 1; });
  if (begin != stop) {
    first = std::min(first, begin->first);
    last = std::max(last, std::prev(stop)->last);
  }
  ranges.insert(ranges.erase(begin, stop), {first, last});
}

void LineSet::add(const LineSet &other) {
  for (Range range : other.ranges)
    add(range.first, range.last);
}

const LineSet::Range *LineSet::find(uint32_t line) const {
  auto found = std::partition_point(ranges.begin(), ranges.end(),
                                    [&](const Range &r) { return r.last < line; });
  return found == ranges.end() ? nullptr : &*found;
}

bool LineSet::touches(uint32_t first, uint32_t last) const {
  const Range *range = find(first);
  return range && range->first <= last;
}

bool LineSet::covers(uint32_t first, uint32_t last) const {
  const Range *range = find(first);
  return range && range->first <= first && last <= range->last;
}

LineSet LineSet::complement() const {
  LineSet others;
  uint32_t next = 1;
  for (Range range : ranges) {
    others.add(next, range.first - 1);
    if (range.last == end)
      return others;
    next = range.last + 1;
  }
  others.add(next, end);
  return others;
}
