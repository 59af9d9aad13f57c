// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_NAMES_NAMECACHE_H
#define PTX_SEMA_NAMES_NAMECACHE_H

#include "ptx/Sema/Names/BodyScope.h"
#include "ptx/Support/ShortHash.h"

#include <array>

namespace ptx {

/// The type of a register that is not a vector; none for anything else, or without a type.
class RegisterType {
public:
  RegisterType() = default;
  explicit RegisterType(const Symbol &symbol) {
    if (symbol.isRegister() && symbol.vectorLength == 1 && symbol.type)
      number = static_cast<uint8_t>(*symbol.type);
  }

  explicit operator bool() const { return number != none; }
  bool isIn(TypeSet types) const { return types >> number & 1; }

private:
  static constexpr uint8_t none = 63; // beyond all types, so in no set of types
  uint8_t number = none;
};

/// A cache of register names: one entry for all names of a `%r<100>`, one entry for each other
/// name. It only has names that begin with `%` and fit in a `ShortWord`. Other names may be labels,
/// whose lookup depends on where the name is used.
class NameCache {
public:
  explicit NameCache(const BodyScope &scope) : scope(scope) {}

  /// A register that a name refers to.
  struct Register {
    Binding binding;
    RegisterType type = {};
  };

  /// The register to which `name` refers, if it is cached, as nearly all names are. Otherwise the
  /// result has no type.
  LLVM_ATTRIBUTE_ALWAYS_INLINE Register find(llvm::StringRef name) const {
    if (!canKeep(name))
      return {};
    NumberedName parts(name);
    if (parts.hasNumber()) {
      Slot ofAll = slot(name.take_front(parts.stemSize), isStem);
      const Entry &known = entries[ofAll.index];
      if (ofAll.isIn(known) && parts.number < known.value)
        return {{known.symbol, static_cast<uint32_t>(parts.number)}, known.type};
    }
    Slot alone = slot(name, 0);
    const Entry &known = entries[alone.index];
    return alone.isIn(known) ? Register{{known.symbol, known.value}, known.type} : Register();
  }

  /// Looks up `name` at the source position `where`, which is after all declarations so far.
  Binding get(llvm::StringRef name, uint32_t where) {
    Register known = find(name);
    return known.type ? known.binding : learn(name, where);
  }

  /// The same for a name that `find` does not know.
  Binding learn(llvm::StringRef name, uint32_t where) {
    Binding found = scope.numbered(name, scope.find(name, where));
    if (canKeep(name))
      remember(name, found);
    return found;
  }

  /// Clears the cache.
  void forget() {
    generation += 2 * isStem;
    if (generation == 0)
      entries.fill({});
  }

  /// Removes the entry for the name of `symbol`, which is being declared or whose scope ends.
  void forget(const Symbol &symbol) {
    if (!canKeep(symbol.name))
      return;
    if (symbol.numbered || isStemKnown(symbol.name))
      return forget();
    Slot alone = slot(symbol.name, 0);
    if (Entry &known = entries[alone.index]; alone.isIn(known))
      known.key = 0;
  }

  /// Announces that the next names belong to `symbol`, the symbol of the body with this number.
  void declare(const Symbol &symbol, uint32_t number) {
    forget(symbol);
    if (!symbol.numbered && canKeep(symbol.name))
      remember(symbol.name, {SymbolRef::ofBody(number)});
  }

  /// Announces the label `name` of the body. A label that begins with `%` disables the cache.
  void declareLabel(llvm::StringRef name) { isOff |= name.starts_with("%"); }

private:
  /// The start of the number at the end of a name, and its value.
  struct NumberedName {
    explicit NumberedName(llvm::StringRef name) : size(name.size()), stemSize(size) {
      uint64_t scale = 1;
      // A name begins with `%`.
      for (uint8_t digit; (digit = static_cast<uint8_t>(name[stemSize - 1] - '0')) <= 9;
           --stemSize, scale *= 10)
        number += scale * digit;
    }

    bool hasNumber() const { return size != stemSize; }

    size_t size;
    size_t stemSize;
    uint64_t number = 0;
  };

  /// `head` and `tail` as in a `ShortWord`.
  struct Entry {
    uint64_t head = 0;
    uint64_t tail = 0;
    SymbolRef symbol = {};
    uint32_t value = 0; ///< for a stem: the number of registers; else the register's number
    uint32_t key = 0;   ///< the generation, whether it is a stem, and the length of the name
    RegisterType type = {};
  };
  /// The slot and the required contents of the entry of a name.
  struct Slot {
    size_t index;
    uint64_t head;
    uint64_t tail;
    uint32_t key;

    bool isIn(const Entry &entry) const {
      return entry.key == key && entry.head == head && entry.tail == tail;
    }
  };
  static constexpr uint32_t isStem = 128; // above all lengths

  bool canKeep(llvm::StringRef name) const {
    return !isOff && name.size() <= ShortWord::mostBytes && name.starts_with("%");
  }

  Slot slot(llvm::StringRef name, uint32_t kind) const {
    ShortWord word(name);
    return {word.hash() % entries.size(), word.head, word.tail,
            generation | kind | static_cast<uint32_t>(name.size())};
  }

  /// Whether the cache has an entry of several registers with the same text before the digits.
  bool isStemKnown(llvm::StringRef name) const {
    NumberedName parts(name);
    if (!parts.hasNumber())
      return false;
    Slot ofAll = slot(name.take_front(parts.stemSize), isStem);
    return ofAll.isIn(entries[ofAll.index]);
  }

  void remember(llvm::StringRef name, Binding found) {
    const Symbol *symbol = scope.symbol(found.symbol);
    RegisterType type = symbol && !symbol->broken ? RegisterType(*symbol) : RegisterType();
    if (!type)
      return;
    NumberedName parts(name);
    llvm::StringRef stem = name.take_front(parts.stemSize);
    bool isOfAll = parts.hasNumber() && found.symbol.isOfBody() &&
                   scope.symbols().findStem(stem) == found.symbol.index();
    Slot free = isOfAll ? slot(stem, isStem) : slot(name, 0);
    entries[free.index] = {
        free.head, free.tail, found.symbol, isOfAll ? symbol->count : found.number, free.key, type};
  }

  const BodyScope &scope;
  std::array<Entry, 128> entries = {};
  uint32_t generation = 2 * isStem;
  bool isOff = false;
};

} // namespace ptx

#endif // PTX_SEMA_NAMES_NAMECACHE_H
