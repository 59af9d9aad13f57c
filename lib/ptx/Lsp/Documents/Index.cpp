// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Index.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::lsp;

/// Finds the occurrences, unit by unit.
class Index::Builder {
public:
  explicit Builder(Index &index) : index(index), symbols(index.module.sema->tables->symbols) {}

  void build();

private:
  void addModule();
  void addNamesIn(const SyntaxUnit &unit, ExprId id);
  void addBody(uint32_t number, const CheckedUnit &checked);
  void markWritten(const SyntaxUnit &unit, ExprId id);
  NameId nameOf(uint32_t body, const CheckedUnit &checked, Binding binding);
  void add(SourceRange range, NameId name, bool isDeclaration, bool isWritten) {
    index.occurrences.push_back({range, name, isDeclaration, isWritten});
  }
  /// Declarations of the same name of the module have the same identity: the first declaration.
  SymbolRef firstOf(uint32_t symbol) {
    auto [entry, isNew] = firsts.try_emplace(symbols[symbol].name, symbol);
    return SymbolRef::ofModule(entry->second);
  }

  Index &index;
  const SymbolTable &symbols;
  llvm::StringMap<uint32_t> firsts;
  std::vector<bool> written; // by expression of the current body
};

void Index::Builder::addModule() {
  for (uint32_t i = 0; i < symbols.all().size(); ++i)
    add(symbols[i].range, {0, firstOf(i)}, /*isDeclaration=*/true, /*isWritten=*/false);
  const SyntaxUnit &top = *index.units.front().unit;
  for (const Variable &variable : top.variables())
    for (DeclaratorId id : variable.declarators)
      if (ExprId initializer = top[id].initializer)
        addNamesIn(top, initializer);
  for (const Directive &directive : top.directives())
    if (directive.kind == DirectiveKind::Alias)
      for (ExprId id : top.list(directive.operands))
        addNamesIn(top, id);
}

/// Adds the names of the module in an expression outside of bodies. No pass binds these names.
void Index::Builder::addNamesIn(const SyntaxUnit &unit, ExprId id) {
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Name || e.kind == ExprKind::Index)
    if (std::optional<uint32_t> found = symbols.find(unit.text(e.token)))
      add(unit.range(e.token), {0, firstOf(*found)}, false, false);
  for (ExprId child : unit.children(e))
    if (child)
      addNamesIn(unit, child);
}

/// Marks the registers in a result: itself, the elements of a vector, both sides of a pair.
void Index::Builder::markWritten(const SyntaxUnit &unit, ExprId id) {
  const Expr &e = unit[id];
  if (e.kind == ExprKind::Name || e.kind == ExprKind::Member)
    written[id.index] = true;
  if (e.kind == ExprKind::Vector || e.kind == ExprKind::Pair || e.kind == ExprKind::Arguments)
    for (ExprId child : unit.children(e))
      if (child)
        markWritten(unit, child);
}

NameId Index::Builder::nameOf(uint32_t body, const CheckedUnit &checked, Binding binding) {
  if (binding.symbol.isSpecial())
    return {0, binding.symbol};
  if (binding.symbol.isModule())
    return {0, firstOf(binding.symbol.index())};
  const Symbol &symbol = *checked.scope.symbol(binding.symbol);
  std::optional<uint32_t> number;
  if (symbol.numbered)
    number = binding.number;
  return {body, binding.symbol, number};
}

void Index::Builder::addBody(uint32_t number, const CheckedUnit &checked) {
  const SyntaxUnit &unit = checked.scope.unit;
  written.assign(unit.expressions().size(), false);
  for (auto [i, inst] : llvm::enumerate(unit.instructions())) {
    llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
    // The results of a call are not operands of a form.
    if (!operands.empty() && unit[operands.front()].kind == ExprKind::Arguments)
      markWritten(unit, operands.front());
    if (const Signature *signature = checked.signatures[i])
      for (auto [place, id] : llvm::zip(signature->places, operands))
        if (!place.bracketed && signature->operands[place.first].info->written)
          markWritten(unit, id);
    if (inst.guard != GuardKind::None)
      if (Binding guard = checked.scope.numberedGuard({static_cast<uint32_t>(i)}); guard.symbol)
        add(unit.range(inst.guardRegister()), nameOf(number, checked, guard), false, false);
  }
  for (auto [i, e] : llvm::enumerate(unit.expressions())) {
    Binding binding = checked.scope.numberedBinding({static_cast<uint32_t>(i)});
    if (binding.symbol)
      add(unit.range(e.token), nameOf(number, checked, binding), false, written[i]);
  }
  const SymbolTable &own = checked.scope.symbols();
  for (uint32_t i = 0; i < own.all().size(); ++i)
    add(own[i].range, {number, SymbolRef::ofBody(i)}, /*isDeclaration=*/true, false);
}

void Index::Builder::build() {
  addModule();
  for (uint32_t i = 0; i < index.units.size(); ++i)
    if (index.units[i].checked)
      addBody(i, *index.units[i].checked);
  llvm::stable_sort(index.occurrences,
                    [](const Occurrence &a, const Occurrence &b) { return a.range < b.range; });
  index.occurrences.erase(
      std::unique(index.occurrences.begin(), index.occurrences.end(),
                  [](const Occurrence &a, const Occurrence &b) { return a.range == b.range; }),
      index.occurrences.end());
}

Index::Index(const CheckedSource &module) : module(module), units(unitsOf(module)) {
  Builder(*this).build();
}

const Occurrence *Index::at(uint32_t offset) const {
  auto next = llvm::partition_point(occurrences,
                                    [&](const Occurrence &o) { return o.range.begin <= offset; });
  if (next == occurrences.begin())
    return nullptr;
  const Occurrence &last = *std::prev(next);
  return offset <= last.range.end ? &last : nullptr;
}

std::vector<const Occurrence *> Index::of(const NameId &name) const {
  std::vector<const Occurrence *> found;
  for (const Occurrence &o : occurrences)
    if (o.name.isPartOf(name))
      found.push_back(&o);
  std::stable_partition(found.begin(), found.end(),
                        [](const Occurrence *o) { return o->isDeclaration; });
  return found;
}

const Symbol *Index::symbol(const NameId &name) const {
  if (name.symbol.isSpecial())
    return nullptr;
  if (name.symbol.isModule())
    return &module.sema->tables->symbols[name.symbol.index()];
  return units[name.unit].checked->scope.symbol(name.symbol);
}
