// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Snippet.h"

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <vector>

using namespace ptx;

namespace {

constexpr unsigned tabStop = 8;
constexpr unsigned minWidth = 40;
constexpr llvm::StringLiteral ellipsis = "...";

/// One character of the source, or one byte of an invalid encoding, as a terminal shows it.
struct Cell {
  uint64_t begin; // in the buffer, in bytes
  uint64_t end;
  std::string text;
  unsigned width; // in columns

  bool overlaps(SourceRange range) const { return begin < range.end && range.begin < end; }
};

/// The visible part of a line.
struct Window {
  std::vector<Cell> cells;
  bool cutLeft = false;
  bool cutRight = false;
};

} // namespace

static Cell makeCell(llvm::StringRef text, uint64_t offset, unsigned column) {
  if (text.front() == '\t') {
    unsigned width = tabStop - column % tabStop;
    return {offset, offset + 1, std::string(width, ' '), width};
  }
  if (PrintableCharacter c = printableCharacter(text); c.size)
    return {offset, offset + c.size, text.take_front(c.size).str(), c.width};
  return {offset, offset + 1, ("<" + llvm::Twine(llvm::toHex(text.take_front(1))) + ">").str(), 4};
}

/// The cells around the byte `caret` of `line`, which begins at `lineBegin` in its buffer.
static Window makeWindow(llvm::StringRef line, uint64_t lineBegin, size_t caret, unsigned width) {
  // A character has at most four bytes, so more distant bytes do not fit.
  size_t reach = 4 * static_cast<size_t>(width);
  size_t from = caret > reach ? caret - reach : 0;
  while (from > 0 && from < caret && (line[from] & 0xC0) == 0x80)
    ++from; // do not start inside a character
  size_t to = std::min(line.size(), caret + reach);

  Window window{{}, from > 0, to < line.size()};
  std::vector<Cell> &cells = window.cells;
  unsigned column = 0;
  for (uint64_t at = from; at < to; at = cells.back().end - lineBegin) {
    cells.push_back(makeCell(line.substr(at), lineBegin + at, column));
    column += cells.back().width;
  }
  if (!window.cutLeft && !window.cutRight && column <= width)
    return window;

  // The text before the caret gets a third of the width, and the width that the rest of the line
  // does not use.
  size_t first = 0;
  while (first < cells.size() && cells[first].end <= lineBegin + caret)
    ++first;
  size_t last = first;
  unsigned room = width - 2 * ellipsis.size();
  unsigned used = 0;
  auto growLeft = [&](unsigned limit) {
    while (first > 0 && used + cells[first - 1].width <= limit)
      used += cells[--first].width;
  };
  growLeft(room / 3);
  while (last < cells.size() && used + cells[last].width <= room)
    used += cells[last++].width;
  growLeft(room);
  window.cutLeft |= first > 0;
  window.cutRight |= last < cells.size();
  cells.erase(cells.begin() + last, cells.end());
  cells.erase(cells.begin(), cells.begin() + first);
  return window;
}

std::optional<Snippet> ptx::makeSnippet(const SourceBuffer &buffer, SourceRange range,
                                        llvm::ArrayRef<SourceRange> highlights, unsigned width) {
  uint64_t begin = std::min<uint64_t>(range.begin, buffer.text().size());
  LineColumn place = buffer.lineColumn(range.begin);
  llvm::StringRef line = buffer.line(place.line);
  uint64_t lineBegin = begin - (place.column - 1);
  size_t caret = std::min<size_t>(place.column - 1, line.size());
  Window window = makeWindow(line, lineBegin, caret, std::max(width, minWidth));

  Snippet snippet;
  if (window.cutLeft)
    snippet.text = ellipsis;
  size_t column = snippet.text.size();
  size_t caretColumn = std::string::npos;
  snippet.marks.assign(column, ' ');
  for (const Cell &cell : window.cells) {
    if (caretColumn == std::string::npos && cell.end > lineBegin + caret)
      caretColumn = snippet.marks.size();
    bool marked = cell.overlaps(range);
    for (SourceRange highlight : highlights)
      marked |= cell.overlaps(highlight);
    snippet.text += cell.text;
    snippet.marks.append(cell.width, marked ? '~' : ' ');
  }
  if (caretColumn == std::string::npos) // after the last character of the line
    caretColumn = snippet.marks.size();

  size_t contentEnd = llvm::StringRef(snippet.text).rtrim(' ').size();
  if (contentEnd == column)
    return std::nullopt;
  // A range that continues on the next line would underline trailing blanks.
  if (range.end > lineBegin + line.size() && !window.cutRight) {
    size_t blanks = snippet.text.size() - contentEnd;
    snippet.marks.resize(snippet.marks.size() - std::min(blanks, snippet.marks.size()));
  }
  if (window.cutRight)
    snippet.text += ellipsis;
  snippet.marks.resize(std::max(snippet.marks.size(), caretColumn + 1), ' ');
  snippet.marks[caretColumn] = '^';
  snippet.marks.erase(snippet.marks.find_last_not_of(' ') + 1);
  return snippet;
}
