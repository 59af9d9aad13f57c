// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_DECLARATIONS_H
#define PTX_SEMA_DECLARATIONS_H

#include "ptx/Sema/Symbols.h"
#include "ptx/Syntax/Module.h"

namespace ptx {

/// Declares the names of one variable declaration, or of one parameter. (Manual 5.4)
void declareVariable(const SyntaxUnit &unit, const Variable &variable, ParameterKind parameter,
                     SymbolTable &symbols);

/// Declares the parameters of `function` for its body. (Manual 7.1)
void declareParameters(const SyntaxUnit &unit, const Function &function, SymbolTable &symbols);

/// Declares the names of one statement of a body: variables, or a label. (Manual 5.4, 9.7.12, 11.3)
void declareStatement(const SyntaxUnit &unit, const Stmt &stmt, SymbolTable &symbols);

/// The variables and functions of `module`, in the order of the source: what a body can use is what
/// stands before it. (Manual 5.4, 11.2)
SymbolTable collectModuleSymbols(const Module &module);

} // namespace ptx

#endif // PTX_SEMA_DECLARATIONS_H
