// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/StringLiteral.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"

using namespace ptx;
using llvm::StringRef;

/// The length of a backslash that joins two lines, with the line break; 0 for any other backslash.
static size_t spliceAt(StringRef text) {
  size_t end = text.find_first_not_of(" \t\r\v\f", 1);
  return text[0] == '\\' && end != StringRef::npos && text[end] == '\n' ? end + 1 : 0;
}

/// Consumes at most `most` digits of `base` at the start of `text` and returns their value.
static uint32_t takeDigits(StringRef &text, unsigned base, size_t most) {
  uint32_t value = 0;
  for (; most && !text.empty() && llvm::hexDigitValue(text[0]) < base; --most) {
    value = value * base + llvm::hexDigitValue(text[0]);
    text = text.drop_front();
  }
  return value;
}

/// Consumes the escape sequence at the start of `text` and returns its character.
static std::string takeEscape(StringRef &text) {
  text = text.drop_front();
  char c = text.empty() ? '\\' : text[0];
  if (c >= '0' && c <= '7')
    return std::string(1, static_cast<char>(takeDigits(text, 8, 3)));
  text = text.drop_front(!text.empty());
  switch (c) {
  case 'n':
    return "\n";
  case 't':
    return "\t";
  case 'r':
    return "\r";
  case 'v':
    return "\v";
  case 'f':
    return "\f";
  case 'a':
    return "\a";
  case 'b':
    return "\b";
  case 'e':
    return "\x1B";
  case 'x':
    return std::string(1, static_cast<char>(takeDigits(text, 16, StringRef::npos)));
  case 'u':
  case 'U': {
    char encoded[UNI_MAX_UTF8_BYTES_PER_CODE_POINT];
    char *end = encoded;
    uint32_t value = takeDigits(text, 16, c == 'u' ? 4 : 8);
    return llvm::ConvertCodePointToUTF8(value, end) ? std::string(encoded, end) : "?";
  }
  default:
    return std::string(1, c);
  }
}

/// A raw literal, whose `rest` begins after the first quote.
static bool appendRaw(StringRef rest, uint32_t at, MappedText &text) {
  size_t open = rest.find('(');
  std::string closing = (")" + rest.take_front(open) + "\"").str();
  size_t end = open == StringRef::npos ? open : rest.find(closing, open + 1);
  if (end == StringRef::npos)
    return false;
  text.append(rest.slice(open + 1, end), at + open + 1);
  return end + closing.size() == rest.size();
}

bool ptx::appendLiteral(StringRef source, SourceRange range, MappedText &text) {
  StringRef literal = source.slice(range.begin, range.end);
  size_t quote = literal.find('"');
  auto offset = [&](StringRef rest) { return static_cast<uint32_t>(rest.data() - source.data()); };
  StringRef rest = literal.drop_front(std::min(quote, literal.size() - 1) + 1);
  if (quote != StringRef::npos && literal.take_front(quote).ends_with("R"))
    return appendRaw(rest, offset(rest), text);
  while (!rest.empty()) {
    size_t plain = std::min(rest.find_first_of("\"\\"), rest.size());
    text.append(rest.take_front(plain), offset(rest));
    rest = rest.drop_front(plain);
    if (rest.empty() || rest[0] == '"')
      break;
    if (size_t splice = spliceAt(rest)) {
      rest = rest.drop_front(splice);
      continue;
    }
    uint32_t begin = offset(rest);
    std::string character = takeEscape(rest);
    text.appendSpelled(character, {begin, offset(rest)});
  }
  return rest.size() == 1;
}

uint32_t ptx::startOfText(StringRef source, SourceRange range) {
  StringRef literal = source.slice(range.begin, range.end);
  size_t quote = std::min(literal.find('"'), literal.size() - 1);
  bool isRaw = literal.take_front(quote).ends_with("R");
  size_t opening = isRaw ? std::min(literal.find('(', quote), literal.size() - 1) : quote;
  return range.begin + static_cast<uint32_t>(opening) + 1;
}
