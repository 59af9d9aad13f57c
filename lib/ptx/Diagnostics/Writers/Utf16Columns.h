// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_WRITERS_UTF16COLUMNS_H
#define PTX_DIAGNOSTICS_WRITERS_UTF16COLUMNS_H

#include "ptx/Support/SourceBuffer.h"

#include <cstdint>
#include <vector>

namespace ptx {

/// Columns as programs count that hold text in UTF-16: a character beyond U+FFFF counts two. Bytes
/// that are not UTF-8 have some column that lies between those of their neighbours.
class Utf16Columns {
public:
  /// `buffer` has to outlive this. The first look-up reads all of it; later ones take time in a
  /// few thousand bytes, however long the lines are.
  explicit Utf16Columns(const SourceBuffer &buffer) : buffer(buffer) {}

  /// The line and column of `offset`, from 1; `offset` is clamped to the end of the text.
  LineColumn lineColumn(uint32_t offset);

private:
  uint32_t unitsBefore(uint32_t offset);

  const SourceBuffer &buffer;
  /// How many units there are before each block of bytes.
  std::vector<uint32_t> before;
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_WRITERS_UTF16COLUMNS_H
