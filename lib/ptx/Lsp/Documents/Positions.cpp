// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Positions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

StringRef lsp::nameOf(PositionEncoding encoding) {
  switch (encoding) {
  case PositionEncoding::Utf8:
    return "utf-8";
  case PositionEncoding::Utf16:
    return "utf-16";
  case PositionEncoding::Utf32:
    return "utf-32";
  }
  return "";
}

std::optional<PositionEncoding> lsp::findPositionEncoding(StringRef name) {
  return llvm::StringSwitch<std::optional<PositionEncoding>>(name)
      .Case("utf-8", PositionEncoding::Utf8)
      .Case("utf-16", PositionEncoding::Utf16)
      .Case("utf-32", PositionEncoding::Utf32)
      .Default(std::nullopt);
}

/// Adds the starts of lines of `text` after `from`, which starts a line, and before `to`.
static void findStarts(StringRef text, uint32_t from, uint64_t to, std::vector<uint32_t> &starts) {
  for (size_t at = from;;) {
    size_t end = text.find_first_of("\r\n", at);
    if (end == StringRef::npos)
      return;
    at = end + (text.substr(end).starts_with("\r\n") ? 2 : 1);
    if (at >= to)
      return;
    starts.push_back(static_cast<uint32_t>(at));
  }
}

LineTable::LineTable(StringRef text) : starts{0} { findStarts(text, 0, text.size() + 1, starts); }

uint32_t LineTable::lineOf(uint32_t offset) const {
  return static_cast<uint32_t>(llvm::upper_bound(starts, offset) - starts.begin()) - 1;
}

void LineTable::update(StringRef text, uint32_t begin, uint32_t oldEnd, uint32_t newEnd) {
  // The byte before the edit can be a `\r` for which the edit adds or removes a following `\n`. The
  // same applies to the last byte of the edit.
  uint32_t first = lineOf(begin == 0 ? 0 : begin - 1);
  auto last = llvm::upper_bound(starts, oldEnd + uint64_t(1));
  int64_t shift = int64_t(newEnd) - oldEnd;
  uint64_t to = last == starts.end() ? text.size() + 1 : *last + shift;
  std::vector<uint32_t> found;
  findStarts(text, starts[first], to, found);
  for (uint32_t &start : llvm::make_range(last, starts.end()))
    start = static_cast<uint32_t>(start + shift);
  auto at = starts.erase(starts.begin() + first + 1, last);
  starts.insert(at, found.begin(), found.end());
}

static bool continuesCharacter(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

/// The number of columns of the character that starts with `c`; 0 for a continuation byte.
static uint32_t columnsOf(char c, PositionEncoding encoding) {
  if (encoding == PositionEncoding::Utf8)
    return 1;
  if (continuesCharacter(c))
    return 0;
  bool isPair = encoding == PositionEncoding::Utf16 && static_cast<unsigned char>(c) >= 0xF0;
  return isPair ? 2 : 1;
}

uint32_t PositionMap::width(StringRef part) const {
  if (encoding == PositionEncoding::Utf8)
    return static_cast<uint32_t>(part.size());
  uint32_t columns = 0;
  for (char c : part)
    columns += columnsOf(c, encoding);
  return columns;
}

Position PositionMap::position(uint32_t offset) const {
  offset = std::min<uint32_t>(offset, text.size());
  uint32_t line = lines->lineOf(offset), start = lines->start(line);
  if (start != lastStart || offset < lastOffset) {
    lastStart = lastOffset = start;
    lastColumn = 0;
  }
  lastColumn += width(text.slice(lastOffset, offset));
  lastOffset = offset;
  return {static_cast<int>(line), static_cast<int>(lastColumn)};
}

SourceRange PositionMap::line(uint32_t line) const {
  uint32_t begin = lines->start(line);
  if (line + 1 == lines->count())
    return {begin, static_cast<uint32_t>(text.size())};
  uint32_t end = lines->start(line + 1) - 1;
  if (end > begin && text[end] == '\n' && text[end - 1] == '\r')
    --end;
  return {begin, end};
}

uint32_t PositionMap::offset(Position position) const {
  if (position.line < 0)
    return 0;
  if (static_cast<uint32_t>(position.line) >= lines->count())
    return static_cast<uint32_t>(text.size());
  auto [at, end] = line(static_cast<uint32_t>(position.line));
  int64_t columns = std::max(position.character, 0);
  uint32_t character = at; // the start of the last one
  for (; at != end; ++at) {
    if (!continuesCharacter(text[at]))
      character = at;
    columns -= columnsOf(text[at], encoding);
    if (columns < 0)
      return character;
  }
  return end;
}

SourceRange PositionMap::range(const Range &range) const {
  uint32_t begin = offset(range.start);
  return {begin, std::max(begin, offset(range.end))};
}
