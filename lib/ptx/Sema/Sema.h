// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_SEMA_H
#define PTX_SEMA_SEMA_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace ptx {

/// The options of a check. Some replace declarations of the module.
struct SemaOptions {
  /// Replaces `.version`. A statement list has none; its default is the newest version.
  std::optional<PtxVersion> version;
  /// Replaces `.target`: the module must be legal for all of them. Empty: as declared.
  llvm::SmallVector<TargetId, 1> targets;
  /// The consumer that must accept the module, if any.
  Consumer consumer = {};
  /// The target for which code is generated from the module, if any.
  std::optional<TargetId> gpu = {};
  /// Whether addresses have 64 bits if there is no `.address_size`, as in a statement list.
  bool wideAddresses = false;
  /// Whether a statement list declares all its names, as a function does. Otherwise others can be
  /// declared around it.
  bool declaresNames = false;
  /// Whether constant expressions have the values of `ptxas` instead of the manual's.
  bool ptxasCompat = false;
  /// Whether to record the requirements of the module on its version and target in
  /// `SemaResult::needs`, instead of checking them.
  bool recordsUses = false;
  /// Whether to report modifiers that are not in the manual's order. Off by default, since
  /// compilers write thousands of them.
  bool reportsOrder = true;
};

/// `options` for a check that records the uses of a module, regardless of their platform.
SemaOptions recordingUses(SemaOptions options);

} // namespace ptx

#endif // PTX_SEMA_SEMA_H
