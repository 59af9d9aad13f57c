// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Llvm/LlvmTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringMap.h"

using namespace ptx;
using llvm::StringRef;

const LlvmSpelling ptx::llvmSpelling = {.comment = ";", .escapes = "\\", .meanings = "\\"};
const LlvmSpelling ptx::mlirSpelling = {
    .comment = "//", .escapes = "\\\"nt", .meanings = "\\\"\n\t"};

static bool isLlvmNameCharacter(char c) {
  return llvm::isAlnum(c) || StringRef("-$._").contains(c);
}

/// The end of the string whose first quote is at `begin`; `npos` if it has no end.
static size_t stringEnd(StringRef text, size_t begin, const LlvmSpelling &spelling) {
  bool hasQuotes = spelling.escapes.contains('"');
  for (size_t at = begin + 1; at < text.size(); ++at) {
    if (text[at] == '"')
      return at + 1;
    if (hasQuotes && text[at] == '\\')
      ++at;
  }
  return StringRef::npos;
}

/// The token at the front of `text`, which is neither blank nor a comment: its length and kind.
static std::pair<size_t, LlvmKind> firstToken(StringRef text, const LlvmSpelling &spelling) {
  char c = text[0];
  size_t sigil = StringRef("@%$#!^").contains(c) ? 1 : 0;
  if (text.drop_front(sigil).starts_with("\"")) {
    size_t end = stringEnd(text, sigil, spelling);
    if (end == StringRef::npos)
      return {text.size(), LlvmKind::Broken};
    return {end, c == '"' ? LlvmKind::String : c == '@' ? LlvmKind::Global : LlvmKind::Word};
  }
  size_t end = std::min(text.find_if_not(isLlvmNameCharacter, sigil), text.size());
  if (end == sigil)
    return {1, LlvmKind::Punctuation};
  return {end, c == '@' ? LlvmKind::Global : c == '#' ? LlvmKind::Attributes : LlvmKind::Word};
}

LlvmTokens::LlvmTokens(StringRef source, const LlvmSpelling &spelling)
    : source(source), spelling(spelling) {
  for (StringRef rest = source.ltrim(); !rest.empty(); rest = rest.ltrim()) {
    if (rest.starts_with(spelling.comment)) {
      rest = rest.drop_until([](char c) { return c == '\n'; });
      continue;
    }
    auto begin = static_cast<uint32_t>(rest.data() - source.data());
    auto [length, kind] = firstToken(rest, spelling);
    tokens.push_back({{begin, begin + static_cast<uint32_t>(length)}, kind});
    rest = rest.drop_front(length);
  }
}

void LlvmTokens::appendString(uint32_t string, MappedText &text) const {
  uint32_t at = contents(string).begin;
  StringRef rest = contentText(string);
  auto append = [&](char c, uint32_t length) {
    text.appendSpelled(StringRef(&c, 1), {at, at + length});
    at += length;
    rest = rest.drop_front(length);
  };
  while (!rest.empty()) {
    size_t plain = std::min(rest.find('\\'), rest.size());
    StringRef after = rest.drop_front(plain).drop_front(plain < rest.size());
    bool isHex = after.size() >= 2 && llvm::isHexDigit(after[0]) && llvm::isHexDigit(after[1]);
    size_t escape = after.empty() || isHex ? StringRef::npos : spelling.escapes.find(after[0]);
    // Any other backslash is an ordinary character.
    if (plain < rest.size() && !isHex && escape == StringRef::npos)
      ++plain;
    text.append(rest.take_front(plain), at);
    at += static_cast<uint32_t>(plain);
    rest = rest.drop_front(plain);
    if (isHex)
      append(static_cast<char>(llvm::hexFromNibbles(after[0], after[1])), 3);
    else if (escape != StringRef::npos)
      append(spelling.meanings[escape], 2);
  }
}

StringRef LlvmTokens::valueOf(uint32_t key) const {
  return word(key + 1) == "=" && is(key + 2, LlvmKind::String) ? contentText(key + 2) : "";
}

bool LlvmTokens::opensList(uint32_t index) const {
  StringRef c = word(index);
  return c == "(" || c == "[" || c == "{" || c == "<";
}

bool LlvmTokens::closesList(uint32_t index) const {
  StringRef c = word(index);
  return c == ")" || c == "]" || c == "}" || c == ">";
}

uint32_t LlvmTokens::readList(uint32_t open, llvm::SmallVectorImpl<SourceRange> &elements) const {
  unsigned nested = 0;
  uint32_t first = open + 1;
  for (uint32_t at = open; at < count(); ++at) {
    // The arrow of a type is not a closing bracket.
    bool closes = closesList(at) && !(word(at) == ">" && at > open && word(at - 1) == "-");
    nested += opensList(at);
    if (nested == 1 && (closes || word(at) == ",") && first < at)
      elements.push_back(range(first, at));
    if (nested == 1 && word(at) == ",")
      first = at + 1;
    if (closes && --nested == 0)
      return at + 1;
  }
  return count();
}

uint32_t LlvmTokens::resultName(uint32_t keyword, uint32_t from) const {
  constexpr uint32_t most = 64; // such as a structure for the type
  for (uint32_t at = keyword; at > from + 1 && keyword - at < most; --at)
    if (word(at - 1) == "=")
      return word(at - 2).starts_with("%") ? at - 2 : count();
  return count();
}

void ptx::markUnusedResults(const LlvmTokens &tokens, llvm::ArrayRef<uint32_t> functions,
                            llvm::ArrayRef<LlvmResult> results,
                            std::vector<AsmStatement> &statements) {
  while (!results.empty()) {
    const uint32_t *next = llvm::upper_bound(functions, results.front().name);
    uint32_t begin = next == functions.begin() ? 0 : next[-1];
    uint32_t end = next == functions.end() ? tokens.count() : *next;
    llvm::StringMap<unsigned> names;
    for (uint32_t i = begin; i != end; ++i)
      if (tokens.word(i).starts_with("%"))
        ++names[tokens.word(i)];
    for (; !results.empty() && results.front().name < end; results = results.drop_front())
      statements[results.front().statement].hasUnusedResult =
          names.lookup(tokens.word(results.front().name)) == 1;
  }
}
