// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"
#include "ptx/Tensor/CanonicalLayout.h"
#include "ptx/Tensor/ElementType.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <array>

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

static constexpr uint64_t chunkBytes = 16;
/// One phase of a warp accesses 8 chunks, which cover the 32 banks once (assumption A9).
static constexpr uint64_t phaseChunks = 8;

namespace {

/// A tile in shared memory. Its rows are the contiguous runs of elements: along K, or with
/// --major=MN along M or N. Sizes are in bytes.
struct Tile {
  uint64_t rows;
  uint64_t rowBytes;
  uint64_t stripBytes; ///< the part of a row that is contiguous before swizzling
  uint64_t pitch;      ///< from one row of a strip to the next
  bool stripsFirst;    ///< whether 8 rows of all strips precede the next 8 rows
  Swizzle swizzle;
  uint64_t base; ///< the shared address of its start

  uint64_t strips() const { return rowBytes / stripBytes; }
  uint64_t chunksPerRow() const { return llvm::divideCeil(rowBytes, chunkBytes); }

  /// The offset of byte `byte` of row `row` from the start of the tile, before swizzling.
  uint64_t linearByte(uint64_t row, uint64_t byte) const {
    uint64_t strip = byte / stripBytes, inStrip = byte % stripBytes;
    if (stripsFirst)
      return (row / 8 * strips() + strip) * 8 * pitch + row % 8 * pitch + inStrip;
    return (strip * rows + row) * pitch + inStrip;
  }
  /// The address of the same byte in shared memory.
  uint64_t address(uint64_t row, uint64_t byte) const {
    return swizzleAddress(swizzle, base + linearByte(row, byte));
  }
};

/// The byte of a tile that the command line selects.
struct ElementRequest {
  Tile tile;
  uint64_t row;
  uint64_t byte; ///< of the row; the element starts in it
  unsigned bit;  ///< of this byte
  unsigned elementBits;
  std::string title;
};

} // namespace

/// Sets the distances of the rows.
static llvm::Error placeRows(const LayoutOptions &options, Major major, Tile &tile) {
  const SwizzleInfo &info = swizzleInfo(tile.swizzle);
  tile.stripBytes = tile.pitch = tile.rowBytes;
  if (info.isNone()) {
    if (options.order)
      return llvm::createStringError("--order is for swizzled tiles");
    llvm::Expected<uint64_t> pitch = layoutNumber(options.pitch, "--pitch", tile.rowBytes);
    if (!pitch)
      return pitch.takeError();
    if (*pitch < tile.rowBytes)
      return llvm::createStringError("--pitch is " + Twine(*pitch) + "; expected at least the " +
                                     Twine(tile.rowBytes) + " bytes of a row");
    if (*pitch >= uint64_t(1) << 32)
      return llvm::createStringError("--pitch is " + Twine(*pitch) + "; expected less than 2^32");
    tile.pitch = *pitch;
    return llvm::Error::success();
  }
  if (options.pitch)
    return llvm::createStringError("--pitch is for tiles without swizzling");
  if (tile.rowBytes > info.spanBytes) {
    if (tile.rowBytes % info.spanBytes)
      return llvm::createStringError("the rows have " + Twine(tile.rowBytes) +
                                     " bytes; expected a multiple of the " + Twine(info.spanBytes) +
                                     " of swizzle " + info.name);
    tile.stripBytes = tile.pitch = info.spanBytes;
  }
  bool alongK = options.order == "k";
  tile.stripsFirst = alongK == (major == Major::K);
  if (tile.stripsFirst && tile.strips() > 1 && tile.rows % 8)
    return llvm::createStringError("the tile has " + Twine(tile.rows) +
                                   " rows; expected a multiple of the 8 of a swizzle atom");
  return llvm::Error::success();
}

static llvm::Expected<ElementRequest> parseElementRequest(const LayoutOptions &options,
                                                          LayoutWords words) {
  llvm::Expected<StringRef> word = onlyWord(words, "element", "one element, such as 3,17");
  if (!word)
    return word.takeError();
  llvm::Expected<std::vector<int64_t>> at = layoutList(*word, "the element", 2);
  if (!at)
    return at.takeError();
  llvm::Expected<TileOptions> tile = layoutTile(options, "element");
  if (!tile)
    return tile.takeError();
  llvm::Expected<uint64_t> base = layoutNumber(options.base, "base", 0);
  if (!base)
    return base.takeError();
  if (*base % chunkBytes || *base >= uint64_t(1) << 32)
    return llvm::createStringError("base " + hexText(*base) +
                                   "; expected a shared address that is a multiple of 16");
  const uint64_t shape[] = {tile->mn, tile->k};
  const unsigned bits = tile->elementBits;
  for (size_t i = 0; i != 2; ++i)
    if ((*at)[i] < 0 || uint64_t((*at)[i]) >= shape[i])
      return llvm::createStringError("element " + *word + " is outside of the tile of " +
                                     *options.shape);

  Major major = layoutMajor(options).value_or(Major::K);
  size_t outer = major == Major::K ? 0 : 1;
  ElementRequest request{};
  request.tile.rows = shape[outer];
  request.tile.rowBytes = llvm::divideCeil(shape[1 - outer] * bits, 8);
  request.tile.swizzle = tile->swizzle;
  request.tile.base = *base;
  request.row = (*at)[outer];
  request.byte = (*at)[1 - outer] * bits / 8;
  request.bit = (*at)[1 - outer] * bits % 8;
  request.elementBits = bits;
  request.title = llvm::formatv("element ({0},{1}) of {2}x{3} elements of {4} bits, {5}-major, "
                                "swizzle {6}",
                                (*at)[0], (*at)[1], shape[0], shape[1], bits, majorName(major),
                                swizzleInfo(tile->swizzle).name);
  if (llvm::Error error = placeRows(options, major, request.tile))
    return error;
  return request;
}

/// Adds the location of byte `byte` of the tile: its address, and its position in the lines of 128
/// bytes.
static void addByte(LayoutReport &report, StringRef key, StringRef label, uint64_t byte) {
  uint64_t line = byte / sharedLineBytes, chunk = byte % sharedLineBytes / chunkBytes;
  report.add(
      key, label,
      llvm::json::Object{
          {"byte", byte}, {"line", line}, {"chunk", chunk}, {"byteOfChunk", byte % chunkBytes}},
      llvm::formatv("{0} ({1}): line {2}, chunk {3}, byte {4} of the chunk", hexText(byte), byte,
                    line, chunk, byte % chunkBytes)
          .str());
}

/// Adds the banks of the element that starts at bit `bit` of `address`.
static void addBanks(LayoutReport &report, const ElementRequest &request, uint64_t address) {
  unsigned bit = address % 4 * 8 + request.bit;
  unsigned first = address % sharedLineBytes / 4;
  unsigned last = first + (bit + request.elementBits - 1) / 32;
  std::string text = std::to_string(first);
  if (last != first)
    text += " to " + std::to_string(last);
  else if (request.elementBits == 16)
    text += bit ? ", upper half" : ", lower half";
  else if (request.elementBits < 32)
    text += llvm::formatv(", bits {0} to {1}", bit, bit + request.elementBits - 1);
  report.add("banks", last == first ? "bank" : "banks",
             llvm::json::Object{{"first", first}, {"last", last}, {"bit", bit}}, text);
}

/// Adds the number of accesses of a phase whose threads access the chunks at `addresses`: the
/// maximum number of chunks in the same banks. `what` names the chunks.
static void addConflicts(LayoutReport &report, StringRef key, StringRef label,
                         llvm::ArrayRef<uint64_t> addresses, const Twine &what) {
  std::array<unsigned, sharedLineBytes / chunkBytes> counts = {};
  for (uint64_t address : addresses)
    ++counts[address % sharedLineBytes / chunkBytes];
  unsigned ways = *std::max_element(counts.begin(), counts.end());
  unsigned groups = std::count_if(counts.begin(), counts.end(), [](unsigned n) { return n != 0; });
  std::string text =
      ways == 1 ? "no bank conflict" : llvm::formatv("{0}-way bank conflict", ways).str();
  report.add(key, label, llvm::json::Object{{"ways", ways}, {"groups", groups}},
             text + ": " + what + " in " + Twine(groups) + (groups == 1 ? " group" : " groups") +
                 " of 4 banks");
}

/// "rows 0 to 7", "row 0"
static std::string range(StringRef what, uint64_t first, uint64_t count) {
  if (count == 1)
    return (what + " " + Twine(first)).str();
  return llvm::formatv("{0}s {1} to {2}", what, first, first + count - 1);
}

/// Adds the conflicts of the two phases that include the chunk of the element: 8 threads with one
/// row each, and 8 threads with one chunk of a row each.
static void addPhases(LayoutReport &report, const ElementRequest &request) {
  const Tile &tile = request.tile;
  if (tile.pitch % chunkBytes || tile.rowBytes % chunkBytes) {
    report.add("conflicts", "bank conflicts", nullptr,
               "not computed: accesses of 16 bytes require rows of a multiple of 16 bytes");
    return;
  }
  uint64_t chunk = request.byte / chunkBytes;
  std::vector<uint64_t> addresses;
  uint64_t firstRow = request.row - request.row % phaseChunks;
  uint64_t rows = std::min(phaseChunks, tile.rows - firstRow);
  for (uint64_t i = 0; i != rows; ++i)
    addresses.push_back(tile.address(firstRow + i, chunk * chunkBytes));
  addConflicts(report, "conflicts_by_column", "ldmatrix, stmatrix", addresses,
               llvm::formatv("chunk {0} of {1}", chunk, range("row", firstRow, rows)).str());
  addresses.clear();
  uint64_t firstChunk = chunk - chunk % phaseChunks;
  uint64_t chunks = std::min(phaseChunks, tile.chunksPerRow() - firstChunk);
  for (uint64_t i = 0; i != chunks; ++i)
    addresses.push_back(tile.address(request.row, (firstChunk + i) * chunkBytes));
  addConflicts(
      report, "conflicts_by_row", "ld.shared.v4 by row", addresses,
      llvm::formatv("{0} of row {1}", range("chunk", firstChunk, chunks), request.row).str());
}

llvm::Expected<LayoutReport> ptx::layoutElement(const LayoutOptions &options, LayoutWords words) {
  llvm::Expected<ElementRequest> request = parseElementRequest(options, words);
  if (!request)
    return request.takeError();
  const Tile &tile = request->tile;
  LayoutReport report(request->title);
  uint64_t linear = tile.linearByte(request->row, request->byte);
  uint64_t address = tile.address(request->row, request->byte);
  addByte(report, "before", "before swizzling", tile.base + linear);
  addByte(report, "after", "in shared memory", address);
  addBanks(report, *request, address);
  addPhases(report, *request);
  return report;
}
