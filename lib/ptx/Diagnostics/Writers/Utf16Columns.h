// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_UTF16COLUMNS_H
#define PTX_DIAGNOSTICS_WRITERS_UTF16COLUMNS_H

#include "ptx/Support/SourceBuffer.h"

#include <cstdint>
#include <vector>

namespace ptx {

/// Columns in UTF-16 code units: a character beyond U+FFFF counts as two. The column of an invalid
/// UTF-8 byte is between those of its neighbours.
class Utf16Columns {
public:
  /// `buffer` must outlive this object. The first look-up reads all of it; the time of later ones
  /// is bounded by a few thousand bytes, regardless of line lengths.
  explicit Utf16Columns(const SourceBuffer &buffer) : buffer(buffer) {}

  /// The line and column of `offset`, from 1; `offset` is clamped to the end of the text.
  LineColumn lineColumn(uint32_t offset);

private:
  uint32_t unitsBefore(uint32_t offset);

  const SourceBuffer &buffer;
  /// The number of code units before each block of bytes.
  std::vector<uint32_t> before;
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_UTF16COLUMNS_H
