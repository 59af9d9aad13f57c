// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMECACHE_H
#define PTX_SEMA_NAMECACHE_H

#include "ptx/Sema/BodyScope.h"
#include "ptx/Support/ShortHash.h"

#include "llvm/ADT/StringExtras.h"

#include <array>

namespace ptx {

/// Remembers what the names of registers represent: those of one `%r<100>` together, others one by
/// one. Only names that begin with `%` and have at most 16 bytes are kept: other names can be those
/// of labels, for which it matters where the name is used.
class NameCache {
public:
  explicit NameCache(const BodyScope &scope) : scope(scope) {}

  /// What `name` refers to at the source position `where`, which is after all that is declared.
  Binding get(llvm::StringRef name, uint32_t where) {
    if (isOff || name.size() > ShortWord::mostBytes || !name.starts_with("%"))
      return scope.numbered(name, scope.find(name, where));
    size_t stemSize = name.size();
    uint64_t number = 0;
    for (uint64_t scale = 1; llvm::isDigit(name[stemSize - 1]); --stemSize, scale *= 10)
      number += scale * static_cast<uint64_t>(name[stemSize - 1] - '0');
    if (stemSize != name.size()) {
      Slot ofAll = slot(name.take_front(stemSize), isStem);
      if (ofAll.holds && number < ofAll.entry.value)
        return {ofAll.entry.symbol, static_cast<uint32_t>(number)};
    }
    Slot alone = slot(name, 0);
    if (alone.holds)
      return {alone.entry.symbol, alone.entry.value};
    Binding found = scope.numbered(name, scope.find(name, where));
    remember(name, stemSize, found);
    return found;
  }

  /// Forgets all: a name was declared, or a scope has ended.
  void forget() {
    generation += 2 * isStem;
    if (generation == 0)
      entries.fill({});
  }

  /// Says that there is a label `name` in the body.
  void declareLabel(llvm::StringRef name) { isOff |= name.starts_with("%"); }

private:
  struct Entry {
    uint64_t head = 0;
    uint64_t tail = 0;
    SymbolRef symbol = {};
    uint32_t value = 0; ///< of a stem: how many registers there are; else the register's number
    uint32_t key = 0;   ///< the generation, whether it is a stem, and the length of the name
  };
  struct Slot {
    Entry &entry;
    Entry wanted;
    bool holds;
  };
  static constexpr uint32_t isStem = 32; // above all lengths

  Slot slot(llvm::StringRef name, uint32_t kind) {
    ShortWord word(name);
    Entry &entry = entries[word.hash() % entries.size()];
    uint32_t key = generation | kind | static_cast<uint32_t>(name.size());
    bool holds = entry.key == key && entry.head == word.head && entry.tail == word.tail;
    return {entry, {.head = word.head, .tail = word.tail, .key = key}, holds};
  }

  void remember(llvm::StringRef name, size_t stemSize, Binding found) {
    if (!found.symbol)
      return;
    llvm::StringRef stem = name.take_front(stemSize);
    bool isOfAll = stemSize != name.size() && found.symbol.isOfBody() &&
                   scope.symbols().findStem(stem) == found.symbol.index();
    Slot free = isOfAll ? slot(stem, isStem) : slot(name, 0);
    free.entry = free.wanted;
    free.entry.symbol = found.symbol;
    free.entry.value = isOfAll ? scope.symbol(found.symbol)->count : found.number;
  }

  const BodyScope &scope;
  std::array<Entry, 128> entries = {};
  uint32_t generation = 2 * isStem;
  bool isOff = false;
};

} // namespace ptx

#endif // PTX_SEMA_NAMECACHE_H
