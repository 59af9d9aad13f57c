// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_MODULEHEADER_H
#define PTX_SEMA_MODULE_MODULEHEADER_H

#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace ptx {

/// The contents of `.version` and `.target` of a module. (Manual 11.1)
struct ModuleHeader {
  /// None if the module has no valid `.version`.
  std::optional<PtxVersion> version;
  SourceRange versionRange;
  /// The target that determines the available features: the last one. None if a word of the list is
  /// unknown, or none is a target.
  std::optional<TargetId> target;
  SourceRange targetRange;
  /// Whether double precision is demoted to single precision, so that no target lacks it.
  bool mapF64ToF32 = false;
  /// Whether samplers are named separately from textures. (Manual 9.7.10.1)
  bool independentTextures = false;
  /// Whether addresses are declared to have 64 bits. (Manual 11.1.3)
  bool wideAddresses = false;
};

/// Reads the header of `module`.
ModuleHeader readHeader(const Module &module);

/// The number of a target that `ptxas` supports but the manual does not contain.
inline constexpr llvm::StringLiteral undocumentedTarget = "82";

/// The target that a word in a `.target` list names: `sm_90`, or `compute_90`, which means the
/// same; `sm_80` for `sm_82`. (Manual 11.1.2)
std::optional<TargetId> targetNamed(llvm::StringRef word);

/// Whether `version` exists, or may be a future version.
bool isVersion(PtxVersion version);

/// The platform of a check: one `.version`, and the targets, all of which must support the module.
struct Platform {
  PtxVersion version;
  llvm::SmallVector<TargetId, 1> targets;
  /// Whether they come from the module's own `.version` and `.target`, not from the user.
  bool versionIsDeclared = true;
  bool targetIsDeclared = true;
  bool mapF64ToF32 = false;
  bool independentTextures = false;
  bool wideAddresses = false;
  /// The consumer that must accept the module, and the target for which code is generated, if any.
  Consumer consumer;
  std::optional<TargetId> gpu;
  /// The version that the module declares, if it is newer than `newestVersion`. It may have unknown
  /// instructions.
  std::optional<PtxVersion> newer;

  /// The release whose `ptxas` must accept the module.
  ReleaseNumber release() const { return consumer.ptxas(); }

  /// Whether the consumer reads PTX of `of`. Without one, every version is read.
  bool isRead(PtxVersion of) const { return !consumer || of <= consumer.release->version; }
};

} // namespace ptx

#endif // PTX_SEMA_MODULE_MODULEHEADER_H
