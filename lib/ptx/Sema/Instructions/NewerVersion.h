// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_NEWERVERSION_H
#define PTX_SEMA_INSTRUCTIONS_NEWERVERSION_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Isa/Platform/Targets.h"

namespace ptx {

/// Turns each error that may be legal in a later version of PTX into a warning with this
/// explanation: unknown instructions, modifiers, directives, types, targets and special registers,
/// and operands that match no form. `declared`: the version of the module with the text `source`,
/// which is newer than `newestVersion`.
void allowForNewer(PtxVersion declared, llvm::StringRef source, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_NEWERVERSION_H
