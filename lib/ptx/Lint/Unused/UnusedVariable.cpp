// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Unused/GeneratedNames.h"
#include "ptx/Lint/Unused/SymbolUses.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Reports the variables in memory that are not in `used` and not visible to other modules, except
/// those of compilers and headers.
static void reportUnused(const SymbolTable &symbols, const llvm::BitVector &used,
                         DiagnosticList &diagnostics) {
  for (auto [i, symbol] : llvm::enumerate(symbols.all()))
    if (symbol.isMemory() && symbol.parameter == ParameterKind::None &&
        symbol.linkage == Linkage::None && !used.test(static_cast<unsigned>(i)) &&
        !isGeneratedVariable(symbol.name))
      diagnostics.emit(diag::UnusedVariable{.range = symbol.range, .name = symbol.name});
}

/// Reports a variable in memory that no instruction and no initializer names. A declaration in a
/// statement list can be for later code. (Manual 5.4)
void ptx::checkUnusedVariable(BodyLintContext &context) {
  if (context.function)
    reportUnused(context.scope.symbols(), usedSymbols(context.scope), context.diagnostics);
}

/// The same check outside of bodies.
void ptx::checkUnusedVariable(ModuleLintContext &context) {
  reportUnused(context.tables.symbols, usedModuleSymbols(context), context.diagnostics);
}
