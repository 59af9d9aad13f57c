// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_LEX_WORDTABLE_H
#define PTX_SYNTAX_LEX_WORDTABLE_H

#include "ptx/Support/ShortHash.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
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
    uint32_t hash = shortHash(word);
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

  WordId insert(llvm::StringRef word, uint32_t hash, uint32_t slot);

  std::vector<Slot> slots;
  uint32_t mask;
  llvm::SmallVector<llvm::StringRef, 0> words;
};

} // namespace ptx

#endif // PTX_SYNTAX_LEX_WORDTABLE_H
