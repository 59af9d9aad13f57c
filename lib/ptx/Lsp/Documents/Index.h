// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_INDEX_H
#define PTX_LSP_DOCUMENTS_INDEX_H

#include "ptx/Lsp/Documents/Tree.h"

#include "llvm/ADT/StringMap.h"

#include <compare>
#include <optional>
#include <vector>

namespace ptx::lsp {

/// The identity of a name: names with equal values refer to the same thing.
struct NameId {
  /// The number of the declaring body, from 1; 0 for a name of the module.
  uint32_t unit = 0;
  SymbolRef symbol = {};
  /// The number of the register if a declaration such as `%r<40>` has several; none for all of
  /// them, as in the declaration.
  std::optional<uint32_t> number = std::nullopt;

  /// Whether the name equals `other`, or is one of the registers if `other` stands for all of them.
  bool isPartOf(const NameId &other) const {
    return unit == other.unit && symbol == other.symbol &&
           (!other.number || !number || number == other.number);
  }
};

/// A name in the source.
struct Occurrence {
  SourceRange range;
  NameId name;
  bool isDeclaration = false;
  /// Whether an instruction writes the register.
  bool isWritten = false;
};

/// The resolved names of a module, unit by unit. Those of a unit are collected when they are first
/// asked for.
class Index {
public:
  /// `units` must outlive the index.
  explicit Index(const Units &units) : units(units), parts(units.count()) {}

  /// The occurrences in a unit, in source order. The names of parameters belong to the body.
  llvm::ArrayRef<Occurrence> in(uint32_t unit) const;
  /// The occurrences in all units, one unit after the other.
  std::vector<const Occurrence *> all() const;
  /// The name that contains the offset or ends there; null if there is none.
  const Occurrence *at(uint32_t offset) const;
  /// The occurrences of `name` in source order, its declarations first.
  std::vector<const Occurrence *> of(const NameId &name) const;

  /// The declaration; null for a special register.
  const Symbol *symbol(const NameId &name) const;

private:
  class Builder;

  bool canContain(uint32_t unit, const NameId &name) const;

  const Units &units;
  mutable std::vector<std::optional<std::vector<Occurrence>>> parts;
  /// The first declaration of each name of the module, to which all declarations of the name refer.
  mutable llvm::StringMap<uint32_t> firsts;
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_INDEX_H
