// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/EmbeddedSource.h"

#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// A placeholder for unknown text: a name in code, or text in a literal.
static constexpr llvm::StringLiteral unknownWord = "ptx_check_unknown_text_";

void PartlyKnownText::addHole() {
  // An integer next to other text is part of a word.
  if (!integers.empty() && integers.back() == text.size())
    integers.pop_back();
  holes.push_back(text.size());
}

void PartlyKnownText::addInteger() {
  bool isAlone = holes.empty() || holes.back() != text.size();
  addHole();
  if (isAlone)
    integers.push_back(text.size());
}

void PartlyKnownText::append(const PartlyKnownText &other) {
  llvm::ArrayRef<uint32_t> others = other.integers;
  uint32_t start = text.size();
  // The text on both sides of the boundary is unknown.
  if (!other.holes.empty() && other.holes.front() == 0 && !holes.empty() && holes.back() == start) {
    if (!integers.empty() && integers.back() == start)
      integers.pop_back();
    others = others.drop_while([](uint32_t place) { return place == 0; });
  }
  for (uint32_t hole : other.holes)
    holes.push_back(start + hole);
  for (uint32_t integer : others)
    integers.push_back(start + integer);
  text.append(other.text, {0, other.text.size()});
}

static MappedText withWords(const PartlyKnownText &string) {
  MappedText result;
  uint32_t at = 0;
  for (uint32_t hole : string.holes) {
    result.append(string.text, {at, hole});
    result.appendFor(unknownWord, string.text.sourceOf({hole, hole}));
    at = hole;
  }
  result.append(string.text, {at, string.text.size()});
  return result;
}

/// Removes the placeholders from the template.
static void takeOutWords(AsmStatement &statement) {
  StringRef bytes = statement.text.text();
  if (!bytes.contains(unknownWord))
    return;
  PartlyKnownText result;
  llvm::ArrayRef<uint32_t> holes = statement.holes;
  for (size_t at = 0; at <= bytes.size();) {
    size_t end = std::min(bytes.find(unknownWord, at), bytes.size());
    for (; !holes.empty() && holes.front() <= end; holes = holes.drop_front())
      result.holes.push_back(result.text.size() + static_cast<uint32_t>(holes.front() - at));
    result.text.append(statement.text, {static_cast<uint32_t>(at), static_cast<uint32_t>(end)});
    if (end == bytes.size())
      break;
    result.addHole();
    at = end + unknownWord.size();
  }
  statement.text = std::move(result.text);
  statement.holes = std::move(result.holes);
}

bool ptx::comparesText(StringRef name) {
  constexpr StringRef words[] = {"expect",   "assert", "golden",     "equal", "match",
                                 "compar",   "strcmp", "memcmp",     "streq", "_eq",
                                 "contains", "substr", "starts_with"};
  return name == "find" ||
         llvm::any_of(words, [&](StringRef word) { return name.contains_insensitive(word); });
}

/// Whether the word of `text` at `at` may be a placeholder: `{name}` beside a word, `{{`, `$name`,
/// `@name@`, `<name>`.
static bool isPlaceholder(StringRef text, size_t at) {
  StringRef rest = text.drop_front(at + 1);
  StringRef name = rest.take_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
  StringRef after = rest.drop_front(name.size());
  bool isName = !name.empty() && !llvm::isDigit(name[0]);
  char before = at ? text[at - 1] : ' ';
  bool touches = llvm::isAlnum(before) || before == '.' || before == '_';
  switch (text[at]) {
  case '$':
    return isName || rest.starts_with("{") || rest.starts_with("(");
  case '@':
    return isName && after.starts_with("@");
  case '<':
    return touches && isName && after.starts_with(">");
  default: // `{`
    return rest.starts_with("{") ||
           (touches && isName && !after.empty() && StringRef("}:![.").contains(after[0]));
  }
}

/// Whether a program seems to replace words of `text`, which is part of `whole`, before
/// compilation.
static bool seemsUnfinished(StringRef text, StringRef whole) {
  for (size_t at = 0; (at = text.find_first_of("{$@<", at)) != StringRef::npos; ++at)
    if (isPlaceholder(text, at))
      return true;
  // A single brace can also be an extra one.
  return text.contains("}}") && whole.contains("{{");
}

/// Maps the ranges of `statement` in the string to the source.
static void moveToSource(AsmStatement &statement, const MappedText &string) {
  statement.mapParts([&](SourceRange range) { return string.sourceOf(range); });
  statement.range = string.sourceOf(statement.range);
  if (statement.guard)
    statement.guard = string.sourceOf(*statement.guard);
  for (uint32_t &place : statement.emptyPlaces)
    place = string.sourceOf({place, place}).begin;
  statement.text = statement.text.through(string);
}

void EmbeddedSources::add(const PartlyKnownText &string, bool isFinal,
                          std::vector<AsmStatement> (*find)(const SourceBuffer &), StringRef name,
                          std::vector<AsmStatement> &statements) {
  MappedText outer = withWords(string);
  auto buffer = SourceBuffer::fromString(outer.text().str(), name.str());
  uint32_t mostFunctions = functions, mostRegions = regions;
  for (AsmStatement &statement : find(*buffer)) {
    moveToSource(statement, outer);
    takeOutWords(statement);
    for (AsmOperand &operand : statement.operands)
      if (operand.constraint && StringRef(*operand.constraint).contains(unknownWord))
        operand.constraint.reset();
    llvm::erase_if(statement.otherClobbers, [](const AsmClobber &clobber) {
      return StringRef(clobber.text).contains(unknownWord);
    });
    if (StringRef(statement.function).contains(unknownWord))
      statement.function.clear();
    // A string can be part of the compiled text.
    statement.missingEnd.reset();
    if (!string.holes.empty())
      statement.fault.reset();
    statement.isBroken |= !isFinal && seemsUnfinished(statement.text.text(), string.text.text());
    if (statement.functionNumber)
      statement.functionNumber += functions;
    statement.region += regions;
    mostFunctions = std::max(mostFunctions, statement.functionNumber);
    mostRegions = std::max(mostRegions, statement.region);
    statements.push_back(std::move(statement));
  }
  functions = mostFunctions;
  regions = mostRegions + 1;
}
