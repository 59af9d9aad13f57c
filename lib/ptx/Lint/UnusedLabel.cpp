// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/SymbolUses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace ptx;

/// Adds the names in the lists and the debug data of `unit`.
static void addDirectiveNames(const SyntaxUnit &unit, llvm::StringSet<> &names) {
  for (const Directive &directive : unit.directives())
    for (ExprId id : unit.list(directive.operands)) {
      if (!id)
        continue;
      const Expr &e = unit[id];
      names.insert(unit.text(unit.firstToken(id)));
      if (e.kind == ExprKind::Difference || e.kind == ExprKind::Offset)
        names.insert(unit.text(unit.firstToken(e.rhs())));
    }
}

/// A label that no branch goes to and that is in no list of labels and no debug data.
/// (Manual 9.7.12)
void ptx::checkUnusedLabel(ModuleLintContext &context) {
  llvm::StringSet<> ofModule;
  addDirectiveNames(context.module.top(), ofModule);
  for (const auto &body : context.checked.bodies) {
    if (!body)
      continue;
    llvm::StringSet<> ofBody;
    addDirectiveNames(body->scope.unit, ofBody);
    llvm::BitVector used = usedSymbols(body->scope);
    for (auto [i, symbol] : llvm::enumerate(body->scope.symbols().all()))
      if (symbol.kind == SymbolKind::Label && !used.test(static_cast<unsigned>(i)) &&
          !ofBody.contains(symbol.name) && !ofModule.contains(symbol.name))
        context.diagnostics.emit(diag::UnusedLabel{.range = symbol.range, .name = symbol.name});
  }
}
