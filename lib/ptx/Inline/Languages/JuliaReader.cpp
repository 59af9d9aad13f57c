// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds `@asmcall` in Julia, and the text of LLVM IR in its strings.

#include "ptx/Inline/Languages/EmbeddedSource.h"
#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Inline/Read/LlvmOperands.h"
#include "ptx/Inline/Read/SourceToken.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

enum class JuliaKind : uint8_t { Word, String, Punctuation, Broken };

struct JuliaToken : SourceToken<JuliaKind> {
  uint32_t closing = 0; ///< of an opening bracket: the token that closes it
};

class JuliaReader {
public:
  explicit JuliaReader(StringRef source) : source(source) { tokenize(); }

  std::vector<AsmStatement> run();

private:
  void tokenize();
  std::pair<size_t, JuliaKind> firstToken(StringRef text, bool canBeCharacter) const;
  StringRef word(uint32_t token) const {
    return token < tokens.size() && tokens[token].kind != JuliaKind::String
               ? tokens[token].text(source)
               : "";
  }
  bool isString(uint32_t token) const {
    return token < tokens.size() && tokens[token].kind == JuliaKind::String;
  }
  PartlyKnownText textOf(uint32_t token) const;
  void readCall(uint32_t name);

  StringRef source;
  std::vector<JuliaToken> tokens;
  std::vector<AsmStatement> statements;
  EmbeddedSources embedded;
};

} // namespace

static bool isJuliaNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '!' || c == '@' ||
         static_cast<unsigned char>(c) >= 0x80;
}

/// The end of the comment at the start of `text`; `#=` comments nest.
static size_t endOfJuliaComment(StringRef text) {
  if (!text.starts_with("#="))
    return std::min(text.find('\n'), text.size());
  unsigned depth = 0;
  for (size_t at = 0; at + 1 < text.size(); ++at) {
    StringRef two = text.substr(at, 2);
    bool opens = two == "#=", closes = two == "=#";
    depth += opens;
    depth -= closes;
    at += opens || closes;
    if (depth == 0)
      return at + 1;
  }
  return text.size();
}

static StringRef juliaQuotes(StringRef text) {
  return text.starts_with("\"\"\"") ? text.take_front(3) : text.take_front(1);
}

/// The end of the `$(...)` at the start of `text`. Strings in it are skipped.
static size_t endOfInterpolation(StringRef text) {
  if (!text.substr(1).starts_with("(")) {
    size_t end = text.find_if_not(isJuliaNameCharacter, 1);
    return std::min(end, text.size());
  }
  unsigned depth = 0;
  bool isInString = false;
  for (size_t at = 1; at < text.size(); ++at) {
    if (text[at] == '"')
      isInString = !isInString;
    if (isInString)
      continue;
    depth += text[at] == '(';
    if (text[at] == ')' && --depth == 0)
      return at + 1;
  }
  return text.size();
}

/// The token at the start of `text`, which is neither blank nor a comment. `canBeCharacter`: a
/// quote is not a transpose operator.
std::pair<size_t, JuliaKind> JuliaReader::firstToken(StringRef text, bool canBeCharacter) const {
  size_t name = std::min(text.find_if_not(isJuliaNameCharacter), text.size());
  StringRef rest = text.drop_front(name);
  bool isPrefixed = name > 0 && rest.starts_with("\"");
  if (rest.starts_with("\"")) {
    StringRef quotes = juliaQuotes(rest);
    for (size_t at = name + quotes.size(); at < text.size(); ++at) {
      if (text.substr(at).starts_with(quotes))
        return {at + quotes.size(), JuliaKind::String};
      if (text[at] == '\\')
        ++at;
      else if (text[at] == '$' && !isPrefixed)
        at += std::max<size_t>(endOfInterpolation(text.drop_front(at)), 1) - 1;
    }
    return {text.size(), JuliaKind::Broken};
  }
  if (name > 0)
    return {name, JuliaKind::Word};
  constexpr size_t longest = 12;
  if (text[0] == '\'' && canBeCharacter)
    if (size_t end = text.find('\'', text.substr(1).starts_with("\\") ? 3 : 2); end < longest)
      return {end + 1, JuliaKind::Word};
  return {1, JuliaKind::Punctuation};
}

void JuliaReader::tokenize() {
  llvm::SmallVector<uint32_t> open;
  for (StringRef rest = source.ltrim(); !rest.empty(); rest = rest.ltrim()) {
    if (rest.starts_with("#")) {
      rest = rest.drop_front(endOfJuliaComment(rest));
      continue;
    }
    auto begin = static_cast<uint32_t>(rest.data() - source.data());
    auto index = static_cast<uint32_t>(tokens.size());
    bool isAfterValue =
        index > 0 && tokens.back().range.end == begin &&
        (tokens.back().kind == JuliaKind::Word || StringRef(")]}'").contains(source[begin - 1]));
    auto [length, kind] = firstToken(rest, !isAfterValue);
    tokens.push_back({{{begin, begin + static_cast<uint32_t>(length)}, kind}});
    if (kind == JuliaKind::Broken)
      break;
    char c = rest[0];
    if (kind == JuliaKind::Punctuation && (c == '(' || c == '[' || c == '{'))
      open.push_back(index);
    if (kind == JuliaKind::Punctuation && (c == ')' || c == ']' || c == '}') && !open.empty())
      tokens[open.pop_back_val()].closing = index;
    rest = rest.drop_front(length);
  }
}

/// The contents of a literal.
PartlyKnownText JuliaReader::textOf(uint32_t token) const {
  PartlyKnownText result;
  StringRef literal = tokens[token].text(source);
  size_t prefix = literal.find('"');
  StringRef quotes = juliaQuotes(literal.drop_front(prefix));
  StringRef rest = literal.drop_front(prefix + quotes.size()).drop_back(quotes.size());
  auto at = static_cast<uint32_t>(rest.data() - source.data());
  auto skip = [&](size_t count) {
    at += static_cast<uint32_t>(count);
    rest = rest.drop_front(count);
  };
  while (!rest.empty()) {
    size_t plain = prefix ? rest.size() : std::min(rest.find_first_of("\\$"), rest.size());
    result.text.append(rest.take_front(plain), at);
    skip(plain);
    if (rest.empty())
      break;
    if (rest[0] == '$') {
      result.addHole();
      skip(endOfInterpolation(rest));
      continue;
    }
    static constexpr StringRef letters = "ntr\\\"$", meanings = "\n\t\r\\\"$";
    size_t known = rest.size() > 1 ? letters.find(rest[1]) : StringRef::npos;
    size_t length = std::min<size_t>(rest.size(), 2);
    if (known != StringRef::npos)
      result.text.appendSpelled(meanings.substr(known, 1), {at, at + 2});
    else // a continued line, or a character that is not in PTX
      result.text.appendFor(" ", {at, at + static_cast<uint32_t>(length)});
    skip(length);
  }
  return result;
}

/// Reads `@asmcall("template", "constraints", true, Type, Tuple{...}, ...)`.
void JuliaReader::readCall(uint32_t name) {
  uint32_t open = name + 1, close = tokens[open].closing;
  PartlyKnownText text = textOf(open + 1);
  AsmStatement statement;
  statement.syntax = &llvmSyntax;
  statement.isExtended = true;
  statement.code = CodeKind::Named;
  statement.hasWideAddresses = true;
  statement.effects = "side_effects";
  statement.hasUnusedResult = true; // for all that is known
  statement.keyword = tokens[name].range;
  statement.range = {statement.keyword.begin, tokens[close].range.end};
  statement.text = std::move(text.text);
  statement.holes = std::move(text.holes);
  statement.literals.push_back(tokens[open + 1].range);
  // A template built from several strings is unknown.
  uint32_t next = open + 2;
  statement.isBroken = word(next) != "," && next != close;
  if (word(next) == "," && isString(next + 1)) {
    PartlyKnownText constraints = textOf(next + 1);
    statement.hasOperands = constraints.holes.empty();
    if (statement.hasOperands)
      readLlvmConstraints(statement, constraints.text);
    next += 2;
  } else if (word(next) == "," && word(next + 1).starts_with("constraint")) {
    statement.hasOperands = false;
  }
  statement.isVolatile = word(next) == "," && word(next + 1) != "false";
  statements.push_back(std::move(statement));
}

std::vector<AsmStatement> JuliaReader::run() {
  auto count = static_cast<uint32_t>(tokens.size());
  for (uint32_t i = 0; i < count; ++i) {
    bool isCall = word(i) == "@asmcall" && word(i + 1) == "(" && isString(i + 2) &&
                  tokens[i + 1].closing != 0;
    if (isCall) {
      readCall(i);
      i = tokens[i + 1].closing;
    } else if (isString(i) && mentionsAsm(tokens[i].text(source)) &&
               tokens[i].text(source).contains("call ")) {
      embedded.add(textOf(i), /*isFinal=*/true, findLlvmAsm, "string.ll", statements);
    }
  }
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findJuliaAsm(const SourceBuffer &source) {
  if (!mentionsAsm(source.text()))
    return {};
  return JuliaReader(source.text()).run();
}
