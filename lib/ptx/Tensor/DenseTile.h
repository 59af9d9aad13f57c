// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DENSETILE_H
#define PTX_TENSOR_DENSETILE_H

#include "ptx/Tensor/CanonicalLayout.h"

namespace ptx {

/// The dimension along which consecutive atoms of a tile are adjacent in memory.
enum class AtomOrder : uint8_t {
  MNFirst, ///< as in the manual's examples, and as TMA boxes fill K-major tiles
  KFirst,  ///< as TMA boxes fill MN-major tiles
};

/// A tile to be stored without gaps: `mn` by `k` elements of `elementBits` bits.
struct TileRequest {
  MatrixUnit unit;
  Major major;
  Swizzle swizzle;
  unsigned elementBits;
  uint64_t mn;
  uint64_t k;
  AtomOrder order = AtomOrder::MNFirst;
};

/// The layout of a tile in shared memory.
struct DenseTile {
  /// The whole tile in elements, before swizzling.
  CuteLayout layout;
  /// The swizzle atom, in elements.
  uint64_t atomMn;
  uint64_t atomK;
  /// The byte offsets for the descriptor. LBO is 16, encoded as 1, where it is not used.
  uint64_t leadingBytes;
  uint64_t strideBytes;
  bool leadingIsUsed;
  /// The number of instructions, of 32 bytes along K each, that one atom of a swizzled K-major tile
  /// holds; 1 for other tiles.
  unsigned stepsPerAtom;
  /// The advance of the start address, in bytes, after `stepsPerAtom` instructions along K.
  uint64_t atomStepBytes;
  /// The size of the tile in bytes.
  uint64_t bytes;

  /// The offset to add to the start address, in bytes, for instruction `step` along K. The
  /// descriptor contains a sixteenth of it. The base offset does not change.
  uint64_t startAdvance(uint64_t step) const {
    return step / stepsPerAtom * atomStepBytes + step % stepsPerAtom * 32;
  }
};

/// The tile that `request` describes, made of whole atoms. Fails if there is no such atom, if the
/// shape is not a multiple of the atom's, or if the tile is beyond the 256 KiB that a descriptor
/// can address.
llvm::Expected<DenseTile> denseTile(const TileRequest &request);

} // namespace ptx

#endif // PTX_TENSOR_DENSETILE_H
