// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_PARAMETERUSES_H
#define PTX_SEMA_DECLARATIONS_PARAMETERUSES_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Names/BodyScope.h"
#include "ptx/Sema/Platform/Gates.h"

namespace ptx {

/// Whether instructions with the opcode are what `checkParameterUse` is about.
bool canUseParameter(Opcode opcode);

/// Checks what an instruction does with a variable in `.param`: parameters are read and results
/// written, and not all have an address; nor has an entry in each version. Returns whether it can.
/// (Manual 5.1.6, 6.4.4)
bool checkParameterUse(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                       DiagnosticList &diagnostics, GateReport &gates);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_PARAMETERUSES_H
