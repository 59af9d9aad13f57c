// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Names/BodyScope.h"

using namespace ptx;

SymbolRef BodyScope::find(llvm::StringRef name, uint32_t where) const {
  if (std::optional<uint32_t> index = bodySymbols.find(name, where)) {
    // If there are several labels, the name refers to the innermost one, even if its declaration
    // follows the use.
    if (bodySymbols[*index].kind == SymbolKind::Label)
      index = bodySymbols.find(name);
    return SymbolRef::ofBody(*index);
  }
  if (std::optional<uint32_t> index = moduleSymbols.find(name, position)) {
    // A code label takes precedence over a metadata label, even if its declaration follows the use.
    if (moduleSymbols[*index].kind == SymbolKind::MetadataLabel)
      if (std::optional<uint32_t> later = bodySymbols.find(name))
        return SymbolRef::ofBody(*later);
    return SymbolRef::ofModule(*index);
  }
  if (name.starts_with("%"))
    if (std::optional<SpecialRegister> reg = findSpecialRegister(name))
      return SymbolRef::special(*reg);
  if (std::optional<uint32_t> index = bodySymbols.find(name))
    return SymbolRef::ofBody(*index);
  return {};
}

Binding BodyScope::numbered(llvm::StringRef name, SymbolRef ref) const {
  uint32_t number = 0;
  if (const Symbol *declared = symbol(ref); declared && declared->numbered)
    for (char digit : name.drop_front(declared->name.size()))
      number = 10 * number + static_cast<uint32_t>(digit - '0');
  return {ref, number};
}
