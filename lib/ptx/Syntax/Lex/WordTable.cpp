// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/WordTable.h"

#include "ptx/Isa/Instructions.h"

using namespace ptx;

/// From this number on, only words of PTX are added; far more numbers remain than PTX has words. So
/// whether a PTX word is in the table does not depend on the other words.
constexpr uint16_t mostUnknown = 0xFFFF - 8192;

static bool isWordOfPtx(llvm::StringRef word) {
  if (!word.consume_front("."))
    return findOpcode(word).has_value();
  return findModifier(word.take_until([](char c) { return c == '['; })) != Modifier::none;
}

WordId WordTable::add(llvm::StringRef word, uint32_t hash) {
  auto number = static_cast<uint16_t>(words.size());
  bool isFull = number == static_cast<uint16_t>(WordId::Overflow);
  if (isFull || (number >= mostUnknown && !isWordOfPtx(word)))
    return WordId::Overflow;
  words.push_back(word);
  table.add({hash, number});
  return static_cast<WordId>(number);
}
