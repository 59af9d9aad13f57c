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

/// A text that was made from parts of a source, and where in the source each byte of it comes from.
class MappedText {
public:
  llvm::StringRef text() const { return bytes; }
  uint32_t size() const { return static_cast<uint32_t>(bytes.size()); }
  bool empty() const { return bytes.empty(); }

  /// Appends bytes that the source has, in this order, from `source` on.
  void append(llvm::StringRef verbatim, uint32_t source);

  /// Appends bytes that all come from `source`, such as the text of a macro.
  void appendFor(llvm::StringRef other, SourceRange source);

  /// Appends a character that `source` spells in another way, such as an escape sequence.
  void appendSpelled(llvm::StringRef character, SourceRange source);

  /// Appends the bytes `range` of `other`, with their places.
  void append(const MappedText &other, SourceRange range);

  /// This text, which was made from the one that `outer` is, with its places in the source of
  /// `outer`.
  MappedText through(const MappedText &outer) const;
  /// The same text with other places: `place` says of one in the source which it is, and whether
  /// the bytes are there as they are here.
  MappedText moved(llvm::function_ref<std::pair<SourceRange, bool>(SourceRange)> place) const;

  /// Makes the bytes of `range` blank, line feeds aside.
  void blank(SourceRange range);

  /// Where `range` of the text comes from. An empty range is a place between two bytes.
  SourceRange sourceOf(SourceRange range) const;

  /// The byte, of those from `begin` on, that comes from the place `source`; or else the place
  /// after the one that ends there. None if there is neither.
  std::optional<uint32_t> placeOf(uint32_t source, uint32_t begin = 0) const;

  /// The first byte that comes from the place `source` or from after it; the size if none does.
  uint32_t firstFrom(uint32_t source, uint32_t begin = 0) const;

  /// Whether the source has the bytes of `range` in a row, as they are or spelled in another way,
  /// so that they can be edited there.
  bool isEditable(SourceRange range) const;

  /// How the source spells the byte at `offset`: itself if it is the same there, and else, of all
  /// bytes that come from one place, the first as all that is at the place, and the others as
  /// nothing.
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
  std::vector<Piece> pieces; // in their order; those next to each other differ
  bool isScattered = false;  ///< whether pieces next to each other come from anywhere
};

} // namespace ptx

#endif // PTX_INLINE_READ_MAPPEDTEXT_H
