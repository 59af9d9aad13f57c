// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor maps of arrays, as arguments of a launch, and the elements that copies by them access.

#ifndef PTX_EXECUTION_DATA_MATRIX_MAPPEDTENSOR_H
#define PTX_EXECUTION_DATA_MATRIX_MAPPEDTENSOR_H

#include "ptx/Execution/Data/ArgumentParts.h"
#include "ptx/Execution/Memory/GlobalMemory.h"
#include "ptx/Tensor/Maps/TensorAccess.h"

#include <functional>

namespace ptx::execution {

/// The tensor map of `array` for the parts `box=64x64,swizzle=128B`: tiled, packed, and with the
/// type of the elements of the array unless there is `type=`. The sizes of the box are those of the
/// map, the innermost dimension first; the shape of the array has it last. With
/// `pixels=64,channels=32,lower=-1x-1,upper=-1x-1` it is a map for im2col.
llvm::Expected<TensorMap> readMap(const ArgumentParts &argument, const Contents &array);

/// An element that a copy accesses.
struct TileElement {
  uint64_t shared;                ///< the offset in the tile, before swizzling
  std::optional<uint64_t> global; ///< the address; none outside of the tensor
};

/// Calls `visit` for each element of a copy, in the order of shared memory. The base of the tensor
/// is its address in `map`. Fails with the reason if the access is not supported.
llvm::Error forEachElement(const TensorMap &map, const TensorAccess &access,
                           llvm::function_ref<void(const TileElement &)> visit);

/// The bits of elements outside of the tensor: 0, or the canonical NaN.
uint64_t fillOf(const TensorMap &map);

/// The type for reductions, and for sizes; none for types of elements with less than a byte.
std::optional<TypeId> plainType(ElementType type);

} // namespace ptx::execution

#endif // PTX_EXECUTION_DATA_MATRIX_MAPPEDTENSOR_H
