// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_TENSORMEMORY_H
#define PTX_TENSOR_TENSORMEMORY_H

#include "ptx/Tensor/Violation.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>

// The tensor memory of `tcgen05`: 128 lanes by 512 columns of 32-bit cells, 576 on the family of
// sm_107f. (Manual 9.7.16.1; of PTX 9.4, 9.7.18.7.1)

namespace ptx {

constexpr unsigned tensorMemoryLanes = 128;
constexpr unsigned tensorMemoryColumns = 512;
constexpr unsigned tensorMemoryColumnsOf107 = 576;

/// An address: bits 31-16 the lane, 15-0 the column.
struct TensorAddress {
  uint16_t lane;
  uint16_t column;

  static constexpr TensorAddress decode(uint32_t address) {
    return {static_cast<uint16_t>(address >> 16), static_cast<uint16_t>(address)};
  }
  constexpr uint32_t encode() const { return uint32_t(lane) << 16 | column; }
  /// Whether a memory with `columns` columns contains this cell.
  constexpr bool exists(unsigned columns = tensorMemoryColumns) const {
    return lane < tensorMemoryLanes && column < columns;
  }
};

/// The layout of D in tensor memory. (Manual 9.7.16.10.5)
struct DataPathLayout {
  char id;                 ///< `A` to `G`
  bool usesHalfTheLanes;   ///< whether addresses begin at lane 0 or 16, instead of at lane 0
  unsigned columnsDivisor; ///< D has N divided by this many columns
};

/// The layout for `m` rows; none if table 39 has no such M for the group.
std::optional<DataPathLayout> dataPathLayout(unsigned m, unsigned ctaGroup, bool sparse, bool ws);

/// The properties of a `tcgen05.mma` that determine the location of D.
struct AccumulatorShape {
  unsigned m;
  unsigned n;
  unsigned ctaGroup;
  bool sparse;
  bool ws;
  unsigned memoryColumns = tensorMemoryColumns;
};

/// Checks `address` as the address of D: a lane that is not a start of the data path is T286,
/// columns beyond the last one are T287. Returns nothing if table 39 does not contain M.
Violations checkAccumulator(TensorAddress address, const AccumulatorShape &shape);

} // namespace ptx

#endif // PTX_TENSOR_TENSORMEMORY_H
