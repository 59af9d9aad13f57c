// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Module/Redeclarations.h"
#include "ptx/Diagnostics/FunctionRules.h"
#include "ptx/Diagnostics/NameRules.h"
#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Sema/Names/NameErrors.h"
#include "ptx/Sema/Names/SymbolWords.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

#include "llvm/ADT/DenseMap.h"

using namespace ptx;
using llvm::StringRef;

static StringRef linkageText(Linkage linkage) {
  static constexpr StringRef texts[] = {"without linkage", "`.extern`", "`.visible`", "`.weak`",
                                        "`.common`"};
  return texts[static_cast<size_t>(linkage)];
}

namespace {

/// Compares the declarations of each name.
class RedeclarationChecker {
public:
  RedeclarationChecker(const SymbolTable &symbols, uint32_t lostBraces, DiagnosticList &diagnostics)
      : symbols(symbols), lostBraces(lostBraces), diagnostics(diagnostics) {}

  void run();

private:
  void compare(const Symbol &first, const Symbol &second);
  void compareFunctions(const Symbol &first, const Symbol &second);
  void compareDirectives(const Symbol &first, const Symbol &second);
  void compareVariables(const Symbol &first, const Symbol &second);
  void reportLinkage(const Symbol &first, const Symbol &second);
  void reportUnchecked(const Symbol &first, const Symbol &second, StringRef difference);

  static const Function &functionOf(const Symbol &symbol) {
    return (*symbol.unit)[symbol.function];
  }
  /// Whether the declaration is a definition.
  static bool isDefinition(const Symbol &symbol) {
    return symbol.isFunction() ? functionOf(symbol).hasBody() : symbol.linkage != Linkage::Extern;
  }

  /// Whether the declaration is certainly in the module: after lost braces a variable may be in a
  /// body.
  bool isInModule(const Symbol &symbol) const {
    return symbol.isFunction() || symbol.range.begin < lostBraces;
  }

  const SymbolTable &symbols;
  uint32_t lostBraces;
  DiagnosticList &diagnostics;
  // By name: the first declaration, and the definition.
  llvm::DenseMap<StringRef, const Symbol *> firsts;
  llvm::DenseMap<StringRef, const Symbol *> definitions;
};

} // namespace

void RedeclarationChecker::reportLinkage(const Symbol &first, const Symbol &second) {
  diagnostics
      .emit(diag::LinkageMismatch{.range = second.range,
                                  .name = second.name,
                                  .observed = linkageText(second.linkage),
                                  .expected = linkageText(first.linkage)})
      .note(first.range,
            ("`" + first.name + "` is declared " + linkageText(first.linkage) + " here").str());
}

void RedeclarationChecker::reportUnchecked(const Symbol &first, const Symbol &second,
                                           StringRef difference) {
  noteDeclared(first, first.name,
               diagnostics.emit(diag::UncheckedRedeclaration{
                   .range = second.range, .name = second.name, .difference = difference}));
}

/// Directives must be the same in all declarations; `ptxas` requires that only for `.noreturn`.
/// (Manual 11.2.2)
void RedeclarationChecker::compareDirectives(const Symbol &first, const Symbol &second) {
  const SyntaxUnit &unit = *second.unit;
  const Function &before = functionOf(first), &now = functionOf(second);
  bool wasNoReturn = findDirective(unit, before, TokenKind::NoReturn).has_value();
  if (wasNoReturn != findDirective(unit, now, TokenKind::NoReturn).has_value()) {
    noteDeclared(first, first.name,
                 diagnostics.emit(diag::NoreturnMismatch{
                     .range = second.range,
                     .name = second.name,
                     .observed = wasNoReturn ? "not `.noreturn`" : "`.noreturn`",
                     .expected = wasNoReturn ? "`.noreturn`" : "not `.noreturn`"}));
    return;
  }
  for (const DirectiveInfo &directive : allDirectives()) {
    if (!directive.canBe(DirectivePlace::FunctionHeader))
      continue;
    std::optional<DirectiveId> a = findDirective(unit, before, tokenOf(directive.id));
    std::optional<DirectiveId> b = findDirective(unit, now, tokenOf(directive.id));
    if (a.has_value() == b.has_value())
      continue;
    StringRef name = unit.text(unit[a ? *a : *b].keyword);
    return reportUnchecked(first, second,
                           (a ? "lacks `" + name + "`" : "has `" + name + "` here alone").str());
  }
}

void RedeclarationChecker::compareFunctions(const Symbol &first, const Symbol &second) {
  if (const Symbol *definition = definitions.lookup(second.name)) {
    diagnostics.emit(diag::DuplicateFunction{.range = second.range, .name = second.name})
        .note(definition->range, ("`" + second.name + "` is defined here").str());
    return;
  }
  if (!hasWholeHeader(first) || !hasWholeHeader(second))
    return;
  if (std::optional<PrototypeDifference> found = difference(first, second)) {
    diagnostics
        .emit(diag::PrototypeMismatch{
            .range = found->second, .name = second.name, .difference = found->text})
        .note(found->first, "the declaration before is here");
    return;
  }
  // The first declaration determines the linkage; later ones can omit it.
  bool repeats = second.linkage == Linkage::None && first.linkage != Linkage::Extern;
  if (second.linkage != first.linkage && !repeats)
    return reportLinkage(first, second);
  if (first.kind == SymbolKind::Function)
    compareDirectives(first, second);
}

void RedeclarationChecker::compareVariables(const Symbol &first, const Symbol &second) {
  bool isNumbered = first.numbered || second.numbered;
  bool isSame = haveSameType(first, second, /*openEnded=*/true);
  const Symbol *definition = definitions.lookup(second.name);
  if (isSame && definition && isDefinition(second))
    return reportClash(*definition, second, diagnostics);
  if (isNumbered && isDefinition(first) && isDefinition(second))
    return reportClash(first, second, diagnostics);
  if (!isSame) {
    noteDeclared(first, first.name,
                 diagnostics.emit(diag::RedeclaredType{.range = second.declaration,
                                                       .name = second.name,
                                                       .observed = typeText(second),
                                                       .expected = typeText(first)}));
    return;
  }
  if (!isNumbered && first.linkage == Linkage::Extern && second.linkage == Linkage::None)
    return reportLinkage(first, second);
  if (first.space != second.space)
    reportUnchecked(
        first, second,
        ("is in `" + info(second.space).word + "` in place of `" + info(first.space).word + "`")
            .str());
}

void RedeclarationChecker::compare(const Symbol &first, const Symbol &second) {
  if (first.kind != second.kind) {
    noteDeclared(first, first.name,
                 diagnostics.emit(diag::KindMismatch{.range = second.range,
                                                     .name = second.name,
                                                     .observed = kindText(second),
                                                     .expected = kindText(first)}));
    return;
  }
  second.isFunction() ? compareFunctions(first, second) : compareVariables(first, second);
}

/// Whether the symbol is declared by `.sreg`, which is a separate error.
static bool isSreg(const Symbol &symbol) {
  const SyntaxUnit &unit = *symbol.unit;
  return symbol.kind == SymbolKind::Variable &&
         unit.tokens().kind(unit[symbol.variable].space.index) == TokenKind::Sreg;
}

void RedeclarationChecker::run() {
  for (const Symbol &symbol : symbols.all()) {
    if (!isInModule(symbol))
      continue;
    if (!symbol.numbered && symbol.name.starts_with("%") && findSpecialRegister(symbol.name) &&
        !isSreg(symbol))
      diagnostics.emit(diag::SpecialRegisterName{
          .range = symbol.range, .name = symbol.name, .kind = kindText(symbol)});
    if (symbol.isFunction() && symbol.linkage == Linkage::Extern && functionOf(symbol).hasBody())
      diagnostics.emit(diag::ExternDefinition{.range = symbol.range, .name = symbol.name});
  }
  for (NameClash clash : symbols.clashes()) {
    const Symbol &second = symbols[clash.second];
    if (!isInModule(symbols[clash.first]) || !isInModule(second))
      continue;
    const Symbol &first = *firsts.try_emplace(second.name, &symbols[clash.first]).first->second;
    if (isDefinition(first))
      definitions.try_emplace(first.name, &first);
    compare(first, second);
    if (isDefinition(second))
      definitions.try_emplace(second.name, &second);
  }
}

void ptx::checkRedeclarations(const SymbolTable &symbols, uint32_t lostBraces,
                              DiagnosticList &diagnostics) {
  RedeclarationChecker(symbols, lostBraces, diagnostics).run();
}
