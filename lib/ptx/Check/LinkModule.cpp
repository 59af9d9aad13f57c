// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/LinkModule.h"

#include "ptx/Sema/Declarations/Declarations.h"
#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

using namespace ptx;
using llvm::StringRef;

static LinkParameter parameterOf(const Symbol &symbol) {
  LinkParameter parameter;
  parameter.type = typeText(symbol);
  parameter.bytes = symbol.bytes;
  parameter.elementBytes = elementBytes(symbol);
  parameter.isArray = symbol.array || symbol.vectorLength != 1;
  parameter.isFloat = symbol.type && info(*symbol.type).kind == TypeKind::Float;
  return parameter;
}

static bool isManaged(const SyntaxUnit &unit, const Variable &variable) {
  for (DirectiveId id : variable.qualifiers)
    if (unit[id].kind == DirectiveKind::Attribute)
      for (ExprId attribute : unit.list(unit[id].operands))
        if (unit.text(unit[attribute].token) == ".managed")
          return true;
  return false;
}

/// Adds a declaration. Of several declarations of one name, the definition counts, with the linkage
/// of the first.
void LinkCollector::add(const Symbol &symbol) {
  if (symbol.broken || symbol.name.empty() || symbol.isRegister())
    return;
  const SyntaxUnit &unit = *symbol.unit;
  LinkSymbol own;
  own.name = symbol.name;
  own.range = symbol.range;
  own.kind = symbol.kind;
  own.linkage = symbol.linkage;
  if (symbol.isFunction()) {
    own.isDefined = unit[symbol.function].hasBody();
    Prototype prototype(symbol);
    for (const Symbol &result : prototype.results())
      own.results.push_back(parameterOf(result));
    for (const Symbol &parameter : prototype.parameters())
      own.parameters.push_back(parameterOf(parameter));
  } else {
    own.isDefined = symbol.linkage != Linkage::Extern;
    own.isUsed = true;
    own.space = symbol.space;
    if (symbol.isOpaque())
      own.opaque = symbol.type;
    own.bytes = symbol.bytes;
    own.alignment = effectiveAlignment(symbol);
    own.isManaged = isManaged(unit, unit[symbol.variable]);
    own.isInitialized = bool(unit[symbol.declarator].initializer);
  }
  auto [known, isNew] = module.numbers.try_emplace(symbol.name, module.symbols.size());
  if (isNew) {
    module.symbols.push_back(std::move(own));
    return;
  }
  LinkSymbol &before = module.symbols[known->second];
  if (before.isDefined || !own.isDefined)
    return;
  if (own.linkage == Linkage::None)
    own.linkage = before.linkage;
  before = std::move(own);
}

void LinkCollector::begin(const SemaResult::Tables &tables) {
  module.target = tables.header.target;
  module.targetRange = tables.header.targetRange;
  const SyntaxUnit *top = nullptr;
  for (const Symbol &symbol : tables.symbols.all())
    if (symbol.isFunction() || symbol.isMemory()) {
      add(symbol);
      top = symbol.unit;
    }
  if (!top)
    return;
  for (auto [i, symbol] : llvm::enumerate(module.symbols))
    if (symbol.isDefined)
      definitions[symbol.range.end] = i;
  for (const Directive &directive : top->directives())
    if (directive.kind == DirectiveKind::Alias && directive.operands.count == 2) {
      llvm::ArrayRef<ExprId> names = top->list(directive.operands);
      if (LinkSymbol *alias = module.find(top->source(names[0]))) {
        alias->isDefined = true;
        alias->names.push_back(top->source(names[1]));
      }
    }
  addInitializers(*top);
}

void LinkCollector::addInitializers(const SyntaxUnit &top) {
  bool hasInitializer =
      llvm::any_of(module.symbols, [](const LinkSymbol &s) { return s.isInitialized; });
  if (!hasInitializer)
    return;
  for (const Expr &e : top.expressions())
    if (e.kind == ExprKind::Name)
      if (LinkSymbol *named = module.find(top.text(e.token))) {
        named->isUsed = true;
        module.initializerNames.push_back(named->name);
      }
}

/// The functions of the module that the expressions in `ids` name, each once. A function whose
/// declaration has an error is not included.
template <class Ids>
static llvm::SmallSetVector<StringRef, 8> functionsIn(const BodyScope &scope, const Ids &ids) {
  llvm::SmallSetVector<StringRef, 8> functions;
  for (ExprId id : ids)
    if (SymbolRef ref = scope.binding(id); ref.isModule())
      if (const Symbol &symbol = scope.moduleNames()[ref.index()];
          symbol.isFunction() && !symbol.broken)
        functions.insert(symbol.name);
  return functions;
}

void LinkCollector::body(const CheckedUnit &body, unsigned) {
  const BodyScope &scope = body.scope;
  auto all = llvm::map_range(llvm::seq<uint32_t>(0, scope.unit.expressions().size()),
                             [](uint32_t index) { return ExprId{index}; });
  llvm::SmallSetVector<StringRef, 8> named = functionsIn(scope, all);
  if (named.empty())
    return;
  std::lock_guard lock(mutex);
  auto mark = [&](StringRef name, bool LinkSymbol::*fact) {
    if (LinkSymbol *function = module.find(name))
      function->*fact = true;
  };
  for (StringRef name : named)
    mark(name, &LinkSymbol::isUsed);
  for (auto [inst, signature] : llvm::zip(scope.unit.instructions(), body.signatures))
    if (signature && signature->view.form->has(Trait::Calls))
      for (StringRef name : functionsIn(scope, scope.unit.list(inst.operands())))
        mark(name, &LinkSymbol::isCalled);
  if (auto own = definitions.find(scope.functionPosition()); own != definitions.end())
    module.symbols[own->second].names = std::vector<StringRef>(named.begin(), named.end());
}
