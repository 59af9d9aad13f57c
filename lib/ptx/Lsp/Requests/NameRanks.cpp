// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/NameRanks.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::lsp;

lsp::NameRanks::Key lsp::NameRanks::keyOf(SymbolRef symbol, std::optional<uint32_t> number) {
  uint64_t kind = symbol.isSpecial() ? 2 : symbol.isModule() ? 1 : 0;
  return {kind << 32 | symbol.index(), number.value_or(0)};
}

lsp::NameRanks::NameRanks(const Index &index, const SyntaxUnit &unit, uint32_t number,
                          uint32_t place) {
  // Parameters are declared before the body.
  uint32_t begin = unit.tokens().range(0).begin;
  for (const Occurrence &o : index.in(number)) {
    bool isHere = o.range.begin <= place && place <= o.range.end;
    if (o.range.begin < begin || isHere ||
        (o.isDeclaration && o.name.number == std::nullopt && index.symbol(o.name) &&
         index.symbol(o.name)->isRegister()))
      continue;
    Use &use = uses[keyOf(o.name.symbol, o.name.number)];
    if (!o.isDeclaration)
      ++(o.isWritten ? use.writes : use.reads);
    if (o.range.end <= place)
      use.before = place - o.range.end;
    else if (!use.after)
      use.after = o.range.begin - place;
  }
}

lsp::NameRanks::Use lsp::NameRanks::of(SymbolRef symbol, std::optional<uint32_t> number) const {
  auto found = uses.find(keyOf(symbol, number));
  return found == uses.end() ? Use() : found->second;
}

static unsigned inGroup(unsigned group, uint32_t distance) {
  return group * lsp::NameRanks::groupSize + std::min(distance, lsp::NameRanks::groupSize - 1);
}

unsigned lsp::NameRanks::asResult(SymbolRef symbol, std::optional<uint32_t> number) const {
  Use use = of(symbol, number);
  if (use.after && !use.before && !use.writes)
    return inGroup(0, *use.after);
  if (!use.before)
    return inGroup(1, number.value_or(0));
  return inGroup(2, *use.before);
}

unsigned lsp::NameRanks::asSource(SymbolRef symbol, std::optional<uint32_t> number) const {
  Use use = of(symbol, number);
  if (use.before && !use.reads)
    return inGroup(0, *use.before);
  if (use.before)
    return inGroup(1, *use.before);
  return use.after ? inGroup(2, *use.after) : inGroup(3, number.value_or(0));
}

unsigned lsp::NameRanks::asReference(SymbolRef symbol) const {
  Use use = of(symbol, std::nullopt);
  uint32_t distance = std::min(use.before.value_or(UINT32_MAX), use.after.value_or(UINT32_MAX));
  return inGroup(use.reads ? 1 : 0, distance);
}

std::set<uint32_t> lsp::NameRanks::numbersOf(SymbolRef symbol) const {
  std::set<uint32_t> numbers;
  for (auto it = uses.lower_bound(keyOf(symbol, 0));
       it != uses.end() && it->first.first == keyOf(symbol, 0).first; ++it)
    numbers.insert(it->first.second);
  return numbers;
}
