// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_MODULEHEADER_H
#define PTX_SEMA_MODULE_MODULEHEADER_H

#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace ptx {

/// What `.version` and `.target` of a module say. (Manual 11.1)
struct ModuleHeader {
  /// None if the module has no `.version` that can be read.
  std::optional<PtxVersion> version;
  SourceRange versionRange;
  /// The target that decides which features there are: the last. None if a word of the list is not
  /// known, or none is a target.
  std::optional<TargetId> target;
  SourceRange targetRange;
  /// Whether double precision is demoted to single precision, so that no target lacks it.
  bool mapF64ToF32 = false;
  /// Whether samplers are named apart from textures. (Manual 9.7.10.1)
  bool independentTextures = false;
  /// Whether addresses are declared to have 64 bits. (Manual 11.1.3)
  bool wideAddresses = false;
};

/// Reads the header of `module`.
ModuleHeader readHeader(const Module &module);

/// The number of a target that `ptxas` has and the manual has not.
inline constexpr llvm::StringLiteral undocumentedTarget = "82";

/// The target that a word in a `.target` list names: `sm_90`, or `compute_90`, which means the
/// same; `sm_80` for `sm_82`. (Manual 11.1.2)
std::optional<TargetId> targetNamed(llvm::StringRef word);

/// The other words that a `.target` list can have. (Manual 11.1.2)
enum class TargetOption : uint8_t { UnifiedTextures, IndependentTextures, Debug, MapF64ToF32 };
std::optional<TargetOption> targetOptionNamed(llvm::StringRef word);

/// Whether `version` is one that there is, or may be one that is not known yet.
bool isVersion(PtxVersion version);

/// What a module is checked for: one `.version` and the targets that all have to accept it.
struct Platform {
  PtxVersion version;
  llvm::SmallVector<TargetId, 1> targets;
  /// Whether the module's own `.version` and `.target` say so, not the user.
  bool versionIsDeclared = true;
  bool targetIsDeclared = true;
  bool mapF64ToF32 = false;
  bool independentTextures = false;
  bool wideAddresses = false;
  /// What has to accept the module, and the target for which code is made of it, if there are any.
  Consumer consumer;
  std::optional<TargetId> gpu;
  /// The version that the module declares, if it is newer than `newestVersion`: there may be more
  /// instructions than are known.
  std::optional<PtxVersion> newer;

  /// The release whose `ptxas` has to accept the module.
  ReleaseNumber release() const { return consumer.ptxas(); }
};

} // namespace ptx

#endif // PTX_SEMA_MODULE_MODULEHEADER_H
