// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Registers.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

Registers::Registers(const BodyScope &scope) : scope(scope) {
  // A body cannot name more registers than it has expressions and guards.
  uint64_t room = 2 * (scope.unit.expressions().size() + scope.unit.instructions().size()) + 256;
  first.reserve(scope.symbols().all().size());
  for (const Symbol &symbol : scope.symbols().all()) {
    uint64_t count = symbol.numbered ? symbol.count : 1;
    if (!symbol.isRegister()) {
      first.push_back(none);
    } else if (next + count > room) {
      first.push_back(onDemand);
    } else {
      symbols.emplace_back(next, static_cast<uint32_t>(first.size()));
      first.push_back(next);
      next += static_cast<uint32_t>(count);
    }
  }
}

/// Of a register that gets its number when it is first used.
uint32_t Registers::number(Binding name) {
  uint32_t symbol = name.symbol.index();
  auto [entry, isNew] = numbers.try_emplace(uint64_t(symbol) << 32 | name.number, next);
  if (isNew)
    symbols.emplace_back(next++, symbol);
  return entry->second;
}

const Symbol &Registers::declaration(uint32_t reg) const {
  auto after = llvm::partition_point(symbols, [&](const auto &s) { return s.first <= reg; });
  return scope.symbols()[std::prev(after)->second];
}
