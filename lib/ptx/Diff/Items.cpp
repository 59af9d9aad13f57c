// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/Items.h"

#include "ptx/Sema/Module/Prototype.h"
#include "ptx/Sema/Platform/Requirements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ptx;
using llvm::StringRef;

//===-- Items of a module ---------------------------------------------------------------------===//

static std::optional<DiffItem> itemOf(const SyntaxUnit &unit, const Directive &directive) {
  TokenId last = directive.last;
  if (last.index != directive.first.index && unit.text(last) == ";")
    --last.index;
  auto rest = [&] {
    return directive.keyword.index == last.index
               ? std::string()
               : tokensText(unit, {directive.keyword.index + 1}, last);
  };
  switch (directive.kind) {
  case DirectiveKind::Version:
  case DirectiveKind::Target:
  case DirectiveKind::AddressSize:
  case DirectiveKind::Pragma:
    return DiffItem{unit.text(directive.keyword).str(), rest()};
  case DirectiveKind::Alias:
  case DirectiveKind::MetadataSection:
    return DiffItem{unit.text(directive.keyword).str() + " " + rest(), rest()};
  default:
    return std::nullopt; // debug information, or part of another statement
  }
}

std::vector<DiffItem> ptx::itemsOf(const CheckedSource *checked) {
  std::vector<DiffItem> items;
  if (!checked)
    return items;
  const SyntaxUnit &unit = checked->module->top();
  for (const Stmt &stmt : unit.statements())
    if (stmt.kind == StmtKind::Directive)
      if (std::optional<DiffItem> item = itemOf(unit, unit[DirectiveId{stmt.index}]))
        items.push_back(std::move(*item));
  for (const Symbol &symbol : checked->sema->tables->symbols.all())
    if (symbol.kind == SymbolKind::Variable && symbol.variable.valid() && !symbol.broken)
      items.push_back({"variable `" + symbol.name.str() + "`", declarationText(symbol)});
  return items;
}

//===-- Items of a function -------------------------------------------------------------------===//

std::vector<DiffItem> ptx::itemsOf(const DiffFunction &function) {
  const SyntaxUnit &unit = *function.unit;
  const Function &header = *function.function;
  std::vector<DiffItem> items;
  items.push_back({"kind", unit.text(header.keyword).str()});
  if (header.linkage)
    items.push_back({"linkage", unit.text(header.linkage).str()});
  Prototype prototype(FunctionHeader(unit, header));
  for (auto [i, symbol] : llvm::enumerate(prototype.results()))
    items.push_back({"result " + std::to_string(i + 1), declarationText(symbol)});
  for (auto [i, symbol] : llvm::enumerate(prototype.parameters()))
    items.push_back({"parameter " + std::to_string(i + 1), declarationText(symbol)});
  for (const IdRange<DirectiveId> &range : {header.attributes, header.directives})
    for (DirectiveId id : range) {
      TokenId keyword = unit[id].keyword, last = unit[id].last;
      TokenId first = keyword.index == last.index ? keyword : TokenId{keyword.index + 1};
      items.push_back({unit.text(keyword).str(), tokensText(unit, first, last)});
    }
  return items;
}

//===-- Comparison ----------------------------------------------------------------------------===//

namespace {

/// Queues of item numbers by key; each queue keeps its order.
class ItemQueues {
public:
  void add(StringRef key, uint32_t item) { queues[key].items.push_back(item); }
  /// The next item of `key` that is not in `taken`.
  std::optional<uint32_t> take(StringRef key, std::vector<bool> &taken) {
    auto found = queues.find(key);
    if (found == queues.end())
      return std::nullopt;
    Queue &queue = found->second;
    while (queue.next != queue.items.size() && taken[queue.items[queue.next]])
      ++queue.next;
    if (queue.next == queue.items.size())
      return std::nullopt;
    taken[queue.items[queue.next]] = true;
    return queue.items[queue.next++];
  }

private:
  struct Queue {
    llvm::SmallVector<uint32_t, 1> items;
    size_t next = 0;
  };
  llvm::StringMap<Queue> queues;
};

} // namespace

std::vector<ItemChange> ptx::compareItems(llvm::ArrayRef<DiffItem> before,
                                          llvm::ArrayRef<DiffItem> after) {
  auto wholeKey = [](const DiffItem &item) { return item.what + '\0' + item.text; };
  ItemQueues whole, named;
  for (auto [i, item] : llvm::enumerate(before)) {
    whole.add(wholeKey(item), static_cast<uint32_t>(i));
    named.add(item.what, static_cast<uint32_t>(i));
  }
  // Equal items are paired first, so that of several with one name the different ones remain.
  std::vector<bool> taken(before.size());
  std::vector<const DiffItem *> rest;
  for (const DiffItem &item : after)
    if (!whole.take(wholeKey(item), taken))
      rest.push_back(&item);
  std::vector<ItemChange> changes;
  for (const DiffItem *item : rest) {
    std::optional<uint32_t> old = named.take(item->what, taken);
    changes.push_back({item->what, old ? before[*old].text : "", item->text});
  }
  for (auto [i, item] : llvm::enumerate(before))
    if (!taken[i])
      changes.push_back({item.what, item.text, ""});
  return changes;
}

//===-- Facts ---------------------------------------------------------------------------------===//

static uint64_t sharedBytes(const SymbolTable &symbols) {
  uint64_t bytes = 0;
  for (const Symbol &symbol : symbols.all())
    if (symbol.isMemory() && symbol.space == StateSpace::Shared)
      bytes += symbol.bytes;
  return bytes;
}

std::vector<DiffItem> ptx::factsOf(const DiffInput &input) {
  std::vector<DiffItem> facts;
  if (!input.checked)
    return facts;
  Requirements requirements = requirementsOf(input.uses, /*ptxasCompat=*/false);
  std::optional<PtxVersion> version = requirements.minimum();
  facts.push_back({"lowest version", version ? version->str() : "none"});
  facts.push_back({"lowest target", requirements.targets.empty()
                                        ? "none"
                                        : info(requirements.targets.front().target).name.str()});
  uint64_t bytes = sharedBytes(input.checked->sema->tables->symbols);
  for (const std::unique_ptr<CheckedUnit> &body : input.checked->sema->bodies)
    if (body)
      bytes += sharedBytes(body->scope.symbols());
  facts.push_back({"shared memory", std::to_string(bytes) + " bytes"});
  return facts;
}
