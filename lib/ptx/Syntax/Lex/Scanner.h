// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The scanner itself, inline since the lexer and the module scanner each run it as their inner
// loop. Private to lib/ptx/Syntax.

#ifndef PTX_SYNTAX_LEX_SCANNER_H
#define PTX_SYNTAX_LEX_SCANNER_H

#include "ptx/Syntax/Lex/CharScan.h"
#include "ptx/Syntax/Lex/Token.h"

#include "llvm/Support/Compiler.h"

#include <string_view>

namespace ptx::charscan {

struct Keyword {
  std::string_view text;
  TokenKind kind;
};

// Every token kind with one spelling, the spellings of `Vector`, and the first word of
// `SourceText`.
inline constexpr Keyword spellings[] = {
#define PTX_SPELLING(name, text) {text, TokenKind::name},
#include "ptx/Syntax/TokenKinds.inc"
    {".v2", TokenKind::Vector},
    {".v4", TokenKind::Vector},
    {".source_begin", TokenKind::SourceText},
};

// An open-addressing hash table of the dotted keywords, built at compile time. Most dotted words
// are plain modifiers; their length and first letter rule out a keyword.
class DottedKeywords {
public:
  constexpr DottedKeywords() {
    for (size_t i = 0; i < std::size(spellings); ++i) {
      std::string_view text = spellings[i].text;
      if (text[0] != '.' || text.size() < 3)
        continue;
      unsigned slot = hash(text.data(), text.size());
      while (slots[slot])
        slot = (slot + 1) % slotCount;
      slots[slot] = static_cast<uint8_t>(i + 1);
      if (text.size() > mostBytes)
        mostBytes = text.size();
      letters[text.size()] |= letterBit(text[1]);
    }
  }

  /// The kind of the dotted word of `length` >= 3 bytes at `p`.
  TokenKind lookup(const char *p, size_t length) const {
    if (length > mostBytes || !(letters[length] & letterBit(p[1])))
      return TokenKind::Modifier;
    for (unsigned slot = hash(p, length); slots[slot]; slot = (slot + 1) % slotCount) {
      const Keyword &k = spellings[slots[slot] - 1];
      if (k.text.size() == length && memcmp(k.text.data(), p, length) == 0)
        return k.kind;
    }
    return TokenKind::Modifier;
  }

private:
  static constexpr unsigned slotCount = 512;

  static constexpr uint64_t letterBit(char c) { return uint64_t(1) << (c & 63); }

  static constexpr unsigned hash(const char *p, size_t length) {
    auto byte = [p](size_t i) { return static_cast<uint8_t>(p[i]); };
    return (byte(1) * 31u + byte(2) * 131u + byte(length - 1) * 7u + byte(length / 2) * 17u +
            static_cast<unsigned>(length) * 57u) %
           slotCount;
  }

  std::array<uint8_t, slotCount> slots{};
  size_t mostBytes = 0;
  std::array<uint64_t, 32> letters{}; // by length: the first letters of keywords
};
inline constexpr DottedKeywords dottedKeywords;
static_assert(std::size(spellings) < 255);

// The kinds of the characters that are a token whatever follows them.
inline constexpr std::array<TokenKind, 256> singleCharacters = [] {
  std::array<TokenKind, 256> table{};
  for (const Keyword &k : spellings)
    if (k.text.size() == 1 &&
        std::string_view("_<>=!&|/@").find(k.text[0]) == std::string_view::npos)
      table[static_cast<uint8_t>(k.text[0])] = k.kind;
  return table;
}();

inline bool spells(const char *p, llvm::StringRef word) {
  return memcmp(p, word.data(), word.size()) == 0;
}

/// The kind of the identifier of `length` bytes that starts with a letter.
inline TokenKind identifierKind(const char *p, size_t length) {
  switch (length) {
  case 4:
    return spells(p, "call") ? TokenKind::Call : TokenKind::Identifier;
  case 7:
    if (*p == 'g' && spells(p, "generic"))
      return TokenKind::Generic;
    return *p == 'W' && spells(p, "WARP_SZ") ? TokenKind::WarpSize : TokenKind::Identifier;
  case 10:
    return *p == 'i' && spells(p, "inlined_at") ? TokenKind::InlinedAt : TokenKind::Identifier;
  case 13:
    return *p == 'f' && spells(p, "function_name") ? TokenKind::FunctionName
                                                   : TokenKind::Identifier;
  default:
    return TokenKind::Identifier;
  }
}

// Rare or long tokens are scanned outside of the inner loop. These functions do not change the
// scanner, so its state can stay in machine registers.

/// A token that starts before `stop`.
struct Scanned {
  TokenKind kind;
  const char *stop;
};

/// The number whose first digit is at `first`.
Scanned scanNumber(const char *first);
/// The position after the exponent at `p`; `p` if there is none.
const char *exponentEnd(const char *p);
/// `p` is after `#`. The end of the line marker, or null if this is not a line marker.
const char *lineMarkerEnd(const char *p, const char *end);

/// `parts` is the text after the first `::` of a qualified word that ends at `p`. Returns the end
/// of the sparse vector factor that starts with this word, as in `.sp::2:4`; `p` if there is none.
const char *factorEnd(const char *parts, const char *p);
/// `p` is after `.source_begin`. The position after `.source_end`, or null if there is none.
const char *sourceTextEnd(const char *p, const char *end);

// Reads one token after another. `p` never passes `end`, and `*end` can be read: it is the NUL byte
// after the buffer or the brace that closes a body. Neither continues a token.
class Scanner {
public:
  Scanner(llvm::StringRef source, uint32_t begin, uint32_t end)
      : base(source.data()), p(base + begin), end(base + end) {}

  /// Moves to the next token and returns its kind. Then `start()` and `stop()` are its ends.
  TokenKind next();

  /// Continues at the byte `offset`.
  void jump(uint32_t offset) { p = base + offset; }

  uint32_t start() const { return static_cast<uint32_t>(first - base); }
  uint32_t stop() const { return static_cast<uint32_t>(p - base); }

private:
  TokenKind dottedWord();
  void skipWhile(uint8_t wanted) { p = charscan::skipWhile(p, wanted); }
  TokenKind pair(char second, TokenKind both, TokenKind alone) {
    if (*p != second)
      return alone;
    ++p;
    return both;
  }

  const char *base;
  const char *p;
  const char *end;
  const char *first = nullptr;
};

LLVM_ATTRIBUTE_ALWAYS_INLINE TokenKind Scanner::next() {
  for (;;) {
    skipWhile(Space);
    // White space may follow the end of a body, so the test must be after it.
    if (p >= end) {
      first = p = end;
      return TokenKind::EndOfFile;
    }
    first = p;
    char c = *p++;
    uint8_t bits = classes[static_cast<uint8_t>(c)];
    if (c == '.')
      return dottedWord();
    if (bits & Letter) {
      skipWhile(Word);
      return identifierKind(first, static_cast<size_t>(p - first));
    }
    if (c == '%') {
      if (!is(*p, Word))
        return TokenKind::Percent;
      skipWhile(Word);
      return TokenKind::Identifier;
    }
    if (TokenKind kind = singleCharacters[static_cast<uint8_t>(c)]; kind != TokenKind())
      return kind;
    if (bits & Digit) {
      Scanned number = scanNumber(first);
      p = number.stop;
      return number.kind;
    }
    switch (c) {
    case '_':
    case '$':
      if (is(*p, Word)) {
        skipWhile(Word);
        return TokenKind::Identifier;
      }
      return c == '_' ? TokenKind::Sink : TokenKind::Unexpected;
    case '/':
      if (p != end && *p == '/') {
        p = lineCommentEnd(p + 1, end);
        continue;
      }
      if (p != end && *p == '*') {
        if (const char *stop = blockCommentEnd(p + 1, end)) {
          p = stop;
          continue;
        }
        p = end;
        return TokenKind::UnterminatedComment;
      }
      return TokenKind::Slash;
    case '"':
      if (const char *stop = stringEnd(p, end)) {
        p = stop;
        return TokenKind::String;
      }
      p = end;
      return TokenKind::UnterminatedString;
    case '#':
      if (const char *stop = lineMarkerEnd(p, end)) {
        p = stop;
        continue;
      }
      return TokenKind::Unexpected;
    case '@':
      if (llvm::StringRef(p, static_cast<size_t>(end - p)).starts_with("@DWARF")) {
        p += 6;
        return TokenKind::Dwarf;
      }
      return TokenKind::At;
    case '<':
      if (*p == '<')
        return ++p, TokenKind::ShiftL;
      return pair('=', TokenKind::LessEqual, TokenKind::Less);
    case '>':
      if (*p == '>')
        return ++p, TokenKind::ShiftR;
      return pair('=', TokenKind::GreaterEqual, TokenKind::Greater);
    case '=':
      return pair('=', TokenKind::EqualEqual, TokenKind::Assign);
    case '!':
      return pair('=', TokenKind::NotEqual, TokenKind::Not);
    case '&':
      return pair('&', TokenKind::AmpAmp, TokenKind::Amp);
    case '|':
      return pair('|', TokenKind::PipePipe, TokenKind::Pipe);
    default:
      return TokenKind::Unexpected;
    }
  }
}

LLVM_ATTRIBUTE_ALWAYS_INLINE TokenKind Scanner::dottedWord() {
  const char *word = p;
  skipWhile(Word);
  if (p == word)
    return TokenKind::Unexpected;
  if (is(*word, Digit)) {
    // `.5` and `.5e3` are numbers, `.3d` and `.16x64b` words.
    const char *stop = p;
    p = word;
    skipWhile(Digit);
    p = exponentEnd(p);
    if (p >= stop)
      return TokenKind::Float;
    p = stop;
  }
  if (p[0] == ':' && p[1] == ':' && is(p[2], Word)) {
    const char *parts = p + 2;
    do {
      p += 2;
      skipWhile(Word);
    } while (p[0] == ':' && p[1] == ':' && is(p[2], Word));
    p = factorEnd(parts, p);
  }
  size_t length = static_cast<size_t>(p - first);
  if (length < 3)
    return TokenKind::Modifier;
  TokenKind kind = dottedKeywords.lookup(first, length);
  if (LLVM_UNLIKELY(kind == TokenKind::SourceText)) {
    const char *stop = sourceTextEnd(p, end);
    p = stop ? stop : end;
    return stop ? kind : TokenKind::Unexpected;
  }
  if (kind == TokenKind::Const && *p == '[') {
    const char *q = p + 1;
    while (is(*q, Digit))
      ++q;
    if (q != p + 1 && *q == ']') {
      p = q + 1;
      return TokenKind::ConstBank;
    }
  }
  return kind;
}

} // namespace ptx::charscan

#endif // PTX_SYNTAX_LEX_SCANNER_H
