// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SYNTAX_LEX_WORDTABLE_H
#define PTX_SYNTAX_LEX_WORDTABLE_H

#include "ptx/Support/OpenTable.h"
#include "ptx/Support/ShortHash.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ptx {

/// A mnemonic or modifier as a small number: the n-th distinct word of its `WordTable`.
enum class WordId : uint16_t {
  /// A word for which the table had no more room. Its text is still at its token. It is no word of
  /// PTX: the last numbers of a table are for those alone.
  Overflow = 0xFFFF,
};

/// Numbers the distinct mnemonics and modifiers of some units of a module, so that each is compared
/// as text once and as a number afterwards. Does not copy text: the source buffer must outlive the
/// table.
class WordTable {
public:
  WordId intern(llvm::StringRef word) {
    uint32_t hash = shortHash(word);
    const Slot &known = table.find(
        hash, [&](const Slot &slot) { return slot.wordHash == hash && words[slot.word] == word; });
    return known.isFree() ? add(word, hash) : static_cast<WordId>(known.word);
  }

  llvm::StringRef text(WordId word) const { return words[static_cast<uint16_t>(word)]; }
  /// Number of words; their ids are 0 to size() - 1.
  uint32_t size() const { return static_cast<uint32_t>(words.size()); }

private:
  struct Slot {
    uint32_t wordHash = 0;
    uint16_t word = static_cast<uint16_t>(WordId::Overflow);

    bool isFree() const { return word == static_cast<uint16_t>(WordId::Overflow); }
    uint32_t hash() const { return wordHash; }
  };

  WordId add(llvm::StringRef word, uint32_t hash);

  OpenTable<Slot> table{512};
  llvm::SmallVector<llvm::StringRef, 0> words;
};

} // namespace ptx

#endif // PTX_SYNTAX_LEX_WORDTABLE_H
