// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Index.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::lsp;

/// Finds the occurrences in one unit.
class Index::Builder {
public:
  explicit Builder(const Index &index)
      : module(index.units.module()), symbols(module.sema->tables->symbols), firsts(index.firsts) {}

  std::vector<Occurrence> build(uint32_t number, const UnitView &unit);

private:
  void addModule();
  void addNamesIn(const SyntaxUnit &unit, ExprId id);
  void addBody(uint32_t number, const CheckedUnit &checked);
  void markWritten(const SyntaxUnit &unit, ExprId id);
  NameId nameOf(uint32_t body, const CheckedUnit &checked, Binding binding);
  void add(SourceRange range, NameId name, bool isDeclaration, bool isWritten) {
    occurrences.push_back({range, name, isDeclaration, isWritten});
  }
  /// Declarations of the same name of the module have the same identity: the first declaration.
  SymbolRef firstOf(uint32_t symbol) {
    return SymbolRef::ofModule(firsts.lookup(symbols[symbol].name));
  }

  const CheckedSource &module;
  const SymbolTable &symbols;
  llvm::StringMap<uint32_t> &firsts;
  std::vector<Occurrence> occurrences;
  std::vector<bool> written; // by expression of the current body
};

void Index::Builder::addModule() {
  for (uint32_t i = 0; i < symbols.all().size(); ++i)
    add(symbols[i].range, {0, firstOf(i)}, /*isDeclaration=*/true, /*isWritten=*/false);
  const SyntaxUnit &top = module.module->top();
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

std::vector<Occurrence> Index::Builder::build(uint32_t number, const UnitView &unit) {
  if (number == 0)
    addModule();
  if (unit.checked)
    addBody(number, *unit.checked);
  llvm::stable_sort(occurrences,
                    [](const Occurrence &a, const Occurrence &b) { return a.range < b.range; });
  occurrences.erase(
      std::unique(occurrences.begin(), occurrences.end(),
                  [](const Occurrence &a, const Occurrence &b) { return a.range == b.range; }),
      occurrences.end());
  return std::move(occurrences);
}

llvm::ArrayRef<Occurrence> Index::in(uint32_t unit) const {
  if (firsts.empty())
    for (auto [i, symbol] : llvm::enumerate(units.module().sema->tables->symbols.all()))
      firsts.try_emplace(symbol.name, static_cast<uint32_t>(i));
  if (!parts[unit])
    parts[unit] = Builder(*this).build(unit, units[unit]);
  return *parts[unit];
}

std::vector<const Occurrence *> Index::all() const {
  units.all(); // by several workers
  std::vector<const Occurrence *> found;
  for (uint32_t unit = 0; unit != units.count(); ++unit)
    for (const Occurrence &o : in(unit))
      found.push_back(&o);
  return found;
}

const Occurrence *Index::at(uint32_t offset) const {
  const Occurrence *last = nullptr;
  for (uint32_t unit : {uint32_t(0), units.around(offset)}) {
    llvm::ArrayRef<Occurrence> all = in(unit);
    const Occurrence *next =
        llvm::partition_point(all, [&](const Occurrence &o) { return o.range.begin <= offset; });
    if (next != all.begin() && (!last || last->range < std::prev(next)->range))
      last = std::prev(next);
  }
  return last && offset <= last->range.end ? last : nullptr;
}

/// Whether `unit` can contain `name`. A body whose text does not contain the name has no
/// occurrence, and is not parsed.
bool Index::canContain(uint32_t unit, const NameId &name) const {
  if (name.unit != 0 || name.symbol.isOfBody())
    return unit == name.unit;
  if (unit == 0 || name.symbol.isSpecial())
    return true;
  SourceRange body = units.range(unit);
  llvm::StringRef text = units.module().module->source().text(body);
  return text.contains(symbol(name)->name);
}

std::vector<const Occurrence *> Index::of(const NameId &name) const {
  std::vector<const Occurrence *> found;
  for (uint32_t unit = 0; unit != units.count(); ++unit)
    if (canContain(unit, name))
      for (const Occurrence &o : in(unit))
        if (o.name.isPartOf(name))
          found.push_back(&o);
  llvm::stable_sort(found, [](const Occurrence *a, const Occurrence *b) {
    return std::tuple(!a->isDeclaration, a->range) < std::tuple(!b->isDeclaration, b->range);
  });
  return found;
}

const Symbol *Index::symbol(const NameId &name) const {
  if (name.symbol.isSpecial())
    return nullptr;
  if (name.symbol.isModule())
    return &units.module().sema->tables->symbols[name.symbol.index()];
  return units[name.unit].checked->scope.symbol(name.symbol);
}
