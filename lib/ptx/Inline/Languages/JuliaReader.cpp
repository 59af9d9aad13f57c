// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Finds `@asmcall` in Julia, and the text of LLVM IR in its strings.

#include "ptx/Inline/Languages/Languages.h"
#include "ptx/Inline/Languages/WordReader.h"
#include "ptx/Inline/Llvm/LlvmOperands.h"
#include "ptx/Inline/Read/EmbeddedSource.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class JuliaReader : WordReader {
public:
  explicit JuliaReader(StringRef source);

  std::vector<AsmStatement> run();

private:
  PartlyKnownText contentsOf(uint32_t token) const;
  void readCall(uint32_t name);

  EmbeddedSources embedded;
};

} // namespace

static bool isJuliaNameCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '!' || c == '@' ||
         static_cast<unsigned char>(c) >= 0x80;
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

/// The token at the start of `text`. After a value, a quote is a transpose operator.
static std::pair<size_t, WordKind> firstJuliaToken(StringRef text, bool isAfterValue) {
  size_t name = std::min(text.find_if_not(isJuliaNameCharacter), text.size());
  StringRef rest = text.drop_front(name);
  bool isPrefixed = name > 0 && rest.starts_with("\"");
  if (rest.starts_with("\"")) {
    StringRef quotes = juliaQuotes(rest);
    for (size_t at = name + quotes.size(); at < text.size(); ++at) {
      if (text.substr(at).starts_with(quotes))
        return {at + quotes.size(), WordKind::String};
      if (text[at] == '\\')
        ++at;
      else if (text[at] == '$' && !isPrefixed)
        at += std::max<size_t>(endOfInterpolation(text.drop_front(at)), 1) - 1;
    }
    return {text.size(), WordKind::Broken};
  }
  if (name > 0)
    return {name, WordKind::Word};
  constexpr size_t longest = 12;
  if (text[0] == '\'' && !isAfterValue)
    if (size_t end = text.find('\'', text.substr(1).starts_with("\\") ? 3 : 2); end < longest)
      return {end + 1, WordKind::Word};
  return {1, WordKind::Punctuation};
}

JuliaReader::JuliaReader(StringRef source)
    : WordReader(source, {"#", "#=", "=#", firstJuliaToken}) {}

/// The contents of a literal.
PartlyKnownText JuliaReader::contentsOf(uint32_t token) const {
  PartlyKnownText result;
  StringRef literal = textOf(token);
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
  PartlyKnownText text = contentsOf(open + 1);
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
    PartlyKnownText constraints = contentsOf(next + 1);
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
  for (uint32_t i = 0; i < count(); ++i) {
    bool isCall = word(i) == "@asmcall" && word(i + 1) == "(" && isString(i + 2) &&
                  tokens[i + 1].closing != 0;
    if (isCall) {
      readCall(i);
      i = tokens[i + 1].closing;
    } else if (isString(i) && mentionsAsm(textOf(i)) && textOf(i).contains("call ")) {
      embedded.add(contentsOf(i), /*isFinal=*/true, findLlvmAsm, "string.ll", statements);
    }
  }
  return std::move(statements);
}

std::vector<AsmStatement> ptx::findJuliaAsm(const SourceBuffer &source) {
  if (!mentionsAsm(source.text()))
    return {};
  return JuliaReader(source.text()).run();
}
