// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LSP_DOCUMENTS_POSITIONS_H
#define PTX_LSP_DOCUMENTS_POSITIONS_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/LSP/Protocol.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ptx::lsp {

using llvm::lsp::Position;
using llvm::lsp::Range;

/// The unit of columns of a `Position`: bytes, UTF-16 code units, or characters.
enum class PositionEncoding : uint8_t { Utf8, Utf16, Utf32 };

/// The name in the protocol, such as `utf-16`.
llvm::StringRef nameOf(PositionEncoding encoding);
std::optional<PositionEncoding> findPositionEncoding(llvm::StringRef name);

/// The offsets of the lines of a text. As in the protocol, `\n`, `\r\n` and a `\r` without `\n` end
/// a line. There is always at least one line.
class LineTable {
public:
  explicit LineTable(llvm::StringRef text);

  /// Updates the table after the bytes from `begin` to `oldEnd` were replaced by the bytes from
  /// `begin` to `newEnd` of `text`. Only replaced lines are scanned; the offsets of later lines are
  /// shifted.
  void update(llvm::StringRef text, uint32_t begin, uint32_t oldEnd, uint32_t newEnd);

  /// Lines are counted from 0.
  uint32_t count() const { return static_cast<uint32_t>(starts.size()); }
  uint32_t start(uint32_t line) const { return starts[line]; }
  uint32_t lineOf(uint32_t offset) const;

private:
  std::vector<uint32_t> starts;
};

/// Converts between byte offsets in a text and positions of the protocol. A byte that is not valid
/// UTF-8 counts as one character if it starts one. Not thread-safe.
class PositionMap {
public:
  /// `lines` are the lines of `text`. Both must outlive the map.
  PositionMap(llvm::StringRef text, const LineTable &lines, PositionEncoding encoding)
      : text(text), lines(&lines), encoding(encoding) {}

  /// `offset` is clamped to the end of the text. For increasing offsets on one line, each call only
  /// scans the bytes since the last offset.
  Position position(uint32_t offset) const;
  Range range(SourceRange range) const { return {position(range.begin), position(range.end)}; }

  /// A column after the end of its line means its end, before the line break. A line after the last
  /// one means the end of the text. A position within a character means its start.
  uint32_t offset(Position position) const;
  SourceRange range(const Range &range) const;

  /// The bytes of line `line`, counted from 0, without its line break.
  SourceRange line(uint32_t line) const;
  const LineTable &lineTable() const { return *lines; }

  /// The number of columns of `text`, which contains no line break.
  uint32_t width(llvm::StringRef text) const;

private:
  llvm::StringRef text;
  const LineTable *lines;
  PositionEncoding encoding;
  // The position of the last call. It avoids scanning a long line from its start each time.
  mutable uint32_t lastOffset = 0, lastStart = 0, lastColumn = 0;
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_POSITIONS_H
