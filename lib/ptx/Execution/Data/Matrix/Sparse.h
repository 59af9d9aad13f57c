// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A of sparse products, which store half of its elements, and metadata with the places of these.

#ifndef PTX_EXECUTION_DATA_MATRIX_SPARSE_H
#define PTX_EXECUTION_DATA_MATRIX_SPARSE_H

#include "ptx/Execution/Data/Matrix/Product.h"

#include <functional>

namespace ptx::execution {

/// The stored elements of a chunk of a row of A; each chunk has 4 bits of metadata.
/// (Manual 9.7.14.6.1)
enum class Sparsity : uint8_t {
  OneOfTwo,    ///< elements of 32 bits
  TwoOfFour,   ///< elements of 8 and 16 bits
  PairsOfEight ///< packed elements of 4 bits: two pairs
};

Sparsity sparsityOf(unsigned bitsOfElement);
/// The number of elements of a chunk, the stored ones and the others.
unsigned elementsOfChunk(Sparsity sparsity);

/// Metadata of a chunk in 32 bits: the lane, the column of tensor memory after the first one, and
/// the lowest of the 4 bits.
struct MetadataPlace {
  unsigned lane, column, bit;
};

/// The place of the metadata for 16 rows of A in the registers of a warp; `chunks` is the number of
/// those of a row. None for selectors that do not exist and layouts that are not supported.
std::optional<MetadataPlace> metadataOfWarp(unsigned chunks, unsigned bitsOfElement,
                                            uint64_t selector, unsigned row, unsigned chunk);
/// The metadata with a meaning: the two places of a chunk are different, are in ascending order, or
/// are so or 2 and 1. (Manual 9.7.14.6.1, 9.7.16.10.8.2)
enum class MetadataRule : uint8_t { Different, Ordered, OfTensorMemory };

/// A with its zeros. `metadata` has the 4 bits of a chunk of a row. None if they are not known, or
/// have no meaning.
std::optional<MatrixFactor>
expandedFactor(const MatrixFactor &stored, Sparsity sparsity, MetadataRule rule,
               llvm::function_ref<Value(unsigned row, unsigned chunk)> metadata);

} // namespace ptx::execution

#endif // PTX_EXECUTION_DATA_MATRIX_SPARSE_H
