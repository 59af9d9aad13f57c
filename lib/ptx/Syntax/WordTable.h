// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_WORDTABLE_H
#define PTX_SYNTAX_WORDTABLE_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/xxhash.h"

#include <cstdint>
#include <cstring>
#include <vector>

namespace ptx {

/// A mnemonic or modifier as a small number: the n-th distinct word of its `WordTable`.
enum class WordId : uint16_t {
  /// A word that no longer had room. Its text is still at its token. No instruction
  /// of PTX is among 65,535 others, so it is an unknown word.
  Overflow = 0xFFFF,
};

/// Numbers the distinct mnemonics and modifiers of a module, so that each is compared as text once
/// and as a number from then on. Does not copy text: the source buffer must stay.
class WordTable {
public:
  WordTable();

  WordId intern(llvm::StringRef word) {
    uint32_t hash = hashOf(word);
    for (uint32_t slot = hash & mask;; slot = (slot + 1) & mask) {
      const Slot &s = slots[slot];
      if (s.word == emptySlot)
        return insert(word, hash, slot);
      if (s.hash == hash && words[s.word] == word)
        return static_cast<WordId>(s.word);
    }
  }

  llvm::StringRef text(WordId word) const { return words[static_cast<uint16_t>(word)]; }
  /// Number of words; their ids are 0 to size() - 1.
  uint32_t size() const { return static_cast<uint32_t>(words.size()); }

private:
  static constexpr uint16_t emptySlot = 0xFFFF;
  struct Slot {
    uint32_t hash;
    uint16_t word;
  };

  // Nearly every word has at most 16 bytes, which two overlapping loads cover.
  static uint32_t hashOf(llvm::StringRef word) {
    size_t n = word.size();
    const char *p = word.data();
    uint64_t head, tail;
    if (n > 16)
      return static_cast<uint32_t>(llvm::xxh3_64bits(word) >> 32);
    if (n >= 8) {
      head = load<uint64_t>(p);
      tail = load<uint64_t>(p + n - 8);
    } else if (n >= 4) {
      head = load<uint32_t>(p);
      tail = load<uint32_t>(p + n - 4);
    } else {
      head = n ? static_cast<uint8_t>(p[0]) | static_cast<uint8_t>(p[n - 1]) << 8 : 0;
      tail = n ? static_cast<uint8_t>(p[n / 2]) : 0;
    }
    uint64_t h = (head * 0x9E3779B97F4A7C15u ^ tail) * 0xC2B2AE3D27D4EB4Fu + n;
    return static_cast<uint32_t>(h >> 32);
  }

  template <class T> static uint64_t load(const char *p) {
    T value;
    memcpy(&value, p, sizeof value);
    return value;
  }

  WordId insert(llvm::StringRef word, uint32_t hash, uint32_t slot);

  std::vector<Slot> slots;
  uint32_t mask;
  llvm::SmallVector<llvm::StringRef, 0> words;
};

} // namespace ptx

#endif // PTX_SYNTAX_WORDTABLE_H
