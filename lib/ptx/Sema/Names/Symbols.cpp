// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Names/Symbols.h"

#include "ptx/Support/ShortHash.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// A name without the digits at its end, and the hash of the whole name.
struct SymbolTable::SplitName {
  explicit SplitName(StringRef name) {
    size_t end = name.size();
    uint64_t scale = 1;
    for (; end > 0 && llvm::isDigit(name[end - 1]); --end, scale *= 10)
      number += scale * static_cast<uint64_t>(name[end - 1] - '0');
    prefix = name.take_front(end);
    digits = name.drop_front(end);
    prefixHash = shortHash(prefix);
    // Combining the number with the hash of the prefix is cheaper than another pass over the name.
    hash = prefixHash;
    if (!digits.empty())
      hash += static_cast<uint32_t>((number * 32 + digits.size()) * 0x9E3779B97F4A7C15u >> 32);
  }

  StringRef prefix;
  StringRef digits;
  /// Modulo 2^64; meaningful for up to 19 digits.
  uint64_t number = 0;
  uint32_t prefixHash;
  uint32_t hash;
};

/// The maximum length of a register number, including some leading zeros.
static constexpr size_t mostDigits = 19;

/// The bit for the part of a name before its digits.
static size_t prefixBit(uint32_t prefixHash) { return prefixHash >> 22; }

SymbolTable::SymbolTable() : heads(8, end) {}

/// The declaration in the innermost scope that conflicts with `symbol`. Labels do not conflict with
/// numbered registers, as in `ptxas`. (Manual 5.4.6)
std::optional<uint32_t> SymbolTable::findClash(const Symbol &symbol, const SplitName &parts) {
  Scope scope = innermost();
  for (uint32_t i = heads[parts.hash & (heads.size() - 1)]; i != end && i >= scope.begin;
       i = visible[i].next) {
    const Symbol &other = symbols[visible[i].symbol];
    if (visible[i].hash == parts.hash && other.numbered == symbol.numbered &&
        other.name == symbol.name)
      return visible[i].symbol;
  }
  if (symbol.numbered) {
    auto stem = stems.find({scope.id, symbol.name});
    return stem != stems.end() && stem->second.lowest < symbol.count
               ? std::optional(stem->second.symbol)
               : std::nullopt;
  }
  if (symbol.kind != SymbolKind::Variable || parts.digits.empty() ||
      parts.digits.size() > mostDigits)
    return std::nullopt;
  if (parts.digits.size() == 1 || parts.digits.front() != '0') {
    Stem added{parts.number, static_cast<uint32_t>(symbols.size())};
    auto [stem, isNew] = stems.try_emplace({scope.id, parts.prefix}, added);
    if (!isNew && parts.number < stem->second.lowest)
      stem->second = added;
  }
  return findNumbered(parts.prefix, parts.prefixHash, parts.number, ~0u, scope.begin);
}

uint32_t SymbolTable::declare(const Symbol &symbol) {
  auto index = static_cast<uint32_t>(symbols.size());
  SplitName parts(symbol.name);
  uint32_t hash = parts.hash;
  if (std::optional<uint32_t> first = findClash(symbol, parts))
    clashList.push_back({*first, index});
  symbols.push_back(symbol);
  if (symbol.numbered && !symbol.name.empty() && llvm::isDigit(symbol.name.back()))
    hasDigitPrefix = true;
  if (!symbol.numbered && !parts.digits.empty())
    plainPrefixes.set(prefixBit(parts.prefixHash));
  if (visible.size() >= heads.size())
    rehash(2 * heads.size());
  uint32_t &head = heads[hash & (heads.size() - 1)];
  if (symbol.numbered)
    replace(symbol.name, hash, head);
  visible.push_back({index, hash, head});
  head = static_cast<uint32_t>(visible.size() - 1);
  return index;
}

/// Removes registers with the same name from the innermost scope, since a scope cannot contain two
/// such declarations. This limits the length of a chain to the depth of scopes.
void SymbolTable::replace(StringRef name, uint32_t hash, uint32_t &head) {
  uint32_t scope = innermost().begin;
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
  for (uint32_t size = scopes.pop_back_val().begin; visible.size() > size; visible.pop_back())
    if (visible.back().symbol != end)
      heads[visible.back().hash & (heads.size() - 1)] = visible.back().next;
}

std::optional<uint32_t> SymbolTable::findNumbered(StringRef prefix, uint32_t hash, uint64_t number,
                                                  uint32_t before, uint32_t firstLink) const {
  for (uint32_t i = heads[hash & (heads.size() - 1)]; i != end && i >= firstLink;
       i = visible[i].next) {
    const Symbol &symbol = symbols[visible[i].symbol];
    if (visible[i].hash == hash && symbol.numbered && number < symbol.count &&
        symbol.name == prefix && symbol.range.begin < before)
      return visible[i].symbol;
  }
  return std::nullopt;
}

std::optional<uint32_t> SymbolTable::findStem(StringRef stem) const {
  uint32_t hash = shortHash(stem);
  if (hasDigitPrefix || plainPrefixes[prefixBit(hash)])
    return std::nullopt;
  return findNumbered(stem, hash, 0, ~0u);
}

/// Finds `r12` if `r1<3>` is declared: tries each possible start of the digits.
std::optional<uint32_t> SymbolTable::findAfterDigits(StringRef prefix, StringRef digits,
                                                     uint32_t before) const {
  std::optional<uint32_t> found;
  for (size_t split = 1; split < digits.size(); ++split) {
    uint64_t number;
    if (digits[split] == '0' && split + 1 != digits.size())
      continue;
    if (digits.drop_front(split).getAsInteger(10, number))
      continue;
    StringRef name(prefix.data(), prefix.size() + split);
    found = std::max(found, findNumbered(name, SplitName(name).hash, number, before));
  }
  return found;
}

std::optional<uint32_t> SymbolTable::find(StringRef name, uint32_t before) const {
  SplitName parts(name);
  std::optional<uint32_t> found;
  if (!parts.digits.empty() && parts.digits.size() <= mostDigits)
    found = findNumbered(parts.prefix, parts.prefixHash, parts.number, before);
  if (hasDigitPrefix)
    found = std::max(found, findAfterDigits(parts.prefix, parts.digits, before));
  // If `%r<100>` is declared, a separate declaration of `%r12` is rare.
  if (!parts.digits.empty() && !plainPrefixes[prefixBit(parts.prefixHash)])
    return found;
  for (uint32_t i = heads[parts.hash & (heads.size() - 1)]; i != end; i = visible[i].next) {
    const Symbol &symbol = symbols[visible[i].symbol];
    if (visible[i].hash == parts.hash && !symbol.numbered && symbol.name == name &&
        symbol.range.begin < before)
      return std::max(found, std::optional(visible[i].symbol));
  }
  return found;
}
