// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Unused/SymbolUses.h"

using namespace ptx;

/// Reports a parameter that its function does not name. (Manual 7.1)
void ptx::checkUnusedParameter(BodyLintContext &context) {
  llvm::BitVector used = usedSymbols(context.scope);
  for (auto [i, symbol] : llvm::enumerate(context.scope.symbols().all()))
    if (symbol.parameter != ParameterKind::None && symbol.name != "_" &&
        !used.test(static_cast<unsigned>(i)))
      context.diagnostics.emit(diag::UnusedParameter{.range = symbol.range, .name = symbol.name});
}
