// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Unused/SymbolUses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringSet.h"

using namespace ptx;

/// Calls `visit` for each name of an instruction in the scope's unit.
template <class Visitor> static void forEachBinding(const BodyScope &scope, Visitor visit) {
  for (uint32_t i = 0; i != scope.unit.expressions().size(); ++i)
    visit(scope.binding(ExprId{i}));
  for (uint32_t i = 0; i != scope.unit.instructions().size(); ++i)
    visit(scope.guard(InstId{i}));
}

/// Adds all names in `unit`. Names in initializers are not bound to symbols.
static void addNames(const SyntaxUnit &unit, llvm::StringSet<> &names) {
  for (const Expr &e : unit.expressions())
    if (e.kind == ExprKind::Name)
      names.insert(unit.text(e.token));
}

/// Marks the variables that have one of the `names`.
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

llvm::BitVector ptx::usedModuleSymbols(const ModuleLintContext &context) {
  llvm::ArrayRef<Symbol> symbols = context.tables.symbols.all();
  llvm::BitVector used(static_cast<unsigned>(symbols.size()));
  llvm::StringSet<> names;
  addNames(context.module.top(), names);
  for (const auto &body : context.bodies) {
    if (!body)
      continue;
    for (uint32_t variable : body->variables)
      names.insert(symbols[variable].name);
    for (llvm::StringRef name : body->otherNames)
      names.insert(name);
  }
  markNamed(symbols, names, used);
  return used;
}

void ptx::addSymbolUses(const BodyScope &scope, bool withOthers, BodySummary &summary) {
  const SymbolTable &moduleNames = scope.moduleNames();
  llvm::SmallSetVector<uint32_t, 8> variables;
  llvm::SmallSetVector<llvm::StringRef, 8> functions, others;
  forEachBinding(scope, [&](SymbolRef ref) {
    if (!ref.isModule())
      return;
    if (const Symbol &symbol = moduleNames[ref.index()]; symbol.isFunction())
      functions.insert(symbol.name);
    else if (symbol.isMemory())
      variables.insert(ref.index());
  });
  if (withOthers)
    for (uint32_t i = 0; i != scope.unit.expressions().size(); ++i) {
      const Expr &e = scope.unit[ExprId{i}];
      SymbolRef ref = scope.binding({i});
      if (e.kind == ExprKind::Name && !(ref && ref.isModule()))
        if (llvm::StringRef name = scope.unit.text(e.token); moduleNames.find(name))
          others.insert(name);
    }
  summary.variables.assign(variables.begin(), variables.end());
  summary.functions.assign(functions.begin(), functions.end());
  summary.otherNames.assign(others.begin(), others.end());
}

void ptx::addDirectiveNames(const SyntaxUnit &unit, llvm::StringSet<> &names) {
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
