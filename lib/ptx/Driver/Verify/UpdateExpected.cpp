// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Verify/UpdateExpected.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Driver/Verify/Verifier.h"
#include "ptx/Support/SourceBuffer.h"
#include "ptx/Syntax/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;
using LineOfComment = Expectation::Place;

namespace {

/// Plans all new lines before writing them, since expectations specify lines by distance. Lines are
/// counted from 1. "Old" lines are lines of the source.
class Updater {
public:
  Updater(const SourceBuffer &source, Comparison comparison, const VerifyOptions &options);

  std::string run();

private:
  struct OldLine {
    StringRef text; // with its line break
    std::vector<uint32_t> expectations;
    std::vector<uint32_t> insertions; // findings with a new comment above this line
    bool hasFindings = false;
    bool dropped = false;
    uint32_t newLine = 0;
  };

  OldLine &old(uint32_t line) { return lines[line - 1]; }
  uint32_t lineStart(uint32_t line) { return old(line).text.data() - source.text().data(); }
  void assignInsertions();
  bool isSuperfluous(const OldLine &line) const;
  void layOut();
  std::string insertion(const Finding &finding, const OldLine &above, uint32_t newLine);
  std::string rewritten(const OldLine &line);
  std::string newPlace(const Expectation &e);

  const SourceBuffer &source;
  Comparison comparison;
  StringRef commentSign;
  StringRef prefix; // of new expectations
  size_t mark;      ///< bytes of the byte order mark, which stays first
  std::vector<OldLine> lines;
  std::vector<bool> newLineExpects; // by new line, from 1
};

} // namespace

Updater::Updater(const SourceBuffer &source, Comparison comparison, const VerifyOptions &options)
    : source(source), comparison(std::move(comparison)), commentSign(options.comment),
      prefix(options.prefixes.front()), mark(source.text().starts_with("\xEF\xBB\xBF") ? 3 : 0) {
  StringRef rest = source.text().drop_front(mark);
  lines.resize(source.lineCount());
  for (OldLine &line : lines) {
    line.text = rest.take_front(rest.find('\n') + 1);
    if (line.text.empty())
      line.text = rest;
    rest = rest.drop_front(line.text.size());
  }
  for (auto [i, e] : llvm::enumerate(this->comparison.expectations))
    old(e.line).expectations.push_back(i);
  for (const Finding &f : this->comparison.findings)
    old(f.line).hasFindings = true;
}

/// The start of the string or comment that contains `offset`, if any.
static std::optional<uint32_t> opener(const TokenList &list, llvm::ArrayRef<Token> tokens,
                                      uint32_t offset) {
  auto next = llvm::partition_point(tokens, [&](Token t) { return t.offset() < offset; });
  uint32_t at = 0;
  if (next != tokens.begin()) {
    SourceRange last = list.range(next - tokens.begin() - 1);
    if (last.end > offset)
      return std::prev(next)->offset();
    at = last.end;
  }
  // There are only blanks and comments between tokens.
  StringRef text = list.buffer();
  while (at < offset) {
    StringRef rest = text.substr(at);
    if (rest.starts_with("//")) {
      at += rest.take_until([](char c) { return c == '\n'; }).size();
    } else if (rest.starts_with("/*")) {
      size_t end = rest.find("*/", 2);
      if (end == StringRef::npos || at + end + 2 > offset)
        return at;
      at += end + 2;
    } else {
      ++at;
    }
  }
  return std::nullopt;
}

/// Plans a comment for each finding without a remaining expectation: above its line or, if that
/// line starts inside a string or comment, above the first line of the string or comment.
void Updater::assignInsertions() {
  llvm::SmallVector<Token, 0> tokens;
  // The strings of LLVM IR are on one line each, unless written by hand.
  bool isPtx = commentSign == "//";
  if (isPtx)
    tokenize(source.text(), {0, static_cast<uint32_t>(source.text().size())}, tokens);
  TokenList list(source.text(), tokens);
  for (auto [i, f] : llvm::enumerate(comparison.findings)) {
    if (f.expectedBy != Finding::nobody && comparison.isMet(f.expectedBy))
      continue;
    uint32_t line = f.line;
    while (std::optional<uint32_t> start =
               isPtx ? opener(list, tokens, lineStart(line)) : std::nullopt)
      line = source.lineColumn(*start).line;
    old(line).insertions.push_back(i);
  }
}

/// Whether `line` contains only expectations that are not met.
bool Updater::isSuperfluous(const OldLine &line) const {
  if (line.expectations.empty() || line.hasFindings ||
      llvm::any_of(line.expectations, [&](uint32_t i) { return comparison.isMet(i); }))
    return false;
  StringRef comment = line.text.ltrim();
  for (uint32_t i : line.expectations) {
    StringRef before = comment.take_front(source.text().data() +
                                          comparison.expectations[i].range.begin - comment.data());
    before.consume_front(commentSign);
    if (!before.trim().empty())
      return false;
    comment = source.text().slice(comparison.expectations[i].range.end,
                                  line.text.end() - source.text().data());
  }
  return comment.trim().empty();
}

void Updater::layOut() {
  uint32_t next = 1;
  newLineExpects.push_back(false);
  for (OldLine &line : lines) {
    next += line.insertions.size();
    newLineExpects.resize(next, true);
    line.dropped = isSuperfluous(line);
    line.newLine = next;
    if (line.dropped)
      continue;
    ++next;
    newLineExpects.push_back(
        llvm::any_of(line.expectations, [&](uint32_t i) { return comparison.isMet(i); }));
  }
}

/// The part of a message that an expectation can quote. Non-ASCII characters would cause a warning
/// for the input, and `}}` ends the quotation.
static StringRef quotable(StringRef message) {
  message = message.take_while([](char c) { return llvm::isASCII(c); });
  size_t closing = message.find("}}");
  if (message.drop_front(std::min(closing, message.size())).trim('}').empty())
    return message;
  return message.take_front(closing);
}

std::string Updater::insertion(const Finding &finding, const OldLine &above, uint32_t newLine) {
  StringRef kind = finding.severity == Severity::Error     ? "error"
                   : finding.severity == Severity::Warning ? "warning"
                                                           : "note";
  StringRef indent = above.text.take_while([](char c) { return c == ' ' || c == '\t'; });
  StringRef lineBreak = above.text.ends_with("\r\n") ? "\r\n" : "\n";
  std::string code = finding.severity == Severity::Note ? "" : " [" + codeText(finding.id) + "]";
  // The byte order mark stays at the start of the first line.
  int64_t target = finding.offset < mark ? 1 : old(finding.line).newLine;
  std::string place = target > newLine   ? "@+" + std::to_string(target - newLine)
                      : target < newLine ? "@-" + std::to_string(newLine - target)
                                         : "";
  return (indent + commentSign + " " + prefix + "-" + kind + place + " {{" +
          quotable(finding.message) + "}}" + code + lineBreak)
      .str();
}

/// The new line specification of `e`, which is kept.
std::string Updater::newPlace(const Expectation &e) {
  StringRef current = source.text(e.placeRange);
  uint32_t line = old(e.line).newLine;
  uint32_t target = old(e.target).newLine;
  auto expects = [&](uint32_t line) { return bool(newLineExpects[line]); };
  switch (e.place) {
  case LineOfComment::SameLine:
    return "";
  case LineOfComment::Absolute:
    return ("@" + llvm::Twine(target)).str();
  case LineOfComment::Above:
  case LineOfComment::Below:
    if (neighbouringLine(line, e.place, newLineExpects.size() - 1, expects) == target)
      return current.str();
    break;
  case LineOfComment::Relative:
    if (int64_t(target) - line == int64_t(e.target) - e.line)
      return current.str();
    break;
  }
  return target < line ? ("@-" + llvm::Twine(line - target)).str()
                       : ("@+" + llvm::Twine(target - line)).str();
}

/// An old line without the expectations that are not met.
std::string Updater::rewritten(const OldLine &line) {
  std::string result;
  const char *done = line.text.begin();
  auto copyTo = [&](uint32_t offset) {
    const char *end = source.text().data() + offset;
    result.append(done, end);
    done = end;
  };
  bool removed = false;
  for (uint32_t i : line.expectations) {
    const Expectation &e = comparison.expectations[i];
    if (comparison.isMet(i)) {
      copyTo(e.placeRange.begin);
      result += newPlace(e);
      done = source.text().data() + e.placeRange.end;
      continue;
    }
    removed = true;
    copyTo(e.range.begin);
    done = source.text().data() + e.range.end;
    while (done != line.text.end() && *done == ' ')
      ++done;
  }
  result.append(done, line.text.end());
  if (!removed)
    return result;
  // Empty comments and trailing blanks are removed as well.
  StringRef text = StringRef(result).rtrim();
  if (text.consume_back(commentSign))
    text = text.rtrim();
  StringRef lineBreak = line.text.drop_front(line.text.rtrim("\r\n").size());
  return (text + lineBreak).str();
}

std::string Updater::run() {
  assignInsertions();
  layOut();
  std::string result = StringRef(source.text()).take_front(mark).str();
  for (const OldLine &line : lines) {
    uint32_t newLine = line.newLine - line.insertions.size();
    for (uint32_t i : line.insertions)
      result += insertion(comparison.findings[i], line, newLine++);
    if (!line.dropped)
      result += rewritten(line);
  }
  return result;
}

UpdatedText ptx::updateExpectations(const SourceBuffer &source, const Report &report,
                                    const VerifyOptions &options) {
  ExpectationList list = parseExpectations(source, options);
  if (!list.problems.empty())
    return {"", std::move(list.problems)};
  Comparison comparison = compare(source, report, std::move(list.expectations), options.ignored);
  return {Updater(source, std::move(comparison), options).run(), {}};
}
