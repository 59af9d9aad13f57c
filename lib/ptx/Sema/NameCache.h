// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMECACHE_H
#define PTX_SEMA_NAMECACHE_H

#include "ptx/Sema/Symbols.h"
#include "ptx/Support/ShortHash.h"

#include <array>

namespace ptx {

/// Remembers what the names of registers stand for, since most are used again soon after. Only
/// names that begin with `%` and have at most 16 bytes are kept: other names can be those of
/// labels, for which it matters where the name is used.
class NameCache {
public:
  /// What `name` stands for; calls `find` for it if that is not known.
  template <class Find> SymbolRef get(llvm::StringRef name, Find find) {
    if (isOff || name.size() > ShortWord::mostBytes || !name.starts_with("%"))
      return find();
    ShortWord word(name);
    Entry &entry = entries[word.hash() % entries.size()];
    uint32_t key = generation | static_cast<uint32_t>(name.size());
    if (entry.key == key && entry.head == word.head && entry.tail == word.tail)
      return entry.symbol;
    SymbolRef symbol = find();
    if (symbol)
      entry = {word.head, word.tail, symbol, key};
    return symbol;
  }

  /// Forgets all: a name was declared, or a scope has ended.
  void forget() {
    generation += 32;
    if (generation == 0)
      entries.fill({});
  }

  /// Says that there is a label `name` in the body.
  void declareLabel(llvm::StringRef name) { isOff |= name.starts_with("%"); }

private:
  struct Entry {
    uint64_t head = 0;
    uint64_t tail = 0;
    SymbolRef symbol;
    uint32_t key = 0; ///< the generation, and the length of the name below it
  };

  std::array<Entry, 128> entries = {};
  uint32_t generation = 32;
  bool isOff = false;
};

} // namespace ptx

#endif // PTX_SEMA_NAMECACHE_H
