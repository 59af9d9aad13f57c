// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Expectations.h"

#include "ptx/Diagnostics/Catalog.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

using namespace ptx;
using llvm::StringRef;
using Place = Expectation::Place;

/// The regular expression that an `-re` text represents: what is outside of `{{ }}` is literal.
static std::string toRegex(StringRef text) {
  std::string regex;
  while (!text.empty()) {
    auto [literal, rest] = text.split("{{");
    regex += llvm::Regex::escape(literal);
    auto [expression, behind] = rest.split("}}");
    if (!expression.empty())
      regex += ("(" + expression + ")").str();
    text = behind;
  }
  return regex;
}

bool Expectation::accepts(StringRef message, DiagId id) const {
  if (code && *code != id)
    return false;
  return isRegex ? llvm::Regex(toRegex(text)).match(message) : message.contains(text);
}

namespace {

/// Reads the expectations of one line after the other.
class LineParser {
public:
  LineParser(const SourceBuffer &source, ExpectationList &list) : source(source), list(list) {}

  /// Reads what is in `comment`, a part of line `number`.
  void parse(uint32_t number, StringRef comment);

private:
  bool parseOne();
  bool parsePlace();
  bool parseText();
  bool parseCode();
  bool fail(const llvm::Twine &message);
  uint32_t offset(StringRef at) const { return at.data() - source.text().data(); }

  const SourceBuffer &source;
  ExpectationList &list;
  Expectation current;
  StringRef keyword; // `expected-error`
  StringRef rest;    // what is to be read
};

} // namespace

bool LineParser::fail(const llvm::Twine &message) {
  list.problems.push_back({offset(keyword), message.str()});
  return false;
}

void LineParser::parse(uint32_t number, StringRef comment) {
  constexpr llvm::StringLiteral prefix = "expected-";
  rest = comment;
  for (size_t at = rest.find(prefix); at != StringRef::npos; at = rest.find(prefix)) {
    rest = rest.drop_front(at);
    size_t length = rest.find_if_not([](char c) { return llvm::isAlpha(c) || c == '-'; });
    keyword = rest.take_front(length);
    rest = rest.drop_front(keyword.size());
    current = Expectation();
    current.line = current.target = number;
    if (!parseOne())
      continue;
    current.range = {offset(keyword), offset(rest)};
    list.expectations.push_back(current);
  }
}

/// Reads what is after the keyword. False if this is not an expectation, or one that is wrong.
bool LineParser::parseOne() {
  StringRef kind = keyword;
  current.isRegex = kind.consume_back("-re");
  if (kind == "expected-warning")
    current.severity = Severity::Warning;
  else if (kind == "expected-note")
    current.severity = Severity::Note;
  else if (kind != "expected-error") {
    // Words in prose are none of our business, a misspelled expectation is.
    bool meant = rest.starts_with("@") || rest.ltrim(" ").starts_with("{{");
    return meant && fail("unknown `" + keyword +
                         "`; there are expected-error, expected-warning "
                         "and expected-note, each with -re for regular expressions");
  }
  if (!parsePlace())
    return false;
  rest = rest.ltrim(" ");
  if (!rest.empty() && llvm::isDigit(rest.front()) &&
      (rest.consumeInteger(10, current.count) || current.count == 0))
    return fail("the count of `" + keyword + "` is out of range");
  rest = rest.ltrim(" ");
  return parseText() && parseCode();
}

/// `@+1`, `@-1`, `@12`, `@above`, `@below`, or nothing.
bool LineParser::parsePlace() {
  StringRef start = rest;
  current.placeRange = {offset(start), offset(start)};
  if (!rest.consume_front("@"))
    return true;
  if (rest.consume_front("above")) {
    current.place = Place::Above; // the line is found when all lines are known
  } else if (rest.consume_front("below")) {
    current.place = Place::Below;
  } else {
    bool forward = rest.consume_front("+");
    bool backward = !forward && rest.consume_front("-");
    uint32_t number;
    if (rest.empty() || !llvm::isDigit(rest.front()) || rest.consumeInteger(10, number))
      return fail("expected a line after `" + keyword + "@`: `+1`, `-1`, `12`, `above` or `below`");
    current.place = forward || backward ? Place::Relative : Place::Absolute;
    int64_t target = forward    ? int64_t(current.line) + number
                     : backward ? int64_t(current.line) - number
                                : int64_t(number);
    if (target < 1 || target > source.lineCount())
      return fail("`" + start.drop_back(rest.size()) + "` leads out of the file");
    current.target = static_cast<uint32_t>(target);
  }
  current.placeRange.end = offset(rest);
  return true;
}

/// `{{text}}`. A text may end in `}`; a text with regular expressions has pairs of braces inside.
bool LineParser::parseText() {
  if (!rest.consume_front("{{"))
    return fail("expected `{{` and the text of the diagnostic after `" + keyword + "`");
  size_t depth = 1;
  for (size_t i = 0; i + 1 < rest.size(); ++i) {
    StringRef pair = rest.substr(i, 2);
    if (current.isRegex && pair == "{{") {
      ++depth;
      ++i;
    } else if (pair == "}}") {
      if (--depth != 0) {
        ++i;
        continue;
      }
      while (i + 2 < rest.size() && rest[i + 2] == '}')
        ++i;
      current.text = rest.take_front(i).str();
      rest = rest.drop_front(i + 2);
      std::string error;
      if (current.isRegex && !llvm::Regex(toRegex(current.text)).isValid(error))
        return fail("malformed regular expression: " + error);
      return true;
    } else {
      continue;
    }
  }
  return fail("expected `}}` after the text of `" + keyword + "`");
}

/// `[PTX1102]`, or nothing.
bool LineParser::parseCode() {
  StringRef behind = rest.ltrim(" ");
  if (!behind.consume_front("["))
    return true;
  size_t end = behind.find(']');
  StringRef name = behind.take_front(end);
  current.code = findDiagnostic(name);
  if (end == StringRef::npos || !current.code)
    return fail("unknown rule `" + name + "`");
  rest = behind.drop_front(end + 1);
  return true;
}

/// Gives each `@above` and `@below` its line.
static void findNeighbours(const SourceBuffer &source, ExpectationList &list) {
  llvm::DenseSet<uint32_t> lines;
  for (const Expectation &e : list.expectations)
    lines.insert(e.line);
  auto hasExpectation = [&](uint32_t line) { return lines.contains(line); };
  for (Expectation &e : list.expectations) {
    if (e.place != Place::Above && e.place != Place::Below)
      continue;
    e.target = neighbouringLine(e.line, e.place, source.lineCount(), hasExpectation);
    if (!e.target)
      list.problems.push_back({e.range.begin, "there is no line for this to be about"});
  }
  llvm::erase_if(list.expectations, [](const Expectation &e) { return e.target == 0; });
}

ExpectationList ptx::parseExpectations(const SourceBuffer &source, StringRef comment) {
  ExpectationList list;
  LineParser parser(source, list);
  StringRef rest = source.text();
  for (uint32_t number = 1; !rest.empty(); ++number) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    size_t begin = line.find(comment);
    if (begin != StringRef::npos)
      parser.parse(number, line.drop_front(begin));
  }
  findNeighbours(source, list);
  return list;
}
