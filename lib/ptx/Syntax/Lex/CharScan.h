// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The character classes and the few scanning steps that the lexer and the body scanner have to
// agree on. Private to lib/ptx/Syntax.

#ifndef PTX_SYNTAX_LEX_CHARSCAN_H
#define PTX_SYNTAX_LEX_CHARSCAN_H

#include <array>
#include <cstdint>
#include <cstring>

namespace ptx::charscan {

enum CharClass : uint8_t {
  Word = 1,    // [a-zA-Z0-9_$]
  Digit = 2,   // [0-9]
  Hex = 4,     // [0-9a-fA-F]
  Space = 8,   // [ \t\n\r\f] and ^Z
  Letter = 16, // [a-zA-Z]
};

inline constexpr std::array<uint8_t, 256> classes = [] {
  std::array<uint8_t, 256> table{};
  for (int c = 0; c < 256; ++c) {
    bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    bool digit = c >= '0' && c <= '9';
    uint8_t bits = 0;
    if (letter || digit || c == '_' || c == '$')
      bits |= Word;
    if (digit)
      bits |= Digit;
    if (digit || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'))
      bits |= Hex;
    if (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == 0x1A)
      bits |= Space;
    if (letter)
      bits |= Letter;
    table[c] = bits;
  }
  return table;
}();

inline bool is(char c, uint8_t wanted) { return classes[static_cast<uint8_t>(c)] & wanted; }

/// The first byte from `p` on that is not `wanted`. Precondition: there is one.
inline const char *skipWhile(const char *p, uint8_t wanted) {
  while (is(*p, wanted))
    ++p;
  return p;
}

inline const char *find(const char *p, const char *end, char wanted) {
  return static_cast<const char *>(memchr(p, wanted, static_cast<size_t>(end - p)));
}

/// `p` is after `//`. Returns the line break that ends the comment, or `end`.
inline const char *lineCommentEnd(const char *p, const char *end) {
  const char *newline = find(p, end, '\n');
  return newline ? newline : end;
}

/// `p` is after `/*`. Returns the position after the closing `*/`, or null if there is none.
inline const char *blockCommentEnd(const char *p, const char *end) {
  while (const char *star = find(p, end, '*')) {
    p = star + 1;
    if (p != end && *p == '/')
      return p + 1;
  }
  return nullptr;
}

/// `p` is after `"`. Returns the position after the closing quote, or null if there is none.
inline const char *stringEnd(const char *p, const char *end) {
  const char *quote = find(p, end, '"');
  return quote ? quote + 1 : nullptr;
}

} // namespace ptx::charscan

#endif // PTX_SYNTAX_LEX_CHARSCAN_H
