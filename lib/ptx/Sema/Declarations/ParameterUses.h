// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_PARAMETERUSES_H
#define PTX_SEMA_DECLARATIONS_PARAMETERUSES_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Names/BodyScope.h"
#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// Whether `checkParameterUse` applies to instructions with the opcode.
bool canUseParameter(Action action);

/// Checks the use of a variable in `.param` by an instruction: parameters are read, results are
/// written, and not all of them have an address. Entries have no address in some versions either.
/// `inEntry`: whether the body is that of an entry. Returns whether the use is legal.
/// (Manual 5.1.6, 6.4.4)
bool checkParameterUse(const BodyScope &scope, bool inEntry, const Instruction &inst,
                       const InstrView &view, DiagnosticList &diagnostics, GateReport &gates);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_PARAMETERUSES_H
