// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_DENSETILE_H
#define PTX_TENSOR_DENSETILE_H

#include "ptx/Tensor/CanonicalLayout.h"

namespace ptx {

/// In which direction the atoms of a tile follow each other first.
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

/// How a tile lies in shared memory.
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
  /// How many instructions' worth of K, 32 bytes each, are in one atom of a swizzled K-major tile;
  /// 1 in all others.
  unsigned stepsPerAtom;
  /// How far the start address advances, in bytes, after `stepsPerAtom` instructions along K.
  uint64_t atomStepBytes;
  /// All bytes of the tile.
  uint64_t bytes;

  /// What to add to the start address, in bytes, for instruction `step` along K. The descriptor
  /// takes a sixteenth of it. The base offset stays as it is.
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
