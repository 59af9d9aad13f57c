// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/Aliases.h"
#include "ptx/Diagnostics/FunctionRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Checks the directives one by one.
class AliasChecker {
public:
  AliasChecker(const SyntaxUnit &unit, const SymbolTable &symbols, DiagnosticList &diagnostics)
      : unit(unit), symbols(symbols), diagnostics(diagnostics) {
    for (const Symbol &symbol : symbols.all()) {
      if (symbol.kind != SymbolKind::Function)
        continue;
      if (unit[symbol.function].hasBody())
        definitions.try_emplace(symbol.name, &symbol);
      if (symbol.linkage == Linkage::Weak)
        weak.try_emplace(symbol.name, &symbol);
    }
  }

  void check(const Directive &directive);

private:
  const Symbol *find(ExprId name);
  bool isFunction(ExprId id, const Symbol &symbol);
  Diagnostic &report(ExprId where, StringRef reason) {
    return diagnostics.emit(
        diag::IllegalAlias{.range = unit.range(where), .alias = alias, .reason = reason});
  }

  const SyntaxUnit &unit;
  const SymbolTable &symbols;
  DiagnosticList &diagnostics;
  llvm::DenseMap<StringRef, const Symbol *> definitions;
  /// The first weak declaration of each name; the others can omit `.weak`.
  llvm::DenseMap<StringRef, const Symbol *> weak;
  llvm::DenseMap<StringRef, SourceRange> aliases;
  StringRef alias;
};

} // namespace

/// The declaration of `name` before the directive. If there is none, reports that and returns null.
const Symbol *AliasChecker::find(ExprId name) {
  StringRef text = unit.text(unit[name].token);
  SourceRange range = unit.range(name);
  if (std::optional<uint32_t> index = symbols.find(text, range.begin))
    return &symbols[*index];
  if (std::optional<uint32_t> index = symbols.find(text))
    noteDeclared(symbols[*index], text,
                 diagnostics.emit(diag::UsedBeforeDeclared{.range = range, .name = text}));
  else
    diagnostics.emit(diag::UnknownName{.range = range, .name = text});
  return nullptr;
}

bool AliasChecker::isFunction(ExprId id, const Symbol &symbol) {
  if (symbol.kind == SymbolKind::Function)
    return true;
  Diagnostic &d =
      report(id, ("`" + symbol.name + "` is " + kindText(symbol) + "; expected a function").str());
  noteDeclared(symbol, symbol.name, d);
  return false;
}

void AliasChecker::check(const Directive &directive) {
  llvm::ArrayRef<ExprId> names = unit.list(directive.operands);
  if (names.size() != 2)
    return;
  alias = unit.text(unit[names[0]].token);
  const Symbol *first = find(names[0]);
  const Symbol *second = alias == unit.text(unit[names[1]].token) ? first : find(names[1]);
  if (!first || !second || !isFunction(names[0], *first) || !isFunction(names[1], *second))
    return;
  auto [before, isNew] = aliases.try_emplace(alias, unit.range(names[0]));
  if (!isNew) {
    report(names[0], "it is an alias already").note(before->second, "its first `.alias` is here");
    return;
  }
  if (const Symbol *definition = definitions.lookup(alias);
      definition && definition->range.begin < unit.range(names[0]).begin) {
    report(names[0], "it has a body").note(definition->range, "it is defined here");
    return;
  }
  if (first == second) {
    report(names[1], "a function cannot be an alias of itself");
    return;
  }
  const Symbol *linked = weak.lookup(second->name);
  if (!linked && second->linkage == Linkage::Extern)
    linked = second;
  if (linked) {
    StringRef linkage = linked->linkage == Linkage::Weak ? ".weak" : ".extern";
    Diagnostic &d = report(names[1], ("`" + second->name + "` is `" + linkage + "`").str());
    noteDeclared(*linked, second->name, d);
    return;
  }
  if (std::optional<PrototypeDifference> found = difference(*second, *first)) {
    report(names[0], "its prototype is another, as " + found->text)
        .note(found->second, "the alias is declared here")
        .note(found->first, "its target is declared here");
    return;
  }
  bool returns[] = {!findDirective(unit, unit[first->function], TokenKind::NoReturn),
                    !findDirective(unit, unit[second->function], TokenKind::NoReturn)};
  if (returns[0] != returns[1]) {
    report(names[0], "one of the two functions is `.noreturn`, the other is not")
        .note(first->range, "the alias is declared here")
        .note(second->range, "its target is declared here");
  } else if (!definitions.contains(second->name) && !aliases.contains(second->name)) {
    diagnostics.emit(
        diag::UndefinedAliasTarget{.range = unit.range(names[1]), .name = second->name});
  }
}

void ptx::checkAliases(const Module &module, const SymbolTable &symbols,
                       DiagnosticList &diagnostics, GateReport &gates) {
  const SyntaxUnit &unit = module.top();
  AliasChecker checker(unit, symbols, diagnostics);
  for (const Directive &directive : unit.directives()) {
    if (directive.kind != DirectiveKind::Alias)
      continue;
    gates.use(Feature::Alias, unit.range(directive.keyword));
    bool isLost = llvm::any_of(unit.list(directive.operands), [&](ExprId name) {
      return unit.mayDeclare(unit.text(unit[name].token));
    });
    if (!isLost)
      checker.check(directive);
  }
}
