// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_SOURCERANGE_H
#define PTX_SUPPORT_SOURCERANGE_H

#include <compare>
#include <cstdint>

namespace ptx {

/// A half-open range [begin, end) of byte offsets into one `SourceBuffer`. An empty range is a
/// position, for example of a missing token.
struct SourceRange {
  uint32_t begin = 0;
  uint32_t end = 0;

  constexpr bool empty() const { return begin >= end; }
  constexpr uint32_t size() const { return empty() ? 0 : end - begin; }
  constexpr bool contains(uint32_t offset) const { return begin <= offset && offset < end; }

  friend constexpr auto operator<=>(const SourceRange &, const SourceRange &) = default;
};

} // namespace ptx

#endif // PTX_SUPPORT_SOURCERANGE_H
