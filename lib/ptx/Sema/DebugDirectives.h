// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DEBUGDIRECTIVES_H
#define PTX_SEMA_DEBUGDIRECTIVES_H

#include "ptx/Sema/Gates.h"
#include "ptx/Sema/Symbols.h"

namespace ptx {

/// Checks `.file`, `.loc`, `.section` and `@@DWARF`: indices, source locations and labels that
/// refer to each other, and the data of sections. `symbols`: those of the module. (Manual 11.5)
void checkDebugDirectives(const Module &module, const SymbolTable &symbols,
                          const Platform &platform, GateReport &gates, DiagnosticList &diagnostics);

/// The labels that the `.section`s of a module define, each with the number of its section.
using SectionLabels = llvm::DenseMap<llvm::StringRef, uint32_t>;

/// Checks the `.section`s alone and returns their labels.
SectionLabels checkDebugSections(const Module &module, const SymbolTable &symbols,
                                 GateReport &gates, DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_SEMA_DEBUGDIRECTIVES_H
