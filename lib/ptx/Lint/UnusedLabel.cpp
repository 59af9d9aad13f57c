// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/SymbolUses.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// NVVM, LLVM, nvopencc and GCC put such labels for debug data, which can be removed later.
static bool isDebugLabel(llvm::StringRef name) {
  static constexpr llvm::StringLiteral beginnings[] = {"$L__tmp",  "$L__func_",  "Ltmp",
                                                       "Lfunc_",   "func_exec_", "$LDWbegin_",
                                                       "$LDWend_", "$LFB",       "$LFE"};
  return llvm::any_of(beginnings,
                      [&](llvm::StringRef beginning) { return name.starts_with(beginning); });
}

/// A label that no branch goes to and that is in no list of labels and no debug data. A statement
/// list can have one that what follows it branches to. (Manual 9.7.12)
void ptx::checkUnusedLabel(BodyLintContext &context) {
  if (!context.function)
    return;
  llvm::StringSet<> ofBody;
  addDirectiveNames(context.unit, ofBody);
  llvm::BitVector used = usedSymbols(context.scope);
  for (auto [i, symbol] : llvm::enumerate(context.scope.symbols().all()))
    if (symbol.kind == SymbolKind::Label && !used.test(static_cast<unsigned>(i)) &&
        !isDebugLabel(symbol.name) && !ofBody.contains(symbol.name) &&
        !context.whole.directiveNames.contains(symbol.name))
      context.diagnostics.emit(diag::UnusedLabel{.range = symbol.range, .name = symbol.name});
}
