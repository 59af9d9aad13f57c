// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Unused/GeneratedNames.h"
#include "ptx/Lint/Unused/SymbolUses.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Reports a label that is not the target of a branch, and is in no list of labels and no debug
/// data. In a statement list, later code may branch to it. Compiler-generated labels are skipped.
/// (Manual 9.7.12)
void ptx::checkUnusedLabel(BodyLintContext &context) {
  if (!context.function)
    return;
  llvm::StringSet<> ofBody;
  addDirectiveNames(context.unit, ofBody);
  llvm::BitVector used = usedSymbols(context.scope);
  for (auto [i, symbol] : llvm::enumerate(context.scope.symbols().all()))
    if (symbol.kind == SymbolKind::Label && !used.test(static_cast<unsigned>(i)) &&
        !isGeneratedLabel(symbol.name) && !ofBody.contains(symbol.name) &&
        !context.whole.directiveNames.contains(symbol.name))
      context.diagnostics.emit(diag::UnusedLabel{.range = symbol.range, .name = symbol.name});
}
