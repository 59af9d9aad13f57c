// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_LINESET_H
#define PTX_SUPPORT_LINESET_H

#include <cstdint>
#include <vector>

namespace ptx {

/// A set of lines of a text, counted from 1. Its memory is proportional to the number of ranges,
/// not of lines.
class LineSet {
public:
  /// As the last line of a range: the end of the text.
  static constexpr uint32_t end = UINT32_MAX;

  /// Adds the lines from `first` to `last` (inclusive); none if `last` is smaller.
  void add(uint32_t first, uint32_t last);
  void add(const LineSet &other);

  bool empty() const { return ranges.empty(); }
  bool contains(uint32_t line) const { return touches(line, line); }
  /// Whether one of the lines from `first` to `last` is in the set.
  bool touches(uint32_t first, uint32_t last) const;
  /// Whether all of the lines from `first` to `last` are in the set.
  bool covers(uint32_t first, uint32_t last) const;

  /// All other lines.
  LineSet complement() const;

private:
  struct Range {
    uint32_t first, last;
  };

  /// The first range that does not end before `line`.
  const Range *find(uint32_t line) const;

  std::vector<Range> ranges; ///< in order, with at least one other line between two
};

} // namespace ptx

#endif // PTX_SUPPORT_LINESET_H
