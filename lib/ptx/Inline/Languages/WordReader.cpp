// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Languages/WordReader.h"

#include "llvm/ADT/SmallVector.h"

using namespace ptx;
using llvm::StringRef;

/// The length of the comment at the start of `text`; 0 if there is none.
static size_t commentLength(StringRef text, const WordSyntax &syntax) {
  if (!text.starts_with(syntax.commentBegin))
    return text.starts_with(syntax.lineComment) ? std::min(text.find('\n'), text.size()) : 0;
  unsigned depth = 0;
  for (size_t at = 0; at + 1 < text.size(); ++at) {
    StringRef two = text.substr(at, 2);
    bool opens = two == syntax.commentBegin, closes = two == syntax.commentEnd;
    depth += opens;
    depth -= closes;
    at += opens || closes;
    if (depth == 0)
      return at + 1;
  }
  return text.size();
}

WordReader::WordReader(StringRef source, const WordSyntax &syntax) : source(source) {
  statements.reserve(expectedStatements(source));
  llvm::SmallVector<uint32_t> open;
  for (StringRef rest = source.ltrim(); !rest.empty(); rest = rest.ltrim()) {
    if (size_t length = commentLength(rest, syntax)) {
      rest = rest.drop_front(length);
      continue;
    }
    auto begin = static_cast<uint32_t>(rest.data() - source.data());
    uint32_t index = count();
    bool isAfterValue =
        index > 0 && tokens.back().range.end == begin &&
        (tokens.back().kind == WordKind::Word || StringRef(")]}'").contains(source[begin - 1]));
    auto [length, kind] = syntax.firstToken(rest, isAfterValue);
    tokens.push_back({{{begin, begin + static_cast<uint32_t>(length)}, kind}});
    if (kind == WordKind::Broken)
      break;
    char c = rest[0];
    if (kind == WordKind::Punctuation && (c == '(' || c == '[' || c == '{'))
      open.push_back(index);
    if (kind == WordKind::Punctuation && (c == ')' || c == ']' || c == '}') && !open.empty())
      tokens[open.pop_back_val()].closing = index;
    rest = rest.drop_front(length);
  }
}
