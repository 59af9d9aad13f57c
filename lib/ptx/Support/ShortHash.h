// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_SHORTHASH_H
#define PTX_SUPPORT_SHORTHASH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

#include <cstdint>
#include <cstring>

namespace ptx {

/// A word of at most 16 bytes, read by two overlapping loads. Words of the same length are equal if
/// the loaded values are equal.
struct ShortWord {
  static constexpr size_t mostBytes = 16;

  explicit ShortWord(llvm::StringRef word) : size(word.size()) {
    const char *p = word.data();
    if (size >= 8) {
      head = load(p, 8);
      tail = load(p + size - 8, 8);
    } else if (size >= 4) {
      head = load(p, 4);
      tail = load(p + size - 4, 4);
    } else if (size != 0) {
      head = static_cast<uint8_t>(p[0]) | static_cast<uint8_t>(p[size - 1]) << 8;
      tail = static_cast<uint8_t>(p[size / 2]);
    }
  }

  uint32_t hash() const {
    uint64_t h = (head * 0x9E3779B97F4A7C15u ^ tail) * 0xC2B2AE3D27D4EB4Fu + size;
    return static_cast<uint32_t>(h >> 32);
  }

  size_t size;
  uint64_t head = 0;
  uint64_t tail = 0;

private:
  static uint64_t load(const char *p, size_t size) {
    uint64_t value = 0;
    memcpy(&value, p, size);
    return value;
  }
};

/// A hash for tables of PTX words, almost all of which are short.
inline uint32_t shortHash(llvm::StringRef word) {
  return word.size() <= ShortWord::mostBytes ? ShortWord(word).hash()
                                             : static_cast<uint32_t>(llvm::xxh3_64bits(word) >> 32);
}

} // namespace ptx

#endif // PTX_SUPPORT_SHORTHASH_H
