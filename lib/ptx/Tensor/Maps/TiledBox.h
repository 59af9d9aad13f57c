// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_TILEDBOX_H
#define PTX_TENSOR_MAPS_TILEDBOX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <vector>

namespace ptx {

/// Coordinates of an element, dimension 0 first; out of bounds they may be negative.
using TensorCoordinates = llvm::SmallVector<int64_t, 5>;

/// The elements of a tiled access, in the order of shared memory: dimension 0 varies fastest.
/// Dimension 0 of all arrays is the innermost one. (Manual 5.5.3)
class TiledBox {
public:
  /// The box of `box` elements at `start` in a tensor of `dims` elements, with the traversal stride
  /// `elementStrides[i]` along dimension i. Fails if the arrays differ in length, have no or more
  /// than 5 dimensions, or a size or stride is 0 or beyond 2^32.
  static llvm::Expected<TiledBox> create(llvm::ArrayRef<uint64_t> dims,
                                         llvm::ArrayRef<uint64_t> box,
                                         llvm::ArrayRef<uint64_t> elementStrides,
                                         llvm::ArrayRef<int64_t> start);

  /// The number of elements along each dimension: ceil(box / elementStride).
  llvm::ArrayRef<uint64_t> counts() const { return taken; }
  /// The number of elements, including those out of bounds; saturates at 2^64-1.
  uint64_t size() const;
  /// The coordinates of the element at `index` in shared memory, below `size()`.
  TensorCoordinates coordinates(uint64_t index) const;
  /// Whether the element is within the tensor. For other elements, loads fill in 0 or OOB-NaN, and
  /// stores do nothing.
  bool isInside(llvm::ArrayRef<int64_t> coordinates) const;

private:
  TiledBox() = default;

  llvm::SmallVector<uint64_t, 5> dims;
  llvm::SmallVector<uint64_t, 5> taken;
  llvm::SmallVector<uint64_t, 5> steps;
  TensorCoordinates start;
};

/// The four boxes of `.tile::gather4` and `.tile::scatter4`: one row each of `rowElements`
/// elements, in shared memory one after the other. Fails as `TiledBox::create`. (Manual 5.5.3.4)
llvm::Expected<std::vector<TiledBox>> fourRowBoxes(llvm::ArrayRef<uint64_t> dims,
                                                   uint64_t rowElements, int64_t column,
                                                   const std::array<int64_t, 4> &rows);

} // namespace ptx

#endif // PTX_TENSOR_MAPS_TILEDBOX_H
