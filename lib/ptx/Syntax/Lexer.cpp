// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lexer.h"

#include "ptx/Syntax/Scanner.h"

using namespace ptx;
using namespace ptx::charscan;
using llvm::StringRef;

/// `p` is after the first digit. A number ends where its form ends, even if a word follows at
/// once: the parser explains `08` and `1.5f` if what follows does not fit.
TokenKind Scanner::number() {
  char prefix = first[0] == '0' ? *p : '\0';
  switch (prefix) {
  case 'x':
  case 'X':
    if (!is(p[1], Hex))
      return TokenKind::Integer;
    ++p;
    skipWhile(Hex);
    break;
  case 'b':
  case 'B':
    if (p[1] != '0' && p[1] != '1')
      return TokenKind::Integer;
    ++p;
    while (*p == '0' || *p == '1')
      ++p;
    break;
  case 'f':
  case 'F':
    return hexFloat(8) ? TokenKind::Float32 : TokenKind::Integer;
  case 'd':
  case 'D':
    return hexFloat(16) ? TokenKind::Float64 : TokenKind::Integer;
  default: {
    skipWhile(Digit);
    bool isFloat = *p == '.';
    if (isFloat) {
      ++p;
      skipWhile(Digit);
    }
    if (exponent() || isFloat)
      return TokenKind::Float;
    if (first[0] == '0') {
      // Octal ends at the first digit that is none.
      const char *octal = first + 1;
      while (octal != p && *octal <= '7')
        ++octal;
      p = octal;
    }
    break;
  }
  }
  if (*p == 'U')
    ++p;
  return TokenKind::Integer;
}

/// Skips an exponent, if there is one at `p`.
bool Scanner::exponent() {
  if (*p != 'e' && *p != 'E')
    return false;
  const char *digits = p + 1;
  if (*digits == '+' || *digits == '-')
    ++digits;
  if (!is(*digits, Digit))
    return false;
  p = digits;
  skipWhile(Digit);
  return true;
}

/// `p` is at the `f` or `d` of `0f` and `0d`. Skips the `digits` hexadecimal digits that have to
/// follow.
bool Scanner::hexFloat(unsigned digits) {
  for (unsigned i = 1; i <= digits; ++i)
    if (!is(p[i], Hex))
      return false;
  p += digits + 1;
  return true;
}

/// `p` is after `#`. Skips `# 12 "file" 1` up to and with its line break, or returns false.
bool Scanner::lineMarker() {
  const char *q = p;
  auto blanks = [&q] {
    const char *from = q;
    while (*q == ' ' || *q == '\t')
      ++q;
    return q != from;
  };
  auto digits = [&q] {
    const char *from = q;
    while (is(*q, Digit))
      ++q;
    return q != from;
  };
  blanks();
  if (StringRef(q, static_cast<size_t>(end - q)).starts_with("line")) {
    q += 4;
    if (!blanks())
      return false;
  }
  if (!digits() || !blanks() || *q != '"')
    return false;
  q = stringEnd(q + 1, end);
  if (!q)
    return false;
  while (blanks())
    if (!digits())
      break;
  while (q != end && (*q == ' ' || *q == '\t' || *q == '\r'))
    ++q;
  if (q != end && *q != '\n')
    return false;
  p = q;
  return true;
}

void ptx::tokenize(StringRef source, SourceRange range, llvm::SmallVectorImpl<Token> &tokens) {
  Scanner scanner(source, range.begin, range.end);
  // Typical modules have a token for every four to six bytes.
  tokens.reserve(tokens.size() + (range.end - range.begin) / 4 + 8);
  for (;;) {
    TokenKind kind = scanner.next();
    if (kind == TokenKind::EndOfFile)
      return;
    tokens.push_back(Token(kind, scanner.start(), scanner.stop() - scanner.start()));
  }
}

Token ptx::nextToken(StringRef source, uint32_t offset, uint32_t end) {
  Scanner scanner(source, offset, end);
  TokenKind kind = scanner.next();
  return Token(kind, scanner.start(), scanner.stop() - scanner.start());
}

uint32_t ptx::tokenEnd(StringRef source, uint32_t offset) {
  Scanner scanner(source, offset, static_cast<uint32_t>(source.size()));
  scanner.next();
  return scanner.stop();
}

void ptx::collectTrivia(StringRef source, SourceRange gap, llvm::SmallVectorImpl<Trivia> &trivia) {
  const char *base = source.data();
  const char *p = base + gap.begin;
  const char *end = base + gap.end;
  auto add = [&](TriviaKind kind, const char *first, const char *stop) {
    trivia.push_back(
        {kind, {static_cast<uint32_t>(first - base), static_cast<uint32_t>(stop - base)}});
  };
  while (p < end) {
    const char *first = p++;
    if (*first == '#') {
      const char *quote = find(p, end, '"');
      const char *closing = quote ? stringEnd(quote + 1, end) : nullptr;
      p = lineCommentEnd(closing ? closing : p, end);
      add(TriviaKind::LineMarker, first, p);
    } else if (*first == '/' && p != end) {
      bool line = *p == '/';
      const char *stop = line ? lineCommentEnd(p + 1, end) : blockCommentEnd(p + 1, end);
      p = stop ? stop : end;
      add(line ? TriviaKind::LineComment : TriviaKind::BlockComment, first, p);
    }
  }
}
