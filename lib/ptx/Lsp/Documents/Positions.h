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

/// What the column of a `Position` counts: bytes, units of UTF-16, or characters.
enum class PositionEncoding : uint8_t { Utf8, Utf16, Utf32 };

/// The name of the protocol, such as `utf-16`.
llvm::StringRef nameOf(PositionEncoding encoding);
std::optional<PositionEncoding> findPositionEncoding(llvm::StringRef name);

/// Where the lines of a text begin. As the protocol has it, `\n`, `\r\n` and a `\r` without `\n`
/// end a line; there is always one line.
class LineTable {
public:
  explicit LineTable(llvm::StringRef text);

  /// Takes note that the bytes from `begin` to `oldEnd` were replaced by those that are now from
  /// `begin` to `newEnd` of `text`. Takes time in the lines that are replaced; those that follow
  /// are shifted.
  void update(llvm::StringRef text, uint32_t begin, uint32_t oldEnd, uint32_t newEnd);

  /// Lines are counted from 0.
  uint32_t count() const { return static_cast<uint32_t>(starts.size()); }
  uint32_t start(uint32_t line) const { return starts[line]; }
  uint32_t lineOf(uint32_t offset) const;

private:
  std::vector<uint32_t> starts;
};

/// Bytes of a text as positions of the protocol, and back. Bytes that are not UTF-8 count as one
/// character each where they begin one. To be used by one thread.
class PositionMap {
public:
  /// `text` and `lines`, those of the text, have to outlive it.
  PositionMap(llvm::StringRef text, const LineTable &lines, PositionEncoding encoding)
      : text(text), lines(&lines), encoding(encoding) {}

  /// `offset` is clamped to the end of the text. Of offsets in a row on one line, each takes time
  /// in the bytes since the last.
  Position position(uint32_t offset) const;
  Range range(SourceRange range) const { return {position(range.begin), position(range.end)}; }

  /// A column after the end of its line is its end, without the line break; a line after the last
  /// one is the end of the text; within a character is where it begins.
  uint32_t offset(Position position) const;
  SourceRange range(const Range &range) const;

  /// The bytes of line `line`, from 0, without its line break.
  SourceRange line(uint32_t line) const;
  const LineTable &lineTable() const { return *lines; }

  /// How many columns `text`, without a line break, takes.
  uint32_t width(llvm::StringRef text) const;

private:
  llvm::StringRef text;
  const LineTable *lines;
  PositionEncoding encoding;
  // Of the last call, so that a long line is not counted from its start each time.
  mutable uint32_t lastOffset = 0, lastStart = 0, lastColumn = 0;
};

} // namespace ptx::lsp

#endif // PTX_LSP_DOCUMENTS_POSITIONS_H
