// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_SEMA_H
#define PTX_SEMA_SEMA_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Sema/SemaResult.h"
#include "ptx/Support/Workers.h"
#include "ptx/Syntax/Tree/Module.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace ptx {

/// What a module is to be checked for in place of what it declares.
struct SemaOptions {
  /// In place of `.version`. A statement list has none: it is of the newest, unless this says it.
  std::optional<PtxVersion> version;
  /// In place of `.target`: the module must be legal for all of them. Empty: as declared.
  llvm::SmallVector<TargetId, 1> targets;
  /// What has to accept the module, if anything.
  Consumer consumer = {};
  /// The target for which code is to be made of the module, if any.
  std::optional<TargetId> gpu = {};
  /// Whether addresses have 64 bits where no `.address_size` says it, as in a statement list.
  bool wideAddresses = false;
  /// Whether a constant expression has the value that `ptxas` gives it, not the manual's.
  bool ptxasCompat = false;
  /// Whether to record what the module needs of its version and target, instead of checking whether
  /// they have it: `SemaResult::needs`.
  bool recordsUses = false;
  /// Whether to report modifiers that are not in the manual's order. The report is off by default,
  /// and compilers write thousands of them.
  bool reportsOrder = true;
};

/// `options` for a check that records what a module uses, whatever platform they name.
SemaOptions recordingUses(SemaOptions options);

/// Checks the meaning of `module`: header, declarations, names, instructions, their operands,
/// versions and targets. `workers` share the bodies, if there are any; what comes out does not
/// depend on their number. (Manual 4.3 to 11)
SemaResult checkModule(const Module &module, const SemaOptions &options,
                       DiagnosticList &diagnostics, Workers *workers = nullptr);

} // namespace ptx

#endif // PTX_SEMA_SEMA_H
