// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_ALIASES_H
#define PTX_SEMA_MODULE_ALIASES_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Names/Symbols.h"
#include "ptx/Sema/Platform/Gates.h"
#include "ptx/Syntax/Tree/Module.h"

namespace ptx {

/// Checks the `.alias` directives of a module: both names are functions with the same prototype,
/// the first without a body, the second neither weak nor external. (Manual 11.2.3)
void checkAliases(const Module &module, const SymbolTable &symbols, DiagnosticList &diagnostics,
                  GateReport &gates);

} // namespace ptx

#endif // PTX_SEMA_MODULE_ALIASES_H
