// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors of the text itself: characters, strings, comments and numbers.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Syntax/Lex/CharScan.h"
#include "ptx/Syntax/Lex/Scanner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/bit.h"

#include <array>

using namespace ptx;
using llvm::StringRef;

/// Whether `line`, with a line break after it, is a line marker.
static bool isLineMarker(StringRef line) {
  std::string ended = (line.drop_front() + "\n").str();
  return charscan::lineMarkerEnd(ended.data(), ended.data() + ended.size());
}

/// Whether the line that begins with `#` is a directive of a C preprocessor.
static bool isDirective(StringRef line) {
  StringRef word = line.drop_front().ltrim().take_while(llvm::isAlpha);
  constexpr std::array<StringRef, 12> words = {"define", "include", "if",    "ifdef",
                                               "ifndef", "elif",    "else",  "endif",
                                               "undef",  "pragma",  "error", "line"};
  return llvm::is_contained(words, word);
}

/// Explains the lexical error if the text found is not a valid token.
bool SyntaxErrors::lexical() {
  DiagnosticList &list = *parser.diagnostics;
  StringRef buffer = parser.tokens.buffer();
  SourceRange range = here();
  // The lexer ends a name, and even its `%`, before such a byte.
  if (uint32_t next = parser.position() + 1;
      kindAt(next) == TokenKind::Unexpected && touches(next)) {
    auto isAscii = [&](uint32_t place) { return static_cast<uint8_t>(buffer[place]) < 0x80; };
    if (isAscii(range.begin) && !isAscii(range.end)) {
      list.emit(diag::NonAsciiCharacter{.range = parser.tokens.range(next),
                                        .byte = static_cast<uint8_t>(buffer[range.end])});
      return true;
    }
  }
  switch (kind()) {
  case TokenKind::UnterminatedString:
    list.emit(diag::UnterminatedString{.range = {range.begin, range.begin + 1}});
    return true;
  case TokenKind::UnterminatedComment:
    list.emit(diag::UnterminatedComment{.range = {range.begin, range.begin + 2}});
    return true;
  case TokenKind::Unexpected: {
    auto c = static_cast<uint8_t>(buffer[range.begin]);
    if (c == '#') {
      StringRef line =
          buffer.substr(range.begin).take_until([](char x) { return x == '\n' || x == '\r'; });
      SourceRange where = {range.begin, range.begin + static_cast<uint32_t>(line.size())};
      if (buffer.substr(where.end).trim("\r").empty() && isLineMarker(line))
        list.emit(diag::UnendedLineMarker{.range = where, .line = line.take_front(60)})
            .fix({where.end, where.end}, "\n", "insert a line break", Applicability::Safe);
      else if (Diagnostic &d =
                   list.emit(diag::PreprocessorLine{.range = where, .line = line.take_front(60)});
               !isDirective(line))
        d.note(range, "a comment begins with `//`");
    } else if (c >= 0x80) {
      list.emit(diag::NonAsciiCharacter{.range = range, .byte = c});
    } else {
      list.emit(diag::UnexpectedCharacter{.range = range, .character = c});
    }
    return true;
  }
  default:
    return malformedNumber();
  }
}

/// The PTX form of the number `text`, which may end in C's suffix `f`: `1.0` for `1.f` and `1f`.
/// Empty if it is not a number.
static std::string withoutSuffix(StringRef text) {
  if (text.size() > 40 || !(text.consume_back("f") || text.consume_back("F")) ||
      text.starts_with("0x") || text.starts_with("0f") || text.starts_with("0d"))
    return "";
  double value;
  if (text.getAsDouble(value))
    return "";
  std::string number = text.str();
  if (text.ends_with("."))
    number += "0";
  else if (llvm::all_of(text, llvm::isDigit))
    number += ".0";
  return number;
}

/// The PTX form of the integer `text` with a suffix of C: `10U` for `10u`, `10` for `10L`. Empty if
/// it is not such an integer.
static std::string withoutIntegerSuffix(StringRef text) {
  StringRef digits = text.rtrim("uUlL");
  std::string suffix = text.drop_front(digits.size()).lower();
  bool isSuffix = llvm::is_contained({"u", "l", "ll", "ul", "ull", "lu", "llu"}, suffix);
  uint64_t value;
  if (!isSuffix || digits.getAsInteger(0, value))
    return "";
  return digits.str() + (StringRef(suffix).contains('u') ? "U" : "");
}

/// Whether `text`, before the token `end`, is the name of a register with letter and number
/// swapped: `1f` for `f1`.
bool SyntaxErrors::isTurnedName(StringRef text, uint32_t end) const {
  constexpr size_t maxErrors = 64; // limits the lookups, for linear time
  StringRef number = text.drop_back();
  return llvm::all_of(number, llvm::isDigit) && parser.diagnostics->size() < maxErrors &&
         !declaredType((llvm::Twine(text.back()) + number).str(), end).empty();
}

/// For the lexer, a number directly followed by letters or other digits is several tokens.
bool SyntaxErrors::malformedNumber() {
  uint32_t first = parser.position();
  uint32_t last = first;
  auto joined = [this](uint32_t token) {
    return parser.tokens.range(token - 1).end == parser.tokens[token].offset() &&
           charscan::is(parser.tokens.text(token).front(), charscan::Word);
  };
  auto isNumber = [this](uint32_t token) {
    TokenKind kind = parser.tokens.kind(token);
    return kind >= TokenKind::Integer && kind <= TokenKind::Float64;
  };
  if (kind() == TokenKind::EndOfFile)
    return false;
  while (first != 0 && joined(first) && isNumber(first - 1))
    --first;
  if (first == last)
    return false;
  while (last + 2 < parser.tokens.size() && joined(last + 1))
    ++last;
  SourceRange range = {parser.tokens.range(first).begin, parser.tokens.range(last).end};
  StringRef text = parser.tokens.buffer().slice(range.begin, range.end);
  StringRef head = text.take_front(2);
  StringRef rule = "a number cannot run on into letters";
  bool octal = text[0] == '0' && text.size() > 1 && llvm::isDigit(text[1]);
  if (head.equals_insensitive("0x"))
    rule = "`0x` takes hexadecimal digits";
  else if (head.equals_insensitive("0b"))
    rule = "`0b` takes binary digits";
  else if (head.equals_insensitive("0f"))
    rule = "`0f` takes exactly 8 hexadecimal digits";
  else if (head.equals_insensitive("0d"))
    rule = "`0d` takes exactly 16 hexadecimal digits";
  else if (octal && llvm::all_of(text, llvm::isDigit))
    rule = "a leading `0` makes it octal, with digits up to 7";
  else if (text.ends_with("u") || text.ends_with("L"))
    rule = "the only suffix of an integer is `U`";
  std::string suffixed = withoutSuffix(text);
  std::string advice = "PTX numbers have no suffix `f`; write `" + suffixed + "`";
  if (!suffixed.empty()) {
    double value = 0;
    StringRef(suffixed).getAsDouble(value);
    auto bits = llvm::bit_cast<uint32_t>(static_cast<float>(value));
    advice += " or `0f" + llvm::utohexstr(bits, /*LowerCase=*/false, /*Width=*/8) + "`";
    rule = advice;
  }
  Diagnostic &d = parser.diagnostics->emit(
      diag::MalformedNumber{.range = range, .number = text.take_front(60), .rule = rule});
  if (suffixed.empty())
    suffixed = withoutIntegerSuffix(text);
  if (!suffixed.empty())
    d.fix(range, suffixed, "replace by `" + suffixed + "`",
          isTurnedName(text, first) ? Applicability::Unsafe : Applicability::Safe);
  return true;
}
