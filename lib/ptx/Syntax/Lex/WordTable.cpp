// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/WordTable.h"

using namespace ptx;

WordTable::WordTable() : slots(1024, Slot{0, emptySlot}), mask(1023) {}

WordId WordTable::insert(llvm::StringRef word, uint32_t hash, uint32_t slot) {
  if (words.size() == static_cast<uint16_t>(WordId::Overflow))
    return WordId::Overflow;
  uint16_t id = static_cast<uint16_t>(words.size());
  words.push_back(word);
  slots[slot] = {hash, id};
  if (words.size() * 2 > slots.size()) {
    std::vector<Slot> old(slots.size() * 2, Slot{0, emptySlot});
    old.swap(slots);
    mask = static_cast<uint32_t>(slots.size()) - 1;
    for (const Slot &s : old) {
      if (s.word == emptySlot)
        continue;
      uint32_t i = s.hash & mask;
      while (slots[i].word != emptySlot)
        i = (i + 1) & mask;
      slots[i] = s;
    }
  }
  return static_cast<WordId>(id);
}
