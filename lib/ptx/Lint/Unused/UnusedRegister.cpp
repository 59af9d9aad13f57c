// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Unused/GeneratedNames.h"
#include "ptx/Lint/Unused/SymbolUses.h"

using namespace ptx;

/// Reports register declarations that no instruction uses, except those that compilers always
/// generate. (Manual 5.1.1)
void ptx::checkUnusedRegister(BodyLintContext &context) {
  llvm::BitVector used = usedSymbols(context.scope);
  for (auto [i, symbol] : llvm::enumerate(context.scope.symbols().all()))
    if (symbol.isRegister() && !used.test(static_cast<unsigned>(i)) &&
        !isGeneratedRegister(symbol.name))
      context.diagnostics.emit(diag::UnusedRegister{.range = symbol.range, .name = symbol.name});
}
