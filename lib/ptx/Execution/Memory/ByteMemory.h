// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_MEMORY_BYTEMEMORY_H
#define PTX_EXECUTION_MEMORY_BYTEMEMORY_H

#include "ptx/Execution/Meter.h"
#include "ptx/Execution/Values.h"

#include <vector>

namespace ptx::execution {

/// A memory whose bytes are known or unknown. All loads of an unknown value that was stored return
/// the same name.
class ByteMemory {
public:
  explicit ByteMemory(uint64_t size = 0) { resize(size); }

  uint64_t size() const { return data.size(); }
  void resize(uint64_t size);

  /// A number of `bytes` bytes, at most 8. Bytes outside of the memory are unknown.
  Value load(uint64_t at, unsigned bytes) const;
  void store(uint64_t at, unsigned bytes, Value value);
  /// Copies bytes from another place, which may be in the same memory without an overlap.
  void copy(uint64_t to, const ByteMemory &source, uint64_t from, uint64_t bytes);
  /// Makes a range unknown; `name` represents its value.
  void forget(uint64_t at, uint64_t bytes, uint64_t name);

  static constexpr unsigned granule = 4;
  uint64_t granules() const { return names.size(); }
  /// Whether the bytes of a granule are the same in `other`, which has the same size, and as known.
  bool isSameAt(uint64_t number, const ByteMemory &other) const;

private:
  std::vector<uint8_t, MeteredAllocator<uint8_t>> data;
  std::vector<uint8_t, MeteredAllocator<uint8_t>> known;
  std::vector<uint64_t, MeteredAllocator<uint64_t>> names; // of the unknown bytes of a granule
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_MEMORY_BYTEMEMORY_H
