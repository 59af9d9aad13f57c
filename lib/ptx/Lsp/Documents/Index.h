// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_INDEX_H
#define PTX_LSP_DOCUMENTS_INDEX_H

#include "ptx/Lsp/Documents/Tree.h"

#include <compare>
#include <optional>
#include <vector>

namespace ptx::lsp {

/// What a name refers to, so that equal ones refer to the same.
struct NameId {
  /// The number of the body that declares it, from 1; 0 for a name of the module.
  uint32_t unit = 0;
  SymbolRef symbol = {};
  /// Which of the registers that `%r<40>` declares; none: all of them, as in the declaration.
  std::optional<uint32_t> number = std::nullopt;

  /// Whether it is `other`, or one of the registers of which `other` is all.
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

/// Every name of a module that is understood, and what it refers to.
class Index {
public:
  /// `module` has to outlive it.
  explicit Index(const CheckedSource &module);

  /// In the order of the source.
  llvm::ArrayRef<Occurrence> all() const { return occurrences; }
  /// The name that holds the offset or ends there; null if none does.
  const Occurrence *at(uint32_t offset) const;
  /// The occurrences of `name`, its declarations first.
  std::vector<const Occurrence *> of(const NameId &name) const;

  /// The declaration; null for a special register.
  const Symbol *symbol(const NameId &name) const;
  /// The unit that declares it.
  const UnitView &unit(const NameId &name) const { return units[name.unit]; }

private:
  class Builder;

  const CheckedSource &module;
  std::vector<UnitView> units;
  std::vector<Occurrence> occurrences;
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_INDEX_H
