// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_BYTEVECTOR_H
#define PTX_SUPPORT_BYTEVECTOR_H

#include <bit>
#include <cstdint>
#include <cstring>

namespace ptx {

/// Bytes that are compared in parallel, with vector instructions that every 64-bit processor
/// supports. A comparison yields a vector whose bytes are 0 for false.
using ByteVector = int8_t __attribute__((vector_size(16)));

inline ByteVector bytesAt(const char *p) {
  ByteVector bytes;
  memcpy(&bytes, p, sizeof(bytes));
  return bytes;
}

/// Whether a byte is not 0.
inline bool isAnySet(ByteVector bytes) {
  uint64_t halves[2];
  memcpy(halves, &bytes, sizeof(halves));
  return (halves[0] | halves[1]) != 0;
}

/// The index of the first nonzero byte in a vector of comparisons. Precondition: there is one.
inline unsigned firstSet(ByteVector bytes) {
  uint64_t halves[2];
  memcpy(halves, &bytes, sizeof(halves));
  auto firstOf = [](uint64_t half) {
    int bits = std::endian::native == std::endian::little ? std::countr_zero(half)
                                                          : std::countl_zero(half);
    return static_cast<unsigned>(bits) / 8;
  };
  return halves[0] ? firstOf(halves[0]) : 8 + firstOf(halves[1]);
}

} // namespace ptx

#endif // PTX_SUPPORT_BYTEVECTOR_H
