// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_TENSORMAP_H
#define PTX_TENSOR_MAPS_TENSORMAP_H

#include "ptx/Tensor/ElementType.h"
#include "ptx/Tensor/Swizzle.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <utility>

// Tensor maps: the properties of a tensor in global memory and how it is accessed. (Manual 5.5.8,
// CUDA driver API `cuTensorMapEncodeTiled`, `-Im2col`, `-Im2colWide`)

namespace ptx {

enum class MapMode : uint8_t { Tiled, Im2col, Im2colW, Im2colW128 };

/// `tiled`, `im2col`, `im2col_w`, `im2col_w128`
llvm::StringLiteral mapModeName(MapMode mode);
std::optional<MapMode> parseMapMode(llvm::StringRef name);

constexpr bool isIm2col(MapMode mode) { return mode != MapMode::Tiled; }
constexpr bool isWide(MapMode mode) {
  return mode == MapMode::Im2colW || mode == MapMode::Im2colW128;
}

/// Channels in slices of 16 or 32 bytes: NC/8HWC8 and NC/16HWC16. (Manual 5.5.6)
enum class Interleave : uint8_t { None, B16, B32 };

/// `none`, `16B`, `32B`
llvm::StringLiteral interleaveName(Interleave interleave);
std::optional<Interleave> parseInterleave(llvm::StringRef name);

/// A tensor map. Unknown members are empty and are not checked. Dimension 0 is the innermost one;
/// the dimensions of im2col maps are C, W, H, D, N.
struct TensorMap {
  using Numbers = llvm::SmallVector<uint64_t, 5>;
  using Corner = llvm::SmallVector<int64_t, 3>;

  std::optional<MapMode> mode;
  std::optional<ElementType> type;
  std::optional<uint64_t> rank;
  std::optional<Numbers> dims;              ///< sizes in elements
  std::optional<Numbers> strides;           ///< of dimensions 1 to rank-1, in bytes
  std::optional<uint64_t> address;          ///< in global memory
  std::optional<uint64_t> addressAlignment; ///< a guarantee, if the address is unknown
  std::optional<Numbers> box;               ///< tiled: sizes in elements
  std::optional<Numbers> elementStrides;    ///< traversal strides, in elements
  std::optional<Interleave> interleave;
  std::optional<unsigned> swizzleMode;      ///< numbered as for `tensormap.replace`
  std::optional<unsigned> swizzleAtomicity; ///< the same
  std::optional<bool> fillsNan;             ///< OOB-NaN instead of zeros
  std::optional<Corner> lower;              ///< im2col: W, H, D; the wide modes: W
  std::optional<Corner> upper;
  std::optional<uint64_t> channelsPerPixel;
  std::optional<uint64_t> pixelsPerColumn; ///< not used by `Im2colW128`, which has 128

  bool hasMode(bool (*property)(MapMode)) const { return mode && property(*mode); }
  const ElementTypeInfo *typeInfo() const { return type ? &elementTypeInfo(*type) : nullptr; }
  /// The swizzle, if mode and atomicity are known and table 14 has them. A known mode other than
  /// 128B needs no atomicity.
  std::optional<Swizzle> swizzle() const;
  /// The rank, if it is known or follows from the length of an array.
  std::optional<uint64_t> knownRank() const;
  /// The interleaving, if it is known; `none` if the rank allows no other.
  std::optional<Interleave> knownInterleave() const;
  /// The first and last coordinate of the im2col bounding box in dimension W, H or D, numbered from
  /// 0, if they are known; clamped to what 48 bits hold.
  std::optional<std::pair<int64_t, int64_t>> boundingBox(size_t dimension) const;
  /// The elements of the inner dimension of a box: of tiled maps `box[0]`, else `channelsPerPixel`.
  std::optional<uint64_t> innerElements() const;
};

} // namespace ptx

#endif // PTX_TENSOR_MAPS_TENSORMAP_H
