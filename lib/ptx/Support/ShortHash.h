// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_SHORTHASH_H
#define PTX_SUPPORT_SHORTHASH_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

#include <cstdint>
#include <cstring>

namespace ptx {

/// A hash for tables of the words of PTX, nearly all of which have at most 16 bytes: two
/// overlapping loads cover them.
inline uint32_t shortHash(llvm::StringRef word) {
  auto load = [](const char *p, size_t size) {
    uint64_t value = 0;
    memcpy(&value, p, size);
    return value;
  };
  size_t n = word.size();
  const char *p = word.data();
  uint64_t head, tail;
  if (n > 16)
    return static_cast<uint32_t>(llvm::xxh3_64bits(word) >> 32);
  if (n >= 8) {
    head = load(p, 8);
    tail = load(p + n - 8, 8);
  } else if (n >= 4) {
    head = load(p, 4);
    tail = load(p + n - 4, 4);
  } else {
    head = n ? static_cast<uint8_t>(p[0]) | static_cast<uint8_t>(p[n - 1]) << 8 : 0;
    tail = n ? static_cast<uint8_t>(p[n / 2]) : 0;
  }
  uint64_t h = (head * 0x9E3779B97F4A7C15u ^ tail) * 0xC2B2AE3D27D4EB4Fu + n;
  return static_cast<uint32_t>(h >> 32);
}

} // namespace ptx

#endif // PTX_SUPPORT_SHORTHASH_H
