// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_UNUSED_SYMBOLUSES_H
#define PTX_LINT_UNUSED_SYMBOLUSES_H

#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/BitVector.h"

namespace ptx {

/// The symbols of a body, by index, that its instructions and initializers name.
llvm::BitVector usedSymbols(const BodyScope &scope);

/// The same for the symbols of a module that its bodies and its other declarations name.
llvm::BitVector usedModuleSymbols(const ModuleLintContext &context);

/// Records the symbols of the module that `scope` names. `withOthers`: also names of its variables
/// that refer to something else.
void addSymbolUses(const BodyScope &scope, bool withOthers, BodySummary &summary);

/// Adds the names in the lists and the debug data of `unit`.
void addDirectiveNames(const SyntaxUnit &unit, llvm::StringSet<> &names);

} // namespace ptx

#endif // PTX_LINT_UNUSED_SYMBOLUSES_H
