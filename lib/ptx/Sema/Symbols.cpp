// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Symbols.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/xxhash.h"

using namespace ptx;
using llvm::StringRef;

StringRef ptx::spaceName(StateSpace space) {
  static constexpr StringRef names[] = {".reg",   ".const",  ".global", ".local",
                                        ".param", ".shared", ".tex"};
  return names[static_cast<size_t>(space)];
}

static uint32_t hashOf(StringRef name) { return static_cast<uint32_t>(llvm::xxh3_64bits(name)); }

SymbolTable::SymbolTable() : heads(64, end) {}

uint32_t SymbolTable::declare(const Symbol &symbol) {
  auto index = static_cast<uint32_t>(symbols.size());
  symbols.push_back(symbol);
  if (symbol.numbered && !symbol.name.empty() && llvm::isDigit(symbol.name.back()))
    hasDigitPrefix = true;
  if (visible.size() >= heads.size())
    rehash(2 * heads.size());
  uint32_t hash = hashOf(symbol.name);
  uint32_t &head = heads[hash & (heads.size() - 1)];
  if (symbol.numbered)
    replace(symbol.name, hash, head);
  visible.push_back({index, hash, head});
  head = static_cast<uint32_t>(visible.size() - 1);
  return index;
}

/// Takes the registers of the same name out of the innermost scope, where there cannot be two such
/// declarations: so a chain is as short as scopes are deep.
void SymbolTable::replace(StringRef name, uint32_t hash, uint32_t &head) {
  uint32_t scope = scopes.empty() ? 0 : scopes.back();
  for (uint32_t *link = &head; *link != end && *link >= scope; link = &visible[*link].next) {
    Link &found = visible[*link];
    if (found.hash != hash || !symbols[found.symbol].numbered || symbols[found.symbol].name != name)
      continue;
    found.symbol = end;
    *link = found.next;
    return;
  }
}

void SymbolTable::rehash(size_t size) {
  heads.assign(size, end);
  for (uint32_t i = 0; i != visible.size(); ++i) {
    if (visible[i].symbol == end)
      continue;
    uint32_t &head = heads[visible[i].hash & (size - 1)];
    visible[i].next = head;
    head = i;
  }
}

void SymbolTable::closeScope() {
  for (uint32_t size = scopes.pop_back_val(); visible.size() > size; visible.pop_back())
    if (visible.back().symbol != end)
      heads[visible.back().hash & (heads.size() - 1)] = visible.back().next;
}

std::optional<uint32_t> SymbolTable::findNumbered(StringRef prefix, StringRef digits,
                                                  uint32_t before) const {
  uint32_t number;
  if (digits.getAsInteger(10, number))
    return std::nullopt;
  uint32_t hash = hashOf(prefix);
  for (uint32_t i = heads[hash & (heads.size() - 1)]; i != end; i = visible[i].next) {
    const Symbol &symbol = symbols[visible[i].symbol];
    if (visible[i].hash == hash && symbol.numbered && number < symbol.count &&
        symbol.name == prefix && symbol.range.begin < before)
      return visible[i].symbol;
  }
  return std::nullopt;
}

std::optional<uint32_t> SymbolTable::find(StringRef name, uint32_t before) const {
  std::optional<uint32_t> found;
  size_t digits = name.size();
  while (digits > 0 && llvm::isDigit(name[digits - 1]))
    --digits;
  if (digits < name.size())
    found = findNumbered(name.take_front(digits), name.drop_front(digits), before);
  if (hasDigitPrefix)
    for (size_t split = digits + 1; split < name.size(); ++split)
      if (name[split] != '0' || split + 1 == name.size())
        found =
            std::max(found, findNumbered(name.take_front(split), name.drop_front(split), before));
  uint32_t hash = hashOf(name);
  for (uint32_t i = heads[hash & (heads.size() - 1)]; i != end; i = visible[i].next) {
    const Symbol &symbol = symbols[visible[i].symbol];
    if (visible[i].hash == hash && !symbol.numbered && symbol.name == name &&
        symbol.range.begin < before)
      return std::max(found, std::optional(visible[i].symbol));
  }
  return found;
}
