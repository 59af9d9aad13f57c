// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_CUTELAYOUT_H
#define PTX_TENSOR_CUTELAYOUT_H

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

namespace ptx {

/// One mode of a CuTe layout: nested extents, the first one the fastest, each with its stride in
/// elements.
struct CuteMode {
  llvm::SmallVector<uint64_t, 4> shape;
  llvm::SmallVector<uint64_t, 4> stride;

  /// The number of coordinates: the product of the extents.
  uint64_t size() const;
  /// The offset of coordinate `i`, below `size()`, in elements.
  uint64_t offset(uint64_t i) const;
};

/// A CuTe layout of a matrix: `(shapeMN),(shapeK) : (strideMN),(strideK)`, evaluated
/// colexicographically.
struct CuteLayout {
  CuteMode mn; ///< along M, or along N for matrix B
  CuteMode k;

  /// The offset of element (i, j) from the start of the matrix, in elements.
  uint64_t offset(uint64_t i, uint64_t j) const { return mn.offset(i) + k.offset(j); }

  /// CuTe's notation: `((8,2),(4,4)):((4,32),(1,64))`.
  std::string text() const;

  /// Whether all elements have different offsets. Requires time linear in the number of elements,
  /// at most 2^20; false if there are more.
  bool isInjective() const;
};

} // namespace ptx

#endif // PTX_TENSOR_CUTELAYOUT_H
