// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_MAPS_H
#define PTX_LAYOUT_MAPS_H

#include "ptx/Layout/Options.h"
#include "ptx/Tensor/Maps/TensorMapFile.h"

namespace ptx {

/// Whether --dims or --box describes a map, instead of a file.
bool describesMap(const LayoutOptions &options);

/// The maps of the file that is the only word after `command`: JSON, or a PTX file with comments.
/// Without a word, the one that --type, --dims, --box, --strides, --swizzle and --atom describe: a
/// tiled map with traversal strides of 1, not interleaved, packed unless there are --strides.
llvm::Expected<std::vector<NamedTensorMap>> layoutMaps(const LayoutOptions &options,
                                                       LayoutWords words, llvm::StringRef command);

/// The map named by --map, or the only one.
llvm::Expected<NamedTensorMap> layoutMapNamed(const LayoutOptions &options, LayoutWords words,
                                              llvm::StringRef command);

/// The swizzle of `map`. If its atomicity is unknown, that of the driver's name.
std::optional<Swizzle> assumedSwizzle(const TensorMap &map);

} // namespace ptx

#endif // PTX_LAYOUT_MAPS_H
