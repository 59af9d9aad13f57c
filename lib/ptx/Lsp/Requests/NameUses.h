// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_NAMEUSES_H
#define PTX_LSP_REQUESTS_NAMEUSES_H

#include "ptx/Lsp/Documents/Index.h"

#include <map>
#include <set>

namespace ptx::lsp {

/// How the names of a body are used around a place, and how likely each is an operand there.
class NameUses {
public:
  /// `place` is in `unit`, a unit of the module that `index` is of.
  NameUses(const Index &index, const SyntaxUnit &unit, uint32_t place);

  /// The distances from likely to unlikely: each group of names follows the one before it.
  static constexpr unsigned groupSize = 100'000;

  /// How far from likely it is that an instruction at the place writes the register: one that is
  /// read later and written nowhere, then an unused one, then the one that was used last.
  /// `number`: which of the registers of the declaration.
  unsigned asResult(SymbolRef symbol, std::optional<uint32_t> number) const;
  /// The same of a name that is read: a register that was written and is read nowhere, then the one
  /// that was used last.
  unsigned asSource(SymbolRef symbol, std::optional<uint32_t> number) const;
  /// The same of a variable or a label: what is used nowhere, then by distance.
  unsigned asReference(SymbolRef symbol) const;

  /// The registers of the declaration that have uses.
  std::set<uint32_t> numbersOf(SymbolRef symbol) const;

private:
  struct Use {
    /// Bytes to the nearest one.
    std::optional<uint32_t> before = std::nullopt;
    std::optional<uint32_t> after = std::nullopt;
    unsigned writes = 0;
    unsigned reads = 0;
  };
  using Key = std::pair<uint64_t, uint32_t>; // a symbol and the number of the register

  static Key keyOf(SymbolRef symbol, std::optional<uint32_t> number);
  Use of(SymbolRef symbol, std::optional<uint32_t> number) const;

  std::map<Key, Use> uses;
};

} // namespace ptx::lsp

#endif // PTX_LSP_REQUESTS_NAMEUSES_H
