// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_NEWERVERSION_H
#define PTX_SEMA_INSTRUCTIONS_NEWERVERSION_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Isa/Platform/Targets.h"

namespace ptx {

/// Turns each error that a later version of PTX could make legal into a warning that says so:
/// unknown instructions, modifiers, directives, types, targets and special registers, and operands
/// that no form takes. `declared`: the version of the module of text `source`, which is newer than
/// `newestVersion`.
void allowForNewer(PtxVersion declared, llvm::StringRef source, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_NEWERVERSION_H
