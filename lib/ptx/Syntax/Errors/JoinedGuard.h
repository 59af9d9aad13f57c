// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_ERRORS_JOINEDGUARD_H
#define PTX_SYNTAX_ERRORS_JOINEDGUARD_H

#include "ptx/Diagnostics/DiagnosticList.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// Reports a missing blank if `name`, which follows `@` at `range`, is a name that fulfils
/// `isGuard`, joined with an opcode, as in `@%p1bra DONE;`. Returns true if it reported an error.
/// Uses the longest matching opcode.
bool reportJoinedGuard(llvm::StringRef name, SourceRange range,
                       llvm::function_ref<bool(llvm::StringRef guard)> isGuard,
                       DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SYNTAX_ERRORS_JOINEDGUARD_H
