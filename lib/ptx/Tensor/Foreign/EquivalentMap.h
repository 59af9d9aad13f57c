// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_FOREIGN_EQUIVALENTMAP_H
#define PTX_TENSOR_FOREIGN_EQUIVALENTMAP_H

#include "ptx/Tensor/Foreign/SpirvTensor.h"
#include "ptx/Tensor/Foreign/TpuMemory.h"
#include "ptx/Tensor/Maps/TensorMap.h"
#include "ptx/Tensor/Maps/TiledBox.h"
#include "ptx/Tensor/Violation.h"

#include <string>
#include <vector>

namespace ptx {

/// The PTX tensor map that addresses the same elements as another model.
struct EquivalentMap {
  /// A tiled map without swizzling, as far as there is one.
  TensorMap map;
  /// The dimension of the other model for each dimension of the map, the innermost first: `HW`,
  /// `C`.
  std::vector<std::string> dimensions;
  /// The coordinates at which an instruction accesses the region that the other model selects.
  TensorCoordinates start;
  /// The properties that no tensor map has, and the violations by `map`. Only the latter have a
  /// rule.
  Violations obstacles;

  bool exists() const { return isLegal(obstacles); }
};

/// A map whose box at `start` contains, in the order of shared memory, the elements of the matrix
/// of `rows` by `columns` elements of `type`, row by row. The map is aligned to 16 bytes, as the
/// pointer of a cooperative matrix must be.
EquivalentMap equivalentMap(const SpirvTensorLayout &layout, const SpirvTensorView *view,
                            ElementType type, uint64_t rows, uint64_t columns);

/// A tensor of a TPU. Elements are units of 1, 2, 4 or 8 bytes; for packed tensors, these are the
/// packs.
struct TpuTensor {
  /// The machine with the local memory that contains it; none for a tensor in system memory.
  std::optional<TpuMachine> machine;
  uint64_t address;
  ElementType type;
  TpuShape shape;
  TpuStrides strides;
};

/// A map of the whole tensor. Local memory counts as one array, NPU after NPU, which begins at
/// global address 0. H and W are one dimension if only so the strides are multiples of 16 bytes; a
/// dimension of size 1 has none.
EquivalentMap equivalentMap(const TpuTensor &tensor);

} // namespace ptx

#endif // PTX_TENSOR_FOREIGN_EQUIVALENTMAP_H
