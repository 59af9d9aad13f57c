// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULEHEADER_H
#define PTX_SEMA_MODULEHEADER_H

#include "ptx/Isa/Targets.h"
#include "ptx/Syntax/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace ptx {

/// What `.version` and `.target` of a module say. (Manual 11.1)
struct ModuleHeader {
  /// None if the module has no `.version` that can be read.
  std::optional<PtxVersion> version;
  SourceRange versionRange;
  /// The target that decides which features there are: the last that is known. None if there is no
  /// such target.
  std::optional<TargetId> target;
  SourceRange targetRange;
  /// Whether double precision is demoted to single precision, so that no target lacks it.
  bool mapF64ToF32 = false;
  /// Whether samplers are named apart from textures. (Manual 9.7.10.1)
  bool independentTextures = false;
};

/// Reads the header of `module`.
ModuleHeader readHeader(const Module &module);

/// What a module is checked for: one `.version` and the targets that all have to accept it.
struct Platform {
  PtxVersion version;
  llvm::SmallVector<TargetId, 1> targets;
  /// Whether the module's own `.version` and `.target` say so, not the user.
  bool versionIsDeclared = true;
  bool targetIsDeclared = true;
  bool mapF64ToF32 = false;
  bool independentTextures = false;
};

} // namespace ptx

#endif // PTX_SEMA_MODULEHEADER_H
