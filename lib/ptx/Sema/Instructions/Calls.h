// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_CALLS_H
#define PTX_SEMA_INSTRUCTIONS_CALLS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Names/BodyScope.h"

namespace ptx {

/// Compares the results and arguments of a `call` with the prototype of its target: a function, the
/// functions of `.calltargets` or of a table, or a `.callprototype`. Precondition: the operands are
/// of the right kinds. Returns whether they match. `isCompiled`: whether code is generated for the
/// call by the calling convention. (Manual 7.1, 9.7.12.5)
bool checkCall(const BodyScope &scope, const Instruction &inst, bool isCompiled,
               DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_CALLS_H
