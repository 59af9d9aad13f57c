// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Languages/PythonTokens.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

// Nested strings of formatted ones are read by recursion.
static constexpr unsigned deepestString = 16;

static bool isPythonNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

/// The length of the prefix of a literal at the start of `text`; `npos` if there is none.
static size_t prefixLength(StringRef text) {
  constexpr size_t longest = 2;
  size_t end = text.find_first_not_of("rRbBuUfFtT");
  return end <= longest && end < text.size() && (text[end] == '"' || text[end] == '\'')
             ? end
             : StringRef::npos;
}

static StringRef quotesAt(StringRef text) {
  return text.size() >= 3 && text[1] == text[0] && text[2] == text[0] ? text.take_front(3)
                                                                      : text.take_front(1);
}

static size_t endOfReplacement(StringRef source, size_t brace, unsigned depth);

/// The end of the literal whose prefix is at `begin`; `npos` if it has no end.
static size_t endOfLiteral(StringRef source, size_t begin, size_t prefix, unsigned depth) {
  size_t at = begin + prefix;
  StringRef quotes = quotesAt(source.drop_front(at));
  bool isFormatted = source.slice(begin, at).find_first_of("fFtT") != StringRef::npos;
  for (at += quotes.size(); at < source.size(); ++at) {
    char c = source[at];
    if (c == '\\') {
      ++at;
    } else if (c == quotes[0] && source.substr(at).starts_with(quotes)) {
      return at + quotes.size();
    } else if (c == '\n' && quotes.size() == 1) {
      return StringRef::npos;
    } else if (isFormatted && c == '{') {
      if (source.substr(at + 1).starts_with("{")) {
        ++at;
        continue;
      }
      size_t end = endOfReplacement(source, at, depth);
      if (end == StringRef::npos)
        return end;
      at = end - 1;
    }
  }
  return StringRef::npos;
}

static size_t endOfReplacement(StringRef source, size_t brace, unsigned depth) {
  if (depth == deepestString)
    return StringRef::npos;
  unsigned open = 0;
  for (size_t at = brace; at < source.size(); ++at) {
    char c = source[at];
    if (c == '{' || c == '(' || c == '[')
      ++open;
    if ((c == '}' || c == ')' || c == ']') && --open == 0)
      return at + 1;
    if (c != '"' && c != '\'')
      continue;
    size_t prefix = 0; // of a nested literal
    while (prefix < 2 && prefixLength(source.substr(at - prefix - 1)) == prefix + 1)
      ++prefix;
    size_t end = endOfLiteral(source, at - prefix, prefix, depth + 1);
    if (end == StringRef::npos)
      return end;
    at = end - 1;
  }
  return StringRef::npos;
}

size_t ptx::endOfReplacement(StringRef source, size_t brace) {
  return ::endOfReplacement(source, brace, 0);
}

PythonLiteral ptx::partsOfLiteral(StringRef source, SourceRange range) {
  StringRef text = source.slice(range.begin, range.end);
  size_t prefix = text.find_first_of("\"'");
  StringRef quotes = quotesAt(text.drop_front(prefix));
  auto size = static_cast<uint32_t>(quotes.size());
  return {text.take_front(prefix),
          quotes,
          {range.begin + static_cast<uint32_t>(prefix) + size, range.end - size}};
}

static bool isOpening(StringRef word) { return word == "(" || word == "[" || word == "{"; }
static bool isClosing(StringRef word) { return word == ")" || word == "]" || word == "}"; }

llvm::SmallVector<TokenRange> ptx::elementsOf(StringRef source, llvm::ArrayRef<PythonToken> tokens,
                                              TokenRange range) {
  llvm::SmallVector<TokenRange> elements;
  uint32_t begin = range.begin;
  for (uint32_t i = range.begin; i < range.end; i = std::max(i, tokens[i].closing) + 1)
    if (tokens[i].kind == PythonKind::Operator && tokens[i].text(source) == ",") {
      elements.push_back({begin, i});
      begin = i + 1;
    }
  if (begin < range.end)
    elements.push_back({begin, range.end});
  return elements;
}

namespace {

class PythonLexer {
public:
  explicit PythonLexer(StringRef source) : source(source) {}

  std::vector<PythonToken> run();

private:
  void skipBlanks();
  void readToken();
  void endLine();
  void matchBracket();
  void add(PythonKind kind, size_t end);
  StringRef rest() const { return source.substr(at); }

  StringRef source;
  std::vector<PythonToken> tokens;
  size_t at = 0;
  size_t lineStart = 0;
  llvm::SmallVector<uint32_t> open; // brackets
  bool isNewLine = true;
};

} // namespace

void PythonLexer::add(PythonKind kind, size_t end) {
  PythonToken token;
  token.range = {static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
  token.kind = kind;
  token.startsLine = isNewLine;
  token.indentation = static_cast<uint32_t>(at - lineStart);
  tokens.push_back(token);
  isNewLine = false;
  at = end;
}

void PythonLexer::endLine() {
  if (open.empty() && !isNewLine) {
    add(PythonKind::LineEnd, at + 1);
    isNewLine = true;
  } else {
    ++at;
  }
  lineStart = at;
}

/// Skips blanks, comments and joined lines.
void PythonLexer::skipBlanks() {
  for (; at < source.size(); ++at) {
    char c = source[at];
    bool isMagic = isNewLine && open.empty() && (c == '%' || c == '!');
    if (c == '#' || isMagic) {
      at = std::min(source.find('\n', at), source.size()) - 1;
    } else if (c == '\\' && rest().drop_front().ltrim(" \t\r").starts_with("\n")) {
      at = source.find('\n', at);
      lineStart = at + 1;
    } else if (c == '\n' || !llvm::isSpace(c)) {
      return;
    }
  }
}

void PythonLexer::readToken() {
  StringRef text = rest();
  char c = text[0];
  if (size_t prefix = prefixLength(text); prefix != StringRef::npos) {
    size_t end = endOfLiteral(source, at, prefix, 0);
    add(end == StringRef::npos ? PythonKind::Broken : PythonKind::String,
        std::min(end, source.size()));
  } else if (isPythonNameCharacter(c)) {
    bool isNumber = llvm::isDigit(c);
    size_t length = text.find_if_not([&](char d) { return isPythonNameCharacter(d); });
    add(isNumber ? PythonKind::Number : PythonKind::Name, at + std::min(length, text.size()));
  } else {
    constexpr StringRef longer = "+-*/%@&|^<>=!:"; // before `=`
    size_t length = 1;
    if (text.starts_with("**") || text.starts_with("//") || text.starts_with("<<") ||
        text.starts_with(">>"))
      length = 2;
    if (longer.contains(c) && text.substr(length).starts_with("="))
      ++length;
    add(PythonKind::Operator, at + length);
    matchBracket();
  }
}

/// Records whether the last token opens or closes a bracket.
void PythonLexer::matchBracket() {
  auto last = static_cast<uint32_t>(tokens.size()) - 1;
  StringRef word = tokens.back().text(source);
  if (isOpening(word)) {
    open.push_back(last);
  } else if (isClosing(word) && !open.empty()) {
    tokens[open.pop_back_val()].closing = last;
  }
}

std::vector<PythonToken> PythonLexer::run() {
  for (skipBlanks(); at < source.size(); skipBlanks()) {
    if (source[at] == '\n') {
      endLine();
      continue;
    }
    readToken();
    if (tokens.back().kind == PythonKind::Broken)
      break;
  }
  for (uint32_t bracket : open)
    tokens[bracket].closing = static_cast<uint32_t>(tokens.size());
  return std::move(tokens);
}

std::vector<PythonToken> ptx::tokenizePython(StringRef source) { return PythonLexer(source).run(); }
