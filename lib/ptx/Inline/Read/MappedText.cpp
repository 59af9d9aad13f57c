// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Read/MappedText.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

void MappedText::append(StringRef verbatim, uint32_t source) {
  if (verbatim.empty())
    return;
  uint32_t length = static_cast<uint32_t>(verbatim.size());
  if (!pieces.empty() && pieces.back().kind == Kind::Verbatim && pieces.back().source.end == source)
    pieces.back().source.end += length;
  else
    pieces.push_back({size(), {source, source + length}, Kind::Verbatim});
  bytes.append(verbatim.begin(), verbatim.end());
}

void MappedText::appendFor(StringRef other, SourceRange source) { add(other, source, Kind::Other); }

void MappedText::appendSpelled(StringRef character, SourceRange source) {
  add(character, source, Kind::Spelled);
}

void MappedText::add(StringRef text, SourceRange source, Kind kind) {
  if (text.empty())
    return;
  if (pieces.empty() || pieces.back().kind != kind || pieces.back().source != source)
    pieces.push_back({size(), source, kind});
  bytes.append(text.begin(), text.end());
}

void MappedText::append(const MappedText &other, SourceRange range) {
  isScattered |= other.isScattered;
  for (uint32_t at = range.begin; at < range.end;) {
    const Piece &piece = other.pieceAt(at);
    uint32_t end = std::min(range.end, other.endOf(piece));
    StringRef part = other.text().slice(at, end);
    if (piece.kind == Kind::Verbatim)
      append(part, piece.source.begin + (at - piece.begin));
    else
      add(part, piece.source, piece.kind);
    at = end;
  }
}

MappedText MappedText::through(const MappedText &outer) const {
  MappedText result;
  for (const Piece &piece : pieces) {
    StringRef part = text().slice(piece.begin, endOf(piece));
    if (piece.kind == Kind::Verbatim)
      result.append(outer, piece.source);
    else
      result.add(part, outer.sourceOf(piece.source),
                 outer.isEditable(piece.source) ? piece.kind : Kind::Other);
  }
  return result;
}

MappedText
MappedText::moved(llvm::function_ref<std::pair<SourceRange, bool>(SourceRange)> place) const {
  MappedText result = *this;
  result.isScattered = true;
  for (Piece &piece : result.pieces) {
    auto [source, isSame] = place(piece.source);
    piece.source = source;
    if (!isSame)
      piece.kind = Kind::Other;
  }
  return result;
}

void MappedText::blank(SourceRange range) {
  for (uint32_t i = range.begin; i < range.end; ++i)
    if (bytes[i] != '\n')
      bytes[i] = ' ';
}

const MappedText::Piece &MappedText::pieceAt(uint32_t offset) const {
  return llvm::partition_point(pieces, [&](const Piece &p) { return p.begin <= offset; })[-1];
}

uint32_t MappedText::endOf(const Piece &piece) const {
  return &piece == &pieces.back() ? size() : (&piece)[1].begin;
}

SourceRange MappedText::sourceOfByte(uint32_t offset) const {
  const Piece &piece = pieceAt(offset);
  if (piece.kind != Kind::Verbatim)
    return piece.source;
  uint32_t place = piece.source.begin + (offset - piece.begin);
  return {place, place + 1};
}

SourceRange MappedText::sourceOf(SourceRange range) const {
  if (pieces.empty())
    return {};
  range.begin = std::min(range.begin, size());
  range.end = std::clamp(range.end, range.begin, size());
  if (range.empty()) {
    // Text that is inserted there belongs to the preceding byte.
    uint32_t place = range.begin ? sourceOfByte(range.begin - 1).end : sourceOfByte(0).begin;
    return {place, place};
  }
  if (isScattered) {
    // Selects the piece with the largest part of the range.
    SourceRange longest;
    for (uint32_t at = range.begin; at < range.end;) {
      uint32_t end = std::min(range.end, endOf(pieceAt(at)));
      if (end - at > longest.size())
        longest = {at, end};
      at = end;
    }
    range = longest;
  }
  SourceRange first = sourceOfByte(range.begin), last = sourceOfByte(range.end - 1);
  // A macro can use text from an earlier position.
  return first.begin <= last.begin ? SourceRange{first.begin, last.end} : first;
}

std::optional<uint32_t> MappedText::placeOf(uint32_t source, uint32_t begin) const {
  std::optional<uint32_t> end;
  for (const Piece &piece : pieces) {
    if (endOf(piece) <= begin || piece.source.empty())
      continue;
    if (piece.source.contains(source))
      return piece.kind == Kind::Verbatim ? piece.begin + (source - piece.source.begin)
                                          : piece.begin;
    if (piece.source.end == source && !end)
      end = endOf(piece);
  }
  return end;
}

uint32_t MappedText::firstFrom(uint32_t source, uint32_t begin) const {
  for (const Piece &piece : pieces)
    if (piece.begin >= begin && piece.source.begin >= source)
      return piece.begin;
  return size();
}

bool MappedText::isEditable(SourceRange range) const {
  if (pieces.empty() || range.begin > size() || range.end > size())
    return false;
  auto isInLiteral = [&](uint32_t offset) { return pieceAt(offset).kind != Kind::Other; };
  if (range.empty())
    return (range.begin > 0 && isInLiteral(range.begin - 1)) ||
           (range.begin < size() && isInLiteral(range.begin));
  std::optional<uint32_t> next; // where the source must continue
  for (uint32_t at = range.begin; at < range.end;) {
    const Piece &piece = pieceAt(at);
    uint32_t end = endOf(piece);
    bool isWhole = piece.begin == at && end <= range.end;
    if (piece.kind == Kind::Other || (piece.kind == Kind::Spelled && !isWhole))
      return false;
    if (next && sourceOfByte(at).begin != *next)
      return false;
    at = std::min(end, range.end);
    next = sourceOfByte(at - 1).end;
  }
  return true;
}

SourceRange MappedText::spellingOf(uint32_t offset) const {
  const Piece &piece = pieceAt(offset);
  if (piece.kind == Kind::Verbatim || piece.begin == offset)
    return sourceOfByte(offset);
  return {piece.source.end, piece.source.end};
}
