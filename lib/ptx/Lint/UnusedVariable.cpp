// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/SymbolUses.h"

using namespace ptx;

/// A variable in memory that no instruction names, no initializer, and no other module can.
/// (Manual 5.4)
void ptx::checkUnusedVariable(ModuleLintContext &context) {
  auto report = [&](const SymbolTable &symbols, const llvm::BitVector &used) {
    for (auto [i, symbol] : llvm::enumerate(symbols.all()))
      if (symbol.isMemory() && symbol.parameter == ParameterKind::None &&
          symbol.linkage == Linkage::None && !used.test(static_cast<unsigned>(i)))
        context.diagnostics.emit(diag::UnusedVariable{.range = symbol.range, .name = symbol.name});
  };
  for (const auto &body : context.checked.bodies)
    if (body)
      report(body->scope.symbols(), usedSymbols(body->scope));
  report(context.checked.tables->symbols, usedModuleSymbols(context.module, context.checked));
}
