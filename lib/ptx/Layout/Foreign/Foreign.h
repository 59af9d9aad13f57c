// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_FOREIGN_FOREIGN_H
#define PTX_LAYOUT_FOREIGN_FOREIGN_H

#include "ptx/Layout/Options.h"
#include "ptx/Layout/Report.h"
#include "ptx/Tensor/Foreign/EquivalentMap.h"

// Common parts of the commands for other addressing models.

namespace ptx {

/// An element type with the name from the command line.
struct ForeignType {
  std::string name;
  ElementType element;

  uint64_t bytes() const { return elementTypeInfo(element).globalBytes(1); }
};

/// The required option --type of `command`: a byte-sized type of tensor maps, or a signed integer
/// whose unsigned type they have.
llvm::Expected<ForeignType> foreignType(const LayoutOptions &options, llvm::StringRef command);

/// Reports whether there is an equivalent tensor map. With --to-tensormap, prints only the map, or
/// the reason why there is none.
void addEquivalentMap(const LayoutOptions &options, const EquivalentMap &map, LayoutReport &report);

} // namespace ptx

#endif // PTX_LAYOUT_FOREIGN_FOREIGN_H
