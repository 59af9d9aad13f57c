// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The places of elements of `wgmma` and `tcgen05`: in shared memory, by a descriptor, and in tensor
// memory.

#ifndef PTX_EXECUTION_DATA_MATRIX_TENSORLAYOUTS_H
#define PTX_EXECUTION_DATA_MATRIX_TENSORLAYOUTS_H

#include "ptx/Execution/Data/Matrix/Sparse.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"

namespace ptx::execution {

/// The bits of an address in shared memory that a descriptor has.
constexpr uint64_t addressMask = 0x3FFFF;

/// The layout of a matrix that a descriptor describes, in elements; fails with the reason.
llvm::Expected<CuteLayout> layoutOfDescriptor(const MatrixDescriptor &descriptor, Major major,
                                              unsigned bits, const MatrixExtent &extent);

/// The first of the violations that are errors; empty if there is none.
std::string firstError(const Violations &violations);

/// A cell of tensor memory.
struct TensorCell {
  unsigned lane, column;
};

/// The lane of a row of D, and the column of its first element in tensor memory; rows are those of
/// one CTA, and `n` the number of all columns. (Manual 9.7.16.10.5)
TensorCell rowInTensorMemory(char layout, unsigned row, unsigned firstLane, unsigned column,
                             unsigned n);

/// The place of the metadata of a row in tensor memory, which are at the lanes of the row of D.
/// None for selectors that do not exist and layouts that are not supported.
std::optional<MetadataPlace> metadataInTensorMemory(char layout, unsigned chunks,
                                                    unsigned bitsOfElement, uint64_t selector,
                                                    unsigned row, unsigned chunk);

} // namespace ptx::execution

#endif // PTX_EXECUTION_DATA_MATRIX_TENSORLAYOUTS_H
