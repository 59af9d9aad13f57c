// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TENSOR_MAPS_TENSORMAPFILE_H
#define PTX_TENSOR_MAPS_TENSORMAPFILE_H

#include "ptx/Tensor/Maps/TensorMap.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/JSON.h"

#include <string>
#include <vector>

// Descriptions of the tensor maps that kernels use; docs/guide/tensor-maps.md has their members.

namespace ptx {

/// A map of a file, with its name.
struct NamedTensorMap {
  std::string name;
  TensorMap map;
};

/// The location of a tensor map.
struct TensorMapPlace {
  /// The size of a tensor map in bytes.
  static constexpr uint64_t bytes = 128;

  /// A variable or parameter, a register, or the number of a parameter from 0.
  std::string name;
  /// The offset in bytes; none for a map or an array of equal maps.
  std::optional<uint64_t> offset;

  bool covers(std::optional<int64_t> at) const {
    return offset ? at == static_cast<int64_t>(*offset) : !at || *at % int64_t(bytes) == 0;
  }
};

/// Parses a location: `tmap`, `params+128` in bytes, or `tmaps[2]` in units of `unit` bytes. None
/// if `text` is malformed.
std::optional<TensorMapPlace> parseTensorMapPlace(llvm::StringRef text,
                                                  uint64_t unit = TensorMapPlace::bytes);

/// The description of a shared variable that tensor copies fill or read, or of the tile of a matrix
/// descriptor.
struct DescribedTile {
  std::string map;                ///< the name of the tensor map of the copies; empty if unknown
  std::optional<uint64_t> stages; ///< the parts of a ring buffer
  std::optional<uint64_t> stageBytes; ///< the size of each
  std::optional<uint64_t> base;       ///< the shared address, possibly modulo 1024
};

/// The tile described by the object `value`. Fails with a `DescriptionError`.
llvm::Expected<DescribedTile> parseDescribedTile(const llvm::json::Value &value);

/// The description of a kernel in a file.
struct DescribedKernel {
  struct Map {
    TensorMapPlace place;
    size_t map; ///< index into `TensorMapFile::maps`
  };
  struct Tile {
    std::string symbol;
    DescribedTile tile;
  };

  std::string name;
  std::vector<Map> parameters;
  std::vector<Map> globals;
  std::vector<Tile> tiles;
  /// The CTAs of a cluster and the threads of a CTA, in x, y and z.
  std::optional<TensorMap::Numbers> cluster;
  std::optional<TensorMap::Numbers> block;
};

/// A file of descriptions.
struct TensorMapFile {
  std::vector<NamedTensorMap> maps; ///< in the order of their names
  std::vector<DescribedKernel> kernels;
};

/// Reads a file: `{"version": 1, "maps": {...}, "kernels": {...}}`, or one map alone, whose name is
/// empty. Fails with a `TextError` for malformed JSON, an unknown member, an invalid value, and a
/// kernel's map that the file does not contain.
llvm::Expected<TensorMapFile> parseTensorMapFile(llvm::StringRef text);

} // namespace ptx

#endif // PTX_TENSOR_MAPS_TENSORMAPFILE_H
