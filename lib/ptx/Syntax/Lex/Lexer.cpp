// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Lex/Lexer.h"

#include "ptx/Syntax/Lex/Scanner.h"

#include <iterator>

using namespace ptx;
using namespace ptx::charscan;
using llvm::StringRef;

/// The end of the `digits` hexadecimal digits after `p`, the letter of `0f` or `0d`; null if there
/// are fewer.
static const char *hexFloatEnd(const char *p, unsigned digits) {
  for (unsigned i = 1; i <= digits; ++i)
    if (!is(p[i], Hex))
      return nullptr;
  return p + digits + 1;
}

/// A number in decimal, or in octal if it starts with 0 and is an integer.
static Scanned scanDecimal(const char *first) {
  const char *p = skipWhile(first, Digit);
  bool isFloat = *p == '.';
  if (isFloat)
    p = skipWhile(p + 1, Digit);
  const char *end = exponentEnd(p);
  if (end != p || isFloat)
    return {TokenKind::Float, end};
  if (first[0] == '0') {
    // An octal number ends at the first digit that is not octal.
    const char *octal = first + 1;
    while (octal != p && *octal <= '7')
      ++octal;
    p = octal;
  }
  return {TokenKind::Integer, p};
}

/// A number ends where its syntax ends, even if a word follows directly. The parser explains `08`
/// and `1.5f` if the following token is unexpected.
Scanned charscan::scanNumber(const char *first) {
  const char *p = first + 1;
  switch (first[0] == '0' ? *p : '\0') {
  case 'x':
  case 'X':
    if (!is(p[1], Hex))
      return {TokenKind::Integer, p};
    p = skipWhile(p + 1, Hex);
    break;
  case 'b':
  case 'B':
    if (p[1] != '0' && p[1] != '1')
      return {TokenKind::Integer, p};
    ++p;
    while (*p == '0' || *p == '1')
      ++p;
    break;
  case 'f':
  case 'F':
    if (const char *end = hexFloatEnd(p, 8))
      return {TokenKind::Float32, end};
    return {TokenKind::Integer, p};
  case 'd':
  case 'D':
    if (const char *end = hexFloatEnd(p, 16))
      return {TokenKind::Float64, end};
    return {TokenKind::Integer, p};
  default: {
    Scanned number = scanDecimal(first);
    if (number.kind == TokenKind::Float)
      return number;
    p = number.stop;
    break;
  }
  }
  return {TokenKind::Integer, *p == 'U' ? p + 1 : p};
}

const char *charscan::exponentEnd(const char *p) {
  if (*p != 'e' && *p != 'E')
    return p;
  const char *digits = p + 1;
  if (*digits == '+' || *digits == '-')
    ++digits;
  return is(*digits, Digit) ? skipWhile(digits, Digit) : p;
}

const char *charscan::factorEnd(const char *parts, const char *p) {
  if (*p != ':' || !is(p[1], Digit) || charscan::skipWhile(parts, Digit) != p)
    return p;
  return charscan::skipWhile(p + 1, Digit);
}

const char *charscan::sourceTextEnd(const char *p, const char *end) {
  static constexpr llvm::StringLiteral last = ".source_end";
  llvm::StringRef text(p, static_cast<size_t>(end - p));
  size_t found = text.find(last);
  return found == llvm::StringRef::npos ? nullptr : p + found + last.size();
}

/// Skips `# 12 "file" 1` up to its line break.
const char *charscan::lineMarkerEnd(const char *p, const char *end) {
  auto blanks = [&p] {
    const char *from = p;
    while (is(*p, Space) && *p != '\n' && *p != '\r')
      ++p;
    return p != from;
  };
  auto digits = [&p] {
    const char *from = p;
    p = skipWhile(p, Digit);
    return p != from;
  };
  blanks();
  if (StringRef(p, static_cast<size_t>(end - p)).starts_with("line")) {
    p += 4;
    if (!blanks())
      return nullptr;
  }
  if (!digits() || !blanks() || *p != '"')
    return nullptr;
  p = stringEnd(p + 1, end);
  if (!p)
    return nullptr;
  while (blanks())
    if (!digits())
      break;
  while (is(*p, Space) && *p != '\n')
    ++p;
  return p != end && *p == '\n' ? p : nullptr;
}

void ptx::tokenize(StringRef source, SourceRange range, llvm::SmallVectorImpl<Token> &tokens) {
  Scanner scanner(source, range.begin, range.end);
  // Typical modules have a token for every four to six bytes.
  tokens.reserve(tokens.size() + (range.end - range.begin) / 4 + 8);
  // They are first stored in a small array, whose bounds stay in machine registers.
  Token some[64];
  TokenKind kind = TokenKind::EndOfFile;
  do {
    Token *next = some;
    while (next != std::end(some) && (kind = scanner.next()) != TokenKind::EndOfFile)
      *next++ = Token(kind, scanner.start(), scanner.stop() - scanner.start());
    tokens.append(some, next);
  } while (kind != TokenKind::EndOfFile);
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

SourceRange TokenList::longRange(uint32_t begin) const { return {begin, tokenEnd(source, begin)}; }

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
