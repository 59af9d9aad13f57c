// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_FOREIGN_FOREIGN_H
#define PTX_LAYOUT_FOREIGN_FOREIGN_H

#include "ptx/Layout/Options.h"
#include "ptx/Layout/Report.h"
#include "ptx/Tensor/Foreign/EquivalentMap.h"

// What the commands for other addressing models have in common.

namespace ptx {

/// An element type by the name that the user gave.
struct ForeignType {
  std::string name;
  ElementType element;

  uint64_t bytes() const { return elementTypeInfo(element).globalBytes(1); }
};

/// --type, which `command` needs: a type of whole bytes that tensor maps have, or a signed integer
/// for which they have the unsigned one.
llvm::Expected<ForeignType> foreignType(const LayoutOptions &options, llvm::StringRef command);

/// Says whether there is a tensor map; with --to-tensormap only prints it, or what it lacks.
void addEquivalentMap(const LayoutOptions &options, const EquivalentMap &map, LayoutReport &report);

} // namespace ptx

#endif // PTX_LAYOUT_FOREIGN_FOREIGN_H
