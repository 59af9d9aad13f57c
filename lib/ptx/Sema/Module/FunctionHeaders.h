// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_FUNCTIONHEADERS_H
#define PTX_SEMA_MODULE_FUNCTIONHEADERS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Sema/Platform/Gates.h"
#include "ptx/Syntax/Parse/FunctionHeader.h"

namespace ptx {

/// Checks the header of a function or of a `.callprototype`: the state spaces of parameters, which
/// of them can omit a size or a name, and the directives. (Manual 11.2, 11.3.3, 11.4)
void checkFunctionHeader(const FunctionHeader &header, DiagnosticList &diagnostics,
                         GateReport &gates);

/// Checks the requirements of a declaration outside of bodies: `.ptr` requires a version, and a
/// sampler requires the independent texturing mode. `isRead`: whether `ptxas` looks for samplers in
/// the declaration. It does not in parameters of functions and of entries without a body, nor does
/// it check arrays of samplers. (Manual 5.1.6.2, 5.3)
void checkNeeds(const SyntaxUnit &unit, const Variable &variable, bool isRead,
                DiagnosticList &diagnostics, GateReport &gates);

/// Whether the parameters of a function are checked together with its body, since their findings
/// and requirements belong to the entry.
bool isCheckedWithBody(const SyntaxUnit &unit, const Function &function);

/// Checks the linkage of the symbols of a module against its version and target. (Manual 11.6)
void checkLinkage(const SymbolTable &symbols, GateReport &gates);

} // namespace ptx

#endif // PTX_SEMA_MODULE_FUNCTIONHEADERS_H
