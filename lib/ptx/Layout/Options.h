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

// Options and arguments of the commands of `ptx-layout`. Each function fails with a message for the
// user; names of options in these messages have their dashes.

namespace ptx {

/// The options of `ptx-layout` by name: texts as written, and flags.
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

/// Sets the option `name`, which has no dashes, as the command line calls it; a flag is set by "1".
/// Returns whether the option exists. `options` refers to `value`.
bool setLayoutOption(LayoutOptions &options, llvm::StringRef name, llvm::StringRef value);

/// The words after the name of a command.
using LayoutWords = llvm::ArrayRef<llvm::StringRef>;

/// The architectures with descriptors.
struct LayoutTarget {
  llvm::StringLiteral name;
  MatrixUnit unit;
  bool isSm103a;
  bool hasK96;  ///< of `.kind::mxf4`
  bool isOf107; ///< of the family of sm_107f
};

/// The target named by --arch, if given.
llvm::Expected<std::optional<LayoutTarget>> layoutTarget(const LayoutOptions &options);

/// Parses `text` as a number, decimal or with `0x`; `what` names it in the error.
llvm::Expected<uint64_t> layoutNumber(llvm::StringRef what, llvm::StringRef text);
/// The value of an option as such a number, or `otherwise`.
llvm::Expected<uint64_t> layoutNumber(LayoutOptions::Value value, llvm::StringRef name,
                                      uint64_t otherwise);

/// The value of --major, if given.
std::optional<Major> layoutMajor(const LayoutOptions &options);

/// The error for a type that matrices cannot have.
llvm::Error unknownMatrixType(llvm::StringRef name);

/// The numbers of `text`, such as `2,-1`; `name` is their origin for errors.
llvm::Expected<std::vector<int64_t>> layoutNumbers(llvm::StringRef name, llvm::StringRef text);
/// The numbers of the option `name`, which must be `count` many.
llvm::Expected<std::vector<int64_t>> layoutList(LayoutOptions::Value value, llvm::StringRef name,
                                                size_t count);

/// The value of a required option of `command`.
llvm::Expected<llvm::StringRef> neededOption(LayoutOptions::Value value, llvm::StringRef command,
                                             llvm::StringRef name);
/// The extents of `text`, such as `64x128`, each from 1 to 2^20; as many as in `form`, such as
/// `MNxK`.
llvm::Expected<std::vector<uint64_t>> layoutShape(llvm::StringRef text, llvm::StringRef form);

/// A tile of a matrix in shared memory, as `--type`, `--shape`, `--swizzle` and `--atom` describe
/// it.
struct TileOptions {
  uint64_t mn;
  uint64_t k;
  unsigned elementBits;
  Swizzle swizzle;
};

/// Reads them for `command`. The first two are required.
llvm::Expected<TileOptions> layoutTile(const LayoutOptions &options, llvm::StringRef command);

/// The only argument of `command`; `what` describes it in the error.
llvm::Expected<llvm::StringRef> onlyWord(LayoutWords words, llvm::StringRef command,
                                         llvm::StringRef what);

} // namespace ptx

#endif // PTX_LAYOUT_OPTIONS_H
