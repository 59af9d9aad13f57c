// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Utf16Columns.h"

#include <algorithm>

using namespace ptx;

static constexpr uint32_t blockSize = 4096;

/// The UTF-16 units of `text`. All units of a character count at its first byte.
static uint32_t units(llvm::StringRef text) {
  uint32_t count = 0;
  for (unsigned char c : text)
    count += (c & 0xC0) == 0x80 ? 0 : c >= 0xF0 ? 2 : 1;
  return count;
}

uint32_t Utf16Columns::unitsBefore(uint32_t offset) {
  llvm::StringRef text = buffer.text();
  if (before.empty()) {
    before.push_back(0);
    for (size_t at = 0; at + blockSize <= text.size(); at += blockSize)
      before.push_back(before.back() + units(text.substr(at, blockSize)));
  }
  uint32_t block = offset / blockSize;
  return before[block] + units(text.slice(size_t(block) * blockSize, offset));
}

LineColumn Utf16Columns::lineColumn(uint32_t offset) {
  offset = std::min<uint32_t>(offset, buffer.text().size());
  LineColumn place = buffer.lineColumn(offset);
  uint32_t lineStart = offset - (place.column - 1);
  place.column = unitsBefore(offset) - unitsBefore(lineStart) + 1;
  return place;
}
