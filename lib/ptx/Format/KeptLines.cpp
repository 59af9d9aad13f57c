// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Format/KeptLines.h"

#include "llvm/ADT/StringExtras.h"

#include <cassert>

using namespace ptx;
using llvm::StringRef;

// The white space of the lexer, and the end of a file of CP/M.
static constexpr StringRef blankCharacters(" \t\n\r\f\x1A", 6);

/// Whether the comment text `text` gives the command `name`, alone or with a reason after it.
static bool isCommand(StringRef text, StringRef name) {
  return text.consume_front(name) && (text.empty() || !(llvm::isAlnum(text[0]) || text[0] == '-'));
}

/// The lines from each comment that turns formatting off to the comment that turns it on.
static LineSet switchedOffLines(const SourceBuffer &source) {
  constexpr StringRef marker = "ptx-fmt:";
  StringRef text = source.text();
  LineSet lines;
  uint32_t off = 0; // the first line; 0 while formatting is on
  for (size_t at = text.find(marker); at != StringRef::npos; at = text.find(marker, at + 1)) {
    StringRef before = text.take_front(at).rtrim(" \t");
    if (!before.ends_with("//") && !before.ends_with("/*"))
      continue;
    StringRef command = text.drop_front(at + marker.size()).ltrim(" \t");
    uint32_t line = source.lineColumn(at).line;
    if (isCommand(command, "off") && off == 0) {
      off = line;
    } else if (isCommand(command, "on") && off != 0) {
      lines.add(off, line);
      off = 0;
    }
  }
  if (off != 0)
    lines.add(off, LineSet::end);
  return lines;
}

KeptLines::KeptLines(const SourceBuffer &source, const LineSet &others)
    : source(&source), kept(switchedOffLines(source)) {
  kept.add(others);
}

bool KeptLines::touch(SourceRange range) const {
  return !kept.empty() &&
         kept.touches(source->lineColumn(range.begin).line, source->lineColumn(range.end).line);
}

namespace {

/// White space between two words, before the first word or after the last one, divided into lines.
class Gap {
public:
  explicit Gap(StringRef text) : text(text), breaks(text.count('\n')) {}

  const StringRef text;
  const size_t breaks;

  /// The part before the first line break, which exists.
  StringRef head() const { return text.take_front(text.find('\n')); }
  /// The part after the last line break.
  StringRef tail() const { return text.drop_front(text.rfind('\n') + 1); }
};

/// Visits two texts that differ only in white space.
class LineMerger {
public:
  LineMerger(StringRef source, StringRef printed, const LineSet &kept)
      : source(source), printed(printed), kept(kept) {}

  std::string run();

private:
  static StringRef takeGap(StringRef &rest) {
    StringRef gap = rest.take_front(rest.find_first_not_of(blankCharacters));
    rest = rest.drop_front(gap.size());
    return gap;
  }
  void merge(const Gap &before, const Gap &after);
  void mergeLines(const Gap &before, const Gap &after);

  StringRef source, printed;
  const LineSet &kept;
  std::string result;
  uint32_t line = 1; ///< of the source
};

} // namespace

/// Appends `after` in place of `before`, as far as the lines may change.
void LineMerger::merge(const Gap &before, const Gap &after) {
  auto last = static_cast<uint32_t>(line + before.breaks);
  bool isBetween = !result.empty() && !source.empty();
  if (before.text == after.text || !kept.touches(line, last))
    result += after.text;
  else if (before.breaks == 0 || (after.breaks == 0 && isBetween))
    result += before.text;
  else
    mergeLines(before, after);
  line = last;
}

/// The same for several lines, some of which are kept. The end of the first line, blank lines, and
/// the blanks before the last line change, each if its line is not kept.
void LineMerger::mergeLines(const Gap &before, const Gap &after) {
  bool isFirst = result.empty();
  auto last = static_cast<uint32_t>(line + before.breaks);
  // At the start of the text, the line before the gap counts as blank.
  uint32_t firstBlank = isFirst ? line : line + 1;
  StringRef rest = before.text;
  if (!isFirst) {
    result += kept.contains(line) ? before.head() : "";
    result += '\n';
    rest = rest.drop_front(before.head().size() + 1);
  }
  // A new blank line is added only before a line that may change.
  bool mayChange = firstBlank < last ? !kept.touches(firstBlank, last - 1) : !kept.contains(last);
  if (mayChange && after.breaks > 1)
    result.append(after.breaks - 1, '\n');
  for (uint32_t i = firstBlank; i < last; ++i) {
    auto [blank, others] = rest.split('\n');
    if (kept.contains(i))
      (result += blank) += '\n';
    rest = others;
  }
  result += kept.contains(last) ? before.tail() : after.tail();
}

std::string LineMerger::run() {
  result.reserve(printed.size());
  for (;;) {
    StringRef before = takeGap(source), after = takeGap(printed);
    merge(Gap(before), Gap(after));
    if (source.empty())
      return std::move(result);
    assert(!printed.empty() && source[0] == printed[0] && "the texts differ in more than blanks");
    size_t size = std::min(source.find_first_of(blankCharacters), source.size());
    size = std::min(size, std::min(printed.find_first_of(blankCharacters), printed.size()));
    result += source.take_front(size);
    source = source.drop_front(size);
    printed = printed.drop_front(size);
  }
}

std::string KeptLines::restore(StringRef printed) const {
  return LineMerger(source->text(), printed, kept).run();
}
