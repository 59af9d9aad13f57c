// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/SymbolUses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"

using namespace ptx;

/// Calls `visit` for each name of an instruction in the scope's unit.
template <class Visitor> static void forEachBinding(const BodyScope &scope, Visitor visit) {
  for (uint32_t i = 0; i != scope.unit.expressions().size(); ++i)
    visit(scope.binding(ExprId{i}));
  for (uint32_t i = 0; i != scope.unit.instructions().size(); ++i)
    visit(scope.guard(InstId{i}));
}

/// Adds all names in `unit`: those in initializers are not bound.
static void addNames(const SyntaxUnit &unit, llvm::StringSet<> &names) {
  for (const Expr &e : unit.expressions())
    if (e.kind == ExprKind::Name)
      names.insert(unit.text(e.token));
}

/// Marks the variables that `names` can stand for.
static void markNamed(llvm::ArrayRef<Symbol> symbols, const llvm::StringSet<> &names,
                      llvm::BitVector &used) {
  for (auto [i, symbol] : llvm::enumerate(symbols))
    if (symbol.isMemory() && names.contains(symbol.name))
      used.set(static_cast<unsigned>(i));
}

llvm::BitVector ptx::usedSymbols(const BodyScope &scope) {
  llvm::ArrayRef<Symbol> symbols = scope.symbols().all();
  llvm::BitVector used(static_cast<unsigned>(symbols.size()));
  forEachBinding(scope, [&](SymbolRef ref) {
    if (ref && !ref.isSpecial() && !ref.isModule())
      used.set(ref.index());
  });
  llvm::StringSet<> names;
  for (const Variable &variable : scope.unit.variables())
    for (DeclaratorId id : variable.declarators)
      if (scope.unit[id].initializer) {
        addNames(scope.unit, names);
        markNamed(symbols, names, used);
        return used;
      }
  return used;
}

llvm::BitVector ptx::usedModuleSymbols(const Module &module, const SemaResult &checked) {
  llvm::ArrayRef<Symbol> symbols = checked.tables->symbols.all();
  llvm::BitVector used(static_cast<unsigned>(symbols.size()));
  llvm::StringSet<> names;
  addNames(module.top(), names);
  for (const auto &body : checked.bodies) {
    if (!body)
      continue;
    forEachBinding(body->scope, [&](SymbolRef ref) {
      if (ref && ref.isModule())
        used.set(ref.index());
    });
    addNames(body->scope.unit, names);
  }
  markNamed(symbols, names, used);
  return used;
}
