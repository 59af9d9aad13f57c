// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Project/Expectations.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
using Place = Expectation::Place;

/// The regular expression of an `-re` text. Text outside of `{{ }}` is literal.
static std::string toRegex(StringRef text) {
  std::string regex;
  while (!text.empty()) {
    auto [literal, rest] = text.split("{{");
    regex += llvm::Regex::escape(literal);
    auto [expression, after] = rest.split("}}");
    if (!expression.empty())
      regex += ("(" + expression + ")").str();
    text = after;
  }
  return regex;
}

/// Whether the automaton of a regular expression would be too large, or its groups nest too deeply.
/// Nested counts such as `{1,255}` multiply, since LLVM's compiler expands each repetition.
static bool isTooLarge(StringRef regex) {
  constexpr double mostParts = 1 << 16;
  constexpr size_t deepest = 64;
  llvm::SmallVector<double, 8> outer; // sizes so far of the enclosing groups
  double size = 0, last = 0;
  auto add = [&](double part) { size += last, last = part; };
  for (size_t i = 0; i < regex.size(); ++i) {
    if (regex[i] == '\\') {
      ++i;
      add(1);
    } else if (regex[i] == '(') {
      add(0);
      outer.push_back(size);
      size = 0;
      if (outer.size() > deepest)
        return true;
    } else if (regex[i] == ')' && !outer.empty()) {
      last += size;
      size = outer.pop_back_val();
    } else if (regex[i] == '{') {
      StringRef count = regex.substr(i + 1).take_until([](char c) { return c == '}'; });
      unsigned most = 1;
      if (count.contains(',') ? !count.split(',').second.getAsInteger(10, most) ||
                                    !count.split(',').first.getAsInteger(10, most)
                              : !count.getAsInteger(10, most))
        last *= std::max(most, 1u);
      i += count.size();
    } else {
      add(1);
    }
    if (size + last > mostParts)
      return true;
  }
  return false;
}

bool Expectation::accepts(StringRef message, DiagId id) const {
  if (code && *code != id)
    return false;
  return isRegex ? llvm::Regex(toRegex(text)).match(message) : message.contains(text);
}

namespace {

/// Reads the expectations line by line.
class LineParser {
public:
  LineParser(const SourceBuffer &source, ExpectationList &list, const VerifyOptions &options)
      : source(source), list(list), options(options) {}

  /// Reads the expectations in `comment`, a part of line `number`.
  void parse(uint32_t number, StringRef comment);

private:
  size_t prefixLength(StringRef word) const;
  bool parseOne();
  bool parsePlace();
  bool parseNumber(StringRef start);
  bool parseText();
  bool parseCode();
  bool fail(const llvm::Twine &message);
  uint32_t offset(StringRef at) const { return at.data() - source.text().data(); }

  const SourceBuffer &source;
  ExpectationList &list;
  const VerifyOptions &options;
  Expectation current;
  StringRef keyword; // `expected-error`
  StringRef prefix;  // `expected`
  StringRef rest;    // the remaining text
};

} // namespace

bool LineParser::fail(const llvm::Twine &message) {
  list.problems.push_back({offset(keyword), message.str()});
  return false;
}

static bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '-' || c == '_'; }

/// The length of the longest prefix at the start of `word`, before a `-`; 0 if there is none.
size_t LineParser::prefixLength(StringRef word) const {
  size_t longest = 0;
  for (const std::string &name : options.prefixes)
    if (word.starts_with(name) && word.substr(name.size()).starts_with("-"))
      longest = std::max(longest, name.size());
  return longest;
}

void LineParser::parse(uint32_t number, StringRef comment) {
  rest = comment;
  while (true) {
    rest = rest.drop_until(isWordCharacter);
    if (rest.empty())
      return;
    prefix = rest.take_front(prefixLength(rest));
    if (prefix.empty()) {
      rest = rest.drop_while(isWordCharacter);
      continue;
    }
    size_t length =
        rest.find_if_not([](char c) { return llvm::isAlpha(c) || c == '-'; }, prefix.size());
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

/// Reads the text after the keyword. Returns false if this is not a valid expectation.
bool LineParser::parseOne() {
  StringRef kind = keyword.drop_front(prefix.size() + 1);
  if (kind == "no-diagnostics") {
    current.forbidsAll = true;
    current.placeRange = {offset(rest), offset(rest)};
    return true;
  }
  current.isRegex = kind.consume_back("-re");
  if (kind == "warning")
    current.severity = Severity::Warning;
  else if (kind == "note")
    current.severity = Severity::Note;
  else if (kind != "error") {
    // Ignore words in prose, but report misspelled expectations.
    bool meant = rest.starts_with("@") || rest.ltrim(" ").starts_with("{{");
    return meant &&
           fail("unknown `" + keyword + "`; there are " + prefix + "-error, " + prefix +
                "-warning and " + prefix + "-note, each with -re for regular expressions, and " +
                prefix + "-no-diagnostics");
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
    current.place = Place::Above; // the line is determined when all lines are known
  } else if (rest.consume_front("below")) {
    current.place = Place::Below;
  } else if (!parseNumber(start)) {
    return false;
  }
  current.placeRange.end = offset(rest);
  return true;
}

/// `+1`, `-1` or `12`, after the `@` at `start`.
bool LineParser::parseNumber(StringRef start) {
  bool forward = rest.consume_front("+");
  bool backward = !forward && rest.consume_front("-");
  uint32_t number;
  if (rest.empty() || !llvm::isDigit(rest.front()) || rest.consumeInteger(10, number))
    return fail("expected a line after `" + keyword + "@`: `+1`, `-1`, `12`, `above` or `below`");
  current.place = forward || backward ? Place::Relative : Place::Absolute;
  int64_t target = forward    ? int64_t(current.line) + number
                   : backward ? int64_t(current.line) - number
                              : int64_t(number);
  StringRef text = start.drop_back(rest.size());
  if (target < 1)
    return fail("`" + text + "` is before the first line");
  if (target > source.lineCount())
    return fail("`" + text + "`: line " + llvm::Twine(target) + " is past the end of the file");
  current.target = static_cast<uint32_t>(target);
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
      if (current.isRegex && isTooLarge(toRegex(current.text)))
        return fail("the regular expression is too large: its counts multiply, or it nests too "
                    "deeply");
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
  StringRef after = rest.ltrim(" ");
  if (!after.consume_front("["))
    return true;
  size_t end = after.find(']');
  StringRef name = after.take_front(end);
  current.code = findDiagnostic(name);
  if (end == StringRef::npos || !current.code)
    return fail("unknown rule `" + name + "`");
  rest = after.drop_front(end + 1);
  return true;
}

/// Determines the line of each `@above` and `@below`.
static void findNeighbours(const SourceBuffer &source, ExpectationList &list) {
  // Expectations are in source order. Consecutive lines with expectations have the same neighbours.
  llvm::MutableArrayRef<Expectation> all(list.expectations);
  for (size_t begin = 0, end; begin != all.size(); begin = end) {
    end = begin + 1;
    while (end != all.size() && all[end].line <= all[end - 1].line + 1)
      ++end;
    uint32_t above = all[begin].line - 1, below = all[end - 1].line + 1;
    for (Expectation &e : all.slice(begin, end - begin)) {
      if (e.place == Place::Above)
        e.target = above;
      else if (e.place == Place::Below)
        e.target = below <= source.lineCount() ? below : 0;
    }
  }
  for (const Expectation &e : list.expectations) {
    if (!e.target)
      list.problems.push_back({e.range.begin, "there is no line for this to be about"});
  }
  llvm::erase_if(list.expectations, [](const Expectation &e) { return e.target == 0; });
}

/// Reports an `expected-no-diagnostics` in an input with other expectations.
static void checkForbidden(const SourceBuffer &source, ExpectationList &list) {
  auto forbids = [](const Expectation &e) { return e.forbidsAll; };
  auto other = llvm::find_if_not(list.expectations, forbids);
  if (other == list.expectations.end())
    return;
  for (const Expectation &e : llvm::make_filter_range(list.expectations, forbids))
    list.problems.push_back(
        {e.range.begin, ("`" + source.text(e.range) + "` contradicts the expectation on line " +
                         llvm::Twine(other->line))
                            .str()});
}

ExpectationList ptx::parseExpectations(const SourceBuffer &source, const VerifyOptions &options) {
  ExpectationList list;
  LineParser parser(source, list, options);
  StringRef rest = source.text();
  for (uint32_t number = 1; !rest.empty(); ++number) {
    StringRef line;
    std::tie(line, rest) = rest.split('\n');
    size_t begin = line.find(options.comment);
    if (begin != StringRef::npos)
      parser.parse(number, line.drop_front(begin));
  }
  findNeighbours(source, list);
  checkForbidden(source, list);
  return list;
}
