// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_READ_MAPPEDTEXT_H
#define PTX_INLINE_READ_MAPPEDTEXT_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ptx {

/// A text built from parts of a source, with the source position of each byte.
class MappedText {
public:
  llvm::StringRef text() const { return bytes; }
  uint32_t size() const { return static_cast<uint32_t>(bytes.size()); }
  bool empty() const { return bytes.empty(); }

  /// Appends bytes that are contiguous in the source, from `source` on.
  void append(llvm::StringRef verbatim, uint32_t source);

  /// Appends bytes that all come from `source`, such as the text of a macro.
  void appendFor(llvm::StringRef other, SourceRange source);

  /// Appends a character with another spelling at `source`, such as an escape sequence.
  void appendSpelled(llvm::StringRef character, SourceRange source);

  /// Appends the bytes `range` of `other`, with their positions.
  void append(const MappedText &other, SourceRange range);

  /// This text, which was built from the text of `outer`, with positions in the source of `outer`.
  MappedText through(const MappedText &outer) const;
  /// The same text with other positions: `place` maps a source position, and returns whether the
  /// bytes there are unchanged.
  MappedText moved(llvm::function_ref<std::pair<SourceRange, bool>(SourceRange)> place) const;

  /// Replaces the bytes of `range` by blanks, except for line feeds.
  void blank(SourceRange range);

  /// The source of `range` of the text. An empty range is a position between two bytes.
  SourceRange sourceOf(SourceRange range) const;

  /// The first byte from `begin` on that comes from `source`; or else the position after the byte
  /// that ends there. None if there is neither.
  std::optional<uint32_t> placeOf(uint32_t source, uint32_t begin = 0) const;

  /// The first byte that comes from the position `source` or a later one; the size if there is
  /// none.
  uint32_t firstFrom(uint32_t source, uint32_t begin = 0) const;

  /// Whether the bytes of `range` are contiguous in the source, with any spelling, so that they can
  /// be edited there.
  bool isEditable(SourceRange range) const;

  /// The source spelling of the byte at `offset`: the byte itself if it is unchanged. Otherwise, of
  /// all bytes from one position, the first has the whole spelling, and the others are empty.
  SourceRange spellingOf(uint32_t offset) const;

private:
  enum class Kind : uint8_t { Verbatim, Spelled, Other };
  struct Piece {
    uint32_t begin;
    SourceRange source;
    Kind kind;
  };

  const Piece &pieceAt(uint32_t offset) const;
  uint32_t endOf(const Piece &piece) const;
  void add(llvm::StringRef text, SourceRange source, Kind kind);
  SourceRange sourceOfByte(uint32_t offset) const;

  std::string bytes;
  std::vector<Piece> pieces; // in order; adjacent pieces differ
  bool isScattered = false;  ///< whether adjacent pieces come from anywhere
};

} // namespace ptx

#endif // PTX_INLINE_READ_MAPPEDTEXT_H
