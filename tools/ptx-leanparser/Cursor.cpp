// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "Cursor.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx::lean;
using llvm::StringRef;

bool Cursor::accept(StringRef phrase) {
  StringRef seenWord = lastWord;
  std::vector<StringRef> wanted = splitTokens(phrase);
  for (size_t i = 0; i != wanted.size(); ++i) {
    StringRef found = peek(i);
    if (wanted[i] == "$" && !found.empty() &&
        (llvm::isAlnum(found.front()) || found.front() == '_'))
      seenWord = found;
    else if (wanted[i] != found)
      return false;
  }
  position += wanted.size();
  lastWord = seenWord;
  return true;
}

void Cursor::expect(StringRef phrase) {
  if (!accept(phrase))
    refuse("expected `" + phrase + "`, found " + (atEnd() ? "the end" : "`" + peek().str() + "`"));
}

llvm::ArrayRef<StringRef> Cursor::takeBalanced() {
  size_t start = position;
  for (unsigned depth = 1; !atEnd();) {
    StringRef token = next();
    depth += token == "(" || token == "{";
    depth -= token == ")" || token == "}";
    if (depth == 0)
      return source.tokens().slice(start, position - 1 - start);
  }
  refuse("expected a closing parenthesis or brace");
}
