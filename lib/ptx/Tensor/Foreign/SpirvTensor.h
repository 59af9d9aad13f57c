// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_FOREIGN_SPIRVTENSOR_H
#define PTX_TENSOR_FOREIGN_SPIRVTENSOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/Error.h"

#include <array>
#include <cstdint>
#include <optional>

// Tensor layouts and views of SPIR-V (SPV_NV_tensor_addressing), and the elements of a tensor that
// they select (SPV_NV_cooperative_matrix2). Dimension 0 is the outermost one, unlike in PTX.

namespace ptx {

/// The treatment of coordinates out of bounds; the numbers are SPIR-V's.
enum class SpirvClampMode : uint8_t { Undefined, Constant, ClampToEdge, Repeat, RepeatMirrored };

/// The state of a tensor layout. Each setter returns a copy with the requested state, as the
/// instructions do; they fail for a wrong number of operands.
class SpirvTensorLayout {
public:
  using Numbers = llvm::SmallVector<uint32_t, 5>;

  /// OpTypeTensorLayoutNV and OpCreateTensorLayoutNV. Fails unless `dimensions` is 1 to 5 and
  /// `clampMode` 0 to 4.
  static llvm::Expected<SpirvTensorLayout> create(unsigned dimensions, unsigned clampMode = 0);

  /// Sets the block sizes alone: strides are not computed anew, and count blocks from then on.
  llvm::Expected<SpirvTensorLayout> setBlockSize(llvm::ArrayRef<uint32_t> sizes) const;
  /// Sets dimensions and spans, offsets to 0, and the strides of a packed tensor. Fails for a block
  /// size of 0.
  llvm::Expected<SpirvTensorLayout> setDimension(llvm::ArrayRef<uint32_t> sizes) const;
  /// Fails if a stride is smaller than the next inner dimension requires.
  llvm::Expected<SpirvTensorLayout> setStride(llvm::ArrayRef<uint32_t> strides) const;
  /// The operands are an offset and a span for each dimension, in turn. Offsets are added to
  /// earlier ones; spans replace earlier ones.
  llvm::Expected<SpirvTensorLayout> slice(llvm::ArrayRef<uint32_t> offsetsAndSpans) const;
  SpirvTensorLayout setClampValue(uint32_t value) const;

  size_t dimensions() const { return dimension.size(); }

  SpirvClampMode clampMode = SpirvClampMode::Undefined;
  uint32_t clampValue = 0;
  Numbers blockSize;
  Numbers dimension;
  Numbers stride;
  llvm::SmallVector<int32_t, 5> offset;
  Numbers span;

private:
  SpirvTensorLayout() = default;
};

/// The state of a tensor view; its setters are like those of the layout.
class SpirvTensorView {
public:
  using Numbers = SpirvTensorLayout::Numbers;

  /// OpTypeTensorViewNV and OpCreateTensorViewNV. Fails unless `permutation` has 1 to 5 values and
  /// is a permutation of its positions.
  static llvm::Expected<SpirvTensorView> create(bool hasDimensions,
                                                llvm::ArrayRef<uint32_t> permutation);

  /// Sets the dimensions, and the strides of a packed tensor.
  llvm::Expected<SpirvTensorView> setDimension(llvm::ArrayRef<uint32_t> sizes) const;
  llvm::Expected<SpirvTensorView> setStride(llvm::ArrayRef<uint32_t> strides) const;
  SpirvTensorView setClip(const std::array<uint32_t, 4> &rowAndColumn) const;

  bool hasDimensions = false;
  Numbers permutation;
  Numbers viewDimension;
  Numbers viewStride;
  /// Row offset and span, column offset and span.
  std::array<uint32_t, 4> clip = {0, UINT32_MAX, 0, UINT32_MAX};

private:
  SpirvTensorView() = default;
};

/// The coordinate from which a load at `coordinate` of a dimension of `size` elements reads.
/// Remainders are those of OpSMod, which are never negative (assumption A8). None if it reads
/// nothing: the mode has no such coordinate, or its formula divides by zero, as for a mirrored
/// dimension of one element (A7).
std::optional<uint64_t> spirvClamp(SpirvClampMode mode, int64_t coordinate, uint64_t size);

/// An element of a cooperative matrix of `columns` columns.
struct SpirvPosition {
  uint32_t row;
  uint32_t column;
  uint32_t columns;
};

/// The effect of a load or store of a matrix element.
struct SpirvElement {
  enum class Kind : uint8_t {
    Memory,    ///< it accesses `index`
    Fill,      ///< a load out of bounds, which gets the clamp value
    Discarded, ///< a store out of bounds, which does nothing
    Clipped,   ///< outside of the view's clip region: the element is left as it is
    Undefined, ///< undefined behaviour
  };
  Kind kind = Kind::Undefined;
  /// The coordinate in the tensor before clamping; empty if there is none.
  llvm::SmallVector<int64_t, 5> coordinate;
  /// The arguments of a decode function: the coordinates of the block, and the position within the
  /// block. Only for `Kind::Memory`.
  SpirvTensorLayout::Numbers block;
  SpirvTensorLayout::Numbers inBlock;
  /// The number of elements, or blocks, from the start of the tensor; 32 bits, as in the extension.
  uint32_t index = 0;
};

/// The access to the matrix element at `position`, with or without a view. A view without
/// dimensions has those of the layout's span, and must have as many.
SpirvElement spirvElement(const SpirvTensorLayout &layout, const SpirvTensorView *view,
                          const SpirvPosition &position, bool isStore);

} // namespace ptx

#endif // PTX_TENSOR_FOREIGN_SPIRVTENSOR_H
