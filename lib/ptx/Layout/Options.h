// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_OPTIONS_H
#define PTX_LAYOUT_OPTIONS_H

#include "ptx/Tensor/CanonicalLayout.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <vector>

// What a user of `ptx-layout` gives a command, and how it is read. Each function fails with a text
// for the user; the names of options in these texts have their dashes.

namespace ptx {

/// The options of `ptx-layout`, under their names: texts as they were written, and flags.
struct LayoutOptions {
  using Value = std::optional<llvm::StringRef>;

  Value arch, major, swizzle, atom, base, type, shape, order, pitch;
  Value start, lbo, sbo, base_offset;
  Value kind, cta_group;
  Value map, dims, box, coords, offsets;
  Value clamp, view;
  Value npus, npu_bytes, placement, pack, strides, width;
  bool gather4 = false;
  bool store = false;
  bool to_tensormap = false;
  bool ws = false;
  bool sparse = false;
};

/// The words after the name of a command.
using LayoutWords = llvm::ArrayRef<llvm::StringRef>;

/// The architectures that take descriptors.
struct LayoutTarget {
  llvm::StringLiteral name;
  MatrixUnit unit;
  bool isSm103a;
  bool hasK96;  ///< of `.kind::mxf4`
  bool isOf107; ///< of the family of sm_107f
};

/// The target that --arch names, if it is there.
llvm::Expected<std::optional<LayoutTarget>> layoutTarget(const LayoutOptions &options);

/// `text` as a number, decimal or with `0x`; `what` names it if it is none.
llvm::Expected<uint64_t> layoutNumber(llvm::StringRef what, llvm::StringRef text);
/// The value of an option as such a number, or `otherwise`.
llvm::Expected<uint64_t> layoutNumber(LayoutOptions::Value value, llvm::StringRef name,
                                      uint64_t otherwise);

/// --major, if it is there.
std::optional<Major> layoutMajor(const LayoutOptions &options);

/// The error for a type that is none of matrices.
llvm::Error unknownMatrixType(llvm::StringRef name);

/// The numbers of `text`, `2,-1`; `name` says where they were written.
llvm::Expected<std::vector<int64_t>> layoutNumbers(llvm::StringRef name, llvm::StringRef text);
/// The numbers of the option `name`, of which there have to be `count`.
llvm::Expected<std::vector<int64_t>> layoutList(LayoutOptions::Value value, llvm::StringRef name,
                                                size_t count);

/// The value of an option that `command` cannot do without.
llvm::Expected<llvm::StringRef> neededOption(LayoutOptions::Value value, llvm::StringRef command,
                                             llvm::StringRef name);
/// The extents of `text`, `64x128`, each from 1 to 2^20; as many as `form`, `MNxK`, has.
llvm::Expected<std::vector<uint64_t>> layoutShape(llvm::StringRef text, llvm::StringRef form);

/// A tile of a matrix in shared memory, as `--type`, `--shape`, `--swizzle` and `--atom` describe
/// it.
struct TileOptions {
  uint64_t mn;
  uint64_t k;
  unsigned elementBits;
  Swizzle swizzle;
};

/// Reads them for `command`, which needs the first two.
llvm::Expected<TileOptions> layoutTile(const LayoutOptions &options, llvm::StringRef command);

/// The one word that `command` takes; `what` says what it is.
llvm::Expected<llvm::StringRef> onlyWord(LayoutWords words, llvm::StringRef command,
                                         llvm::StringRef what);

} // namespace ptx

#endif // PTX_LAYOUT_OPTIONS_H
