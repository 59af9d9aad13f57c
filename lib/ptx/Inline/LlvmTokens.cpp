// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/LlvmTokens.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

static bool isNameCharacter(char c) { return llvm::isAlnum(c) || StringRef("-$._").contains(c); }

/// The token at the front of `text`, which is neither blank nor a comment: its length and kind.
static std::pair<size_t, LlvmKind> firstToken(StringRef text) {
  char c = text[0];
  size_t sigil = StringRef("@%$#!^").contains(c) ? 1 : 0;
  if (text.drop_front(sigil).starts_with("\"")) {
    size_t end = text.find('"', sigil + 1);
    if (end == StringRef::npos)
      return {text.size(), LlvmKind::Broken};
    return {end + 1, c == '"' ? LlvmKind::String : c == '@' ? LlvmKind::Global : LlvmKind::Word};
  }
  size_t end = std::min(text.find_if_not(isNameCharacter, sigil), text.size());
  if (end == sigil)
    return {1, LlvmKind::Punctuation};
  return {end, c == '@' ? LlvmKind::Global : c == '#' ? LlvmKind::Attributes : LlvmKind::Word};
}

std::vector<LlvmToken> ptx::tokenizeLlvm(StringRef text) {
  std::vector<LlvmToken> tokens;
  for (StringRef rest = text.ltrim(); !rest.empty(); rest = rest.ltrim()) {
    if (rest[0] == ';') {
      rest = rest.drop_until([](char c) { return c == '\n'; });
      continue;
    }
    auto begin = static_cast<uint32_t>(rest.data() - text.data());
    auto [length, kind] = firstToken(rest);
    tokens.push_back({{begin, begin + static_cast<uint32_t>(length)}, kind});
    rest = rest.drop_front(length);
  }
  return tokens;
}
