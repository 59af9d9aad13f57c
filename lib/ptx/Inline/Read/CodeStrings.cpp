// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/CodeStrings.h"

#include "ptx/Inline/Read/EmbeddedSource.h"
#include "ptx/Inline/Read/ModuleStrings.h"
#include "ptx/Inline/Read/StringLiteral.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

class CodeStringReader {
public:
  CodeStringReader(StringRef source, llvm::ArrayRef<CppToken> tokens,
                   std::vector<AsmStatement> (*find)(const SourceBuffer &),
                   std::vector<AsmStatement> &statements);

  void run();

private:
  StringRef word(size_t token) const { return tokens[token].text(source); }
  bool isString(size_t token) const {
    return token < tokens.size() && tokens[token].kind == CppKind::String;
  }
  bool isJoin(size_t token) const { return word(token) == "+" || word(token) == "<<"; }
  SourceRange rangeOf(size_t begin, size_t end) const {
    return {tokens[begin].range.begin, tokens[end - 1].range.end};
  }
  size_t endOfLiterals(size_t first) const;
  size_t endOfJoined(size_t token) const;
  StringRef calleeOf(size_t argument) const;
  bool isFormatted(size_t first) const;
  bool isComparedHere(size_t first, size_t end) const;
  bool isComparedLater(StringRef name, size_t from);
  bool isExpected(size_t first, size_t end);
  void findComparisons();
  bool isInStatement(uint32_t offset) const;
  std::optional<PartlyKnownText> textOf(size_t first, size_t end) const;
  bool addModule(size_t first, size_t end);
  void addStatements(const PartlyKnownText &string);

  StringRef source;
  llvm::ArrayRef<CppToken> tokens;
  std::vector<AsmStatement> (*find)(const SourceBuffer &);
  std::vector<AsmStatement> &statements;
  bool hasModules;
  /// By name: the tokens of comparisons with it, in ascending order; none if not needed.
  std::optional<llvm::DenseMap<StringRef, llvm::SmallVector<size_t, 1>>> comparisons;
  std::vector<SourceRange> outer; ///< the statements of the source itself, by start
  EmbeddedSources embedded;
};

} // namespace

/// Whether `name` contains one of the words, in any case.
static bool nameContains(StringRef name, std::initializer_list<StringRef> words) {
  return llvm::any_of(words, [&](StringRef word) { return name.contains_insensitive(word); });
}

static uint32_t functionsOf(llvm::ArrayRef<AsmStatement> statements) {
  uint32_t most = 0;
  for (const AsmStatement &statement : statements)
    most = std::max(most, statement.functionNumber);
  return most;
}

CodeStringReader::CodeStringReader(StringRef source, llvm::ArrayRef<CppToken> tokens,
                                   std::vector<AsmStatement> (*find)(const SourceBuffer &),
                                   std::vector<AsmStatement> &statements)
    : source(source), tokens(tokens), find(find), statements(statements),
      hasModules(mentionsModule(source)), embedded(functionsOf(statements)) {
  for (const AsmStatement &statement : statements)
    if (!statement.macroUse)
      outer.push_back(statement.range);
  llvm::sort(outer, [](SourceRange a, SourceRange b) { return a.begin < b.begin; });
}

bool CodeStringReader::isInStatement(uint32_t offset) const {
  auto after = llvm::partition_point(outer, [&](SourceRange r) { return r.begin <= offset; });
  return after != outer.begin() && std::prev(after)->contains(offset);
}

/// The end of the adjacent literals from `first` on.
size_t CodeStringReader::endOfLiterals(size_t first) const {
  while (isString(first))
    ++first;
  return first;
}

/// The token after the part that the operator `token` joins to a string, if that part ends with a
/// literal; otherwise `token`. Calls and names in between are skipped.
size_t CodeStringReader::endOfJoined(size_t token) const {
  constexpr size_t longest = 64;
  unsigned depth = 0;
  size_t last = std::min(tokens.size(), token + longest);
  if (token >= last || !isJoin(token))
    return token;
  for (size_t i = token; i < last; ++i) {
    CppKind kind = tokens[i].kind;
    if (depth == 0 && kind == CppKind::String && isJoin(i - 1))
      return endOfLiterals(i);
    depth += kind == CppKind::LeftParen;
    bool isEnd = kind == CppKind::Semicolon || kind == CppKind::LeftBrace ||
                 kind == CppKind::RightBrace || kind == CppKind::Hash ||
                 (depth == 0 && (kind == CppKind::Comma || kind == CppKind::RightParen));
    if (isEnd)
      return token;
    depth -= kind == CppKind::RightParen;
  }
  return token;
}

/// The name of the function with the token as an argument; empty if there is none.
StringRef CodeStringReader::calleeOf(size_t argument) const {
  constexpr size_t longest = 64;
  unsigned depth = 0;
  for (size_t i = argument; i > 1 && argument - i < longest; --i) {
    CppKind kind = tokens[i - 1].kind;
    if (kind == CppKind::Semicolon || kind == CppKind::LeftBrace || kind == CppKind::RightBrace)
      return "";
    depth += kind == CppKind::RightParen;
    if (kind == CppKind::LeftParen && depth-- == 0)
      return word(i - 2);
  }
  return "";
}

/// Whether the string `first` is an argument of a function that replaces parts of its text.
bool CodeStringReader::isFormatted(size_t first) const {
  return nameContains(calleeOf(first), {"print", "format", "replace", "strcat"});
}

/// Whether `==` or `!=` compares the expression that ends before `end`, or starts at `first`, with
/// a value other than null.
bool CodeStringReader::isComparedHere(size_t first, size_t end) const {
  auto isComparison = [&](size_t token) { return word(token) == "==" || word(token) == "!="; };
  auto isNull = [&](size_t token) {
    return llvm::is_contained({"nullptr", "NULL", "0"}, word(token));
  };
  return (first > 1 && isComparison(first - 1) && !isNull(first - 2)) ||
         (end + 1 < tokens.size() && isComparison(end) && !isNull(end + 1));
}

void CodeStringReader::findComparisons() {
  comparisons.emplace();
  llvm::SmallVector<bool> calls; // whether the open parentheses belong to comparing functions
  for (size_t i = 0; i != tokens.size(); ++i) {
    CppKind kind = tokens[i].kind;
    if (kind == CppKind::LeftParen)
      calls.push_back(i > 0 && comparesText(word(i - 1)));
    else if (kind == CppKind::RightParen && !calls.empty())
      calls.pop_back();
    else if (kind == CppKind::Semicolon)
      calls.clear();
    if (kind != CppKind::Identifier || i + 1 == tokens.size())
      continue;
    // One of several arguments is sufficient.
    CppKind before = i > 0 ? tokens[i - 1].kind : CppKind::Other, after = tokens[i + 1].kind;
    bool isArgument =
        (before == CppKind::Comma && (after == CppKind::Comma || after == CppKind::RightParen)) ||
        (before == CppKind::LeftParen && after == CppKind::Comma);
    if ((isArgument && !calls.empty() && calls.back()) || isComparedHere(i, i + 1))
      (*comparisons)[word(i)].push_back(i);
  }
}

/// Whether the variable `name` is compared with another text near the token `from`.
bool CodeStringReader::isComparedLater(StringRef name, size_t from) {
  constexpr size_t farthest = 4096;
  if (!comparisons)
    findComparisons();
  auto places = comparisons->find(name);
  if (places == comparisons->end())
    return false;
  const size_t *next = llvm::lower_bound(places->second, from);
  return next != places->second.end() && *next - from < farthest;
}

/// Whether the string from `first` to `end` is text that a test expects from a program. Such text
/// is not compiled.
bool CodeStringReader::isExpected(size_t first, size_t end) {
  if (comparesText(calleeOf(first)) || isComparedHere(first, end))
    return true;
  size_t name = first;
  while (name > 0 && llvm::is_contained({"=", "]", "[", "(", "{"}, word(name - 1)))
    --name;
  if (name == first || name == 0 || tokens[name - 1].kind != CppKind::Identifier)
    return false;
  StringRef variable = word(name - 1);
  return comparesText(variable) || isComparedLater(variable, end);
}

/// The text of the literals from `first` to `end`, and of the parts that join them; none if one of
/// them has a suffix.
std::optional<PartlyKnownText> CodeStringReader::textOf(size_t first, size_t end) const {
  PartlyKnownText string;
  bool wasString = true;
  for (size_t i = first; i != end; ++i) {
    // Literals in the arguments of a call are not part of the string.
    bool isPart = isString(i) && (wasString || isJoin(i - 1));
    if (isPart && !appendLiteral(source, tokens[i].range, string.text))
      return std::nullopt;
    if (!isPart && !isJoin(i) && wasString)
      string.addHole();
    wasString = isPart || (isJoin(i) && wasString);
  }
  return string;
}

bool CodeStringReader::addModule(size_t first, size_t end) {
  SourceRange range = rangeOf(first, end);
  if (!source.slice(range.begin, range.end).contains(".version") || isExpected(first, end))
    return false;
  MappedText text;
  for (size_t i = first; i != end; ++i)
    if (!appendLiteral(source, tokens[i].range, text))
      return false;
  std::optional<AsmStatement> found = readModuleString(std::move(text), range);
  if (found)
    statements.push_back(std::move(*found));
  return found.has_value();
}

/// Whether a statement has signs of a template for functions such as `printf`: a conversion, or
/// `%%` before a number, which would be an undeclared register.
static bool seemsFormatted(const AsmStatement &statement) {
  StringRef text = statement.text.text();
  for (size_t at = 0; (at = text.find('%', at)) != StringRef::npos; ++at) {
    StringRef rest = text.drop_front(at + 1);
    if (rest.starts_with("%")) {
      if (rest.size() > 1 && llvm::isDigit(rest[1]))
        return true;
      ++at;
      continue;
    }
    StringRef conversion = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    if (llvm::is_contained({"s", "d", "u", "i", "x", "c", "f", "ld", "lu", "zu", "llu", "lld"},
                           conversion))
      return true;
  }
  return false;
}

void CodeStringReader::addStatements(const PartlyKnownText &string) {
  StringRef text = string.text.text();
  bool isCuda = text.contains("__global__") || text.contains("__device__");
  size_t first = statements.size();
  embedded.add(string, false, find, isCuda ? "string.cu" : "string.cpp", statements);
  // In a part of a function, the registers are unknown.
  statements.erase(
      std::remove_if(statements.begin() + first, statements.end(),
                     [](const AsmStatement &statement) { return !statement.functionNumber; }),
      statements.end());
  for (AsmStatement &statement : llvm::MutableArrayRef(statements).drop_front(first)) {
    statement.isEmbedded = true;
    statement.fault.reset(); // the text may not be C++ at all
    statement.isBroken |= seemsFormatted(statement);
  }
}

void CodeStringReader::run() {
  for (size_t i = 0; i < tokens.size();) {
    if (!isString(i)) {
      ++i;
      continue;
    }
    size_t first = i;
    i = endOfLiterals(first);
    if (isInStatement(tokens[first].range.begin) || (hasModules && addModule(first, i)))
      continue;
    for (size_t next; (next = endOfJoined(i)) != i;)
      i = next;
    SourceRange range = rangeOf(first, i);
    if (!mentionsAsm(source.slice(range.begin, range.end)) || isFormatted(first) ||
        isExpected(first, i))
      continue;
    if (std::optional<PartlyKnownText> string = textOf(first, i))
      addStatements(*string);
  }
}

void ptx::addCodeStrings(StringRef source, llvm::ArrayRef<CppToken> tokens,
                         std::vector<AsmStatement> (*find)(const SourceBuffer &),
                         std::vector<AsmStatement> &statements) {
  CodeStringReader(source, tokens, find, statements).run();
}
