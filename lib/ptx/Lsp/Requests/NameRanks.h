// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_REQUESTS_NAMERANKS_H
#define PTX_LSP_REQUESTS_NAMERANKS_H

#include "ptx/Lsp/Documents/Index.h"

#include <map>
#include <set>

namespace ptx::lsp {

/// The uses of the names of a body near an offset, and a rank of how likely each name is as an
/// operand there.
class NameRanks {
public:
  /// `place` is in `unit`, which has `number` in the module of `index`.
  NameRanks(const Index &index, const SyntaxUnit &unit, uint32_t number, uint32_t place);

  /// The difference between the ranks of consecutive groups of names. Lower ranks are more likely.
  static constexpr unsigned groupSize = 100'000;

  /// The rank of the register as a result of an instruction at the offset: first registers that are
  /// read later but never written, then unused ones, then the most recently used. `number`: the
  /// number among the registers of the declaration.
  unsigned asResult(SymbolRef symbol, std::optional<uint32_t> number) const;
  /// The rank as a source: first registers that were written but are never read, then the most
  /// recently used.
  unsigned asSource(SymbolRef symbol, std::optional<uint32_t> number) const;
  /// The rank of a variable or a label: unused names first, then by distance.
  unsigned asReference(SymbolRef symbol) const;

  /// The numbers of the registers of the declaration that are used.
  std::set<uint32_t> numbersOf(SymbolRef symbol) const;

private:
  struct Use {
    /// The distance to the nearest use in bytes.
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

#endif // PTX_LSP_REQUESTS_NAMERANKS_H
