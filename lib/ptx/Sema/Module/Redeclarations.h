// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_MODULE_REDECLARATIONS_H
#define PTX_SEMA_MODULE_REDECLARATIONS_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Names/Symbols.h"

namespace ptx {

/// Checks the names of a module that are declared more than once: the combinations of linkage, and
/// that prototypes and types are the same. Names of special registers are reserved. (Manual 5.4,
/// 10, 11.2, 11.6)
/// `lostBraces`: the offset from which on the text of the module may lack braces.
void checkRedeclarations(const SymbolTable &symbols, uint32_t lostBraces,
                         DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_MODULE_REDECLARATIONS_H
