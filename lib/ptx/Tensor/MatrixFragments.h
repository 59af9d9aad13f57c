// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MATRIXFRAGMENTS_H
#define PTX_TENSOR_MATRIXFRAGMENTS_H

#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

// The shares of the threads of a warp in matrices that are in registers.
// (Manual 9.7.14.5, 9.7.15.5)

namespace ptx {

/// A is `m` x `k`, B is `k` x `n`, C and D are `m` x `n`.
struct MatrixShape {
  unsigned m, n, k;
};

/// The shape in the modifier `m16n8k16`.
std::optional<MatrixShape> parseMatrixShape(llvm::StringRef name);

/// A matrix of a product; D is also C.
enum class FragmentOf : uint8_t { A, B, D };

struct MatrixPlace {
  unsigned row, column;

  bool operator==(const MatrixPlace &other) const {
    return row == other.row && column == other.column;
  }
};

/// The number of elements that each thread has.
unsigned fragmentElements(FragmentOf matrix, const MatrixShape &shape);

/// The place of element `index` of a thread, counted from the lowest bits of its first register on.
/// `bits` is the width of an element in its register; it does not matter for D. Shapes larger than
/// those of `mma` consist of blocks of 16 rows of A and 8 columns of B. The layouts are those of
/// `mma`, except `m8n8k4` of `.f16`, and of the rows of a warp in `wgmma`. `wmma`, whose layouts
/// the manual does not define, has the same here.
MatrixPlace fragmentPlace(FragmentOf matrix, const MatrixShape &shape, unsigned bits, unsigned lane,
                          unsigned index);

/// The same for one of the four products of `mma.m8n8k4` of `.f16`: the product of lane / 4 % 4.
/// `isRowMajor` is the layout of A or B; for D, `isSingle` says that its type is `.f32`. (Manual
/// 9.7.14.5.1)
MatrixPlace quadFragmentPlace(FragmentOf matrix, bool isRowMajor, bool isSingle, unsigned lane,
                              unsigned index);

} // namespace ptx

#endif // PTX_TENSOR_MATRIXFRAGMENTS_H
