// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_TENSORACCESS_H
#define PTX_TENSOR_MAPS_TENSORACCESS_H

#include "ptx/Tensor/Maps/TensorMap.h"
#include "ptx/Tensor/Violation.h"

namespace ptx {

/// The `.load_mode` of a tensor copy; for stores `.im2col_no_offs` is `Im2col`, and with `::w` it
/// is `Im2colW`.
enum class LoadMode : uint8_t { Tile, Gather4, Scatter4, Im2col, Im2colW, Im2colW128 };

/// `.tile::gather4`, `.im2col::w`
llvm::StringLiteral loadModeName(LoadMode mode);

/// The access mode for maps of `mode`; `.tile` for tiled maps.
LoadMode loadModeOf(MapMode mode);

/// The operation of a tensor instruction.
enum class TensorAccessKind : uint8_t {
  Load,     ///< `cp.async.bulk.tensor`, global to shared
  Store,    ///< the same, shared to global
  Reduce,   ///< `cp.reduce.async.bulk.tensor`
  Prefetch, ///< `cp.async.bulk.prefetch.tensor`
};

/// An instruction that uses a tensor map. Operands that are not constants are empty.
struct TensorAccess {
  using Values = llvm::SmallVector<std::optional<int64_t>, 5>;

  TensorAccessKind kind = TensorAccessKind::Load;
  LoadMode mode = LoadMode::Tile;
  unsigned rank = 1;         ///< `.1d` to `.5d`
  Values coordinates;        ///< `tensorCoords`: column and four rows for gather4 and scatter4
  Values offsets;            ///< im2col: offsets W, H, D; the wide modes: wHalo, wOffset
  llvm::StringRef reduction; ///< the operation of `Reduce`: `add`, `min`
  std::optional<uint64_t> sharedAddress; ///< of the tile
  /// Whether the target stores rows of 64 elements of `b6p2x16`, as sm_103a and the family of
  /// sm_107f do.
  std::optional<bool> storesHalfRows;
  std::optional<bool> isOf107; ///< of the family of sm_107f
  std::optional<bool> isSm120a;
};

/// The mode in the spelling of the instruction, such as `.im2col_no_offs::w` for a store.
llvm::StringLiteral loadModeName(const TensorAccess &access);

/// All violations by the use of `map` in `access`: T023 to T025, T045, T051, T052, T055 to T060,
/// T070 to T076, T079, T083 to T085, T088. Violations of the map itself are found by
/// `checkTensorMap`.
Violations checkTensorAccess(const TensorMap &map, const TensorAccess &access);

/// The number of bytes of shared memory that `access` fills or reads, as counted by `complete_tx`,
/// including elements out of bounds (assumption A4). None if a member of the map or wHalo is
/// unknown.
std::optional<uint64_t> tensorAccessBytes(const TensorMap &map, const TensorAccess &access);

} // namespace ptx

#endif // PTX_TENSOR_MAPS_TENSORACCESS_H
