// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/WordTable.h"

using namespace ptx;

WordId WordTable::add(llvm::StringRef word, uint32_t hash) {
  auto number = static_cast<uint16_t>(words.size());
  if (number == static_cast<uint16_t>(WordId::Overflow))
    return WordId::Overflow;
  words.push_back(word);
  table.add({hash, number});
  return static_cast<WordId>(number);
}
