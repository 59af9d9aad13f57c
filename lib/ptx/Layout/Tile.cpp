// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Figures.h"
#include "ptx/Tensor/DenseTile.h"
#include "ptx/Tensor/Descriptors/MatrixDescriptor.h"
#include "ptx/Tensor/ElementType.h"

#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

static llvm::Expected<TileRequest> parseRequest(const LayoutOptions &options) {
  llvm::Expected<TileOptions> tile = layoutTile(options, "layout");
  if (!tile)
    return tile.takeError();
  llvm::Expected<std::optional<LayoutTarget>> target = layoutTarget(options);
  if (!target)
    return target.takeError();
  TileRequest request;
  request.unit = *target ? (*target)->unit : MatrixUnit::Wgmma;
  request.major = layoutMajor(options).value_or(Major::K);
  request.swizzle = tile->swizzle;
  request.elementBits = tile->elementBits;
  request.mn = tile->mn;
  request.k = tile->k;
  request.order = options.order == "k" ? AtomOrder::KFirst : AtomOrder::MNFirst;
  return request;
}

/// The descriptors of the tile at shared address 0. An entry adds its start address.
static void addDescriptors(LayoutReport &report, const TileRequest &request,
                           const DenseTile &tile) {
  MatrixDescriptor descriptor;
  descriptor.leadingBytes = tile.leadingBytes;
  descriptor.strideBytes = tile.strideBytes;
  descriptor.swizzle = request.swizzle;
  for (auto [unit, key, label] : {std::tuple(MatrixUnit::Wgmma, "wgmma", "wgmma descriptor"),
                                  {MatrixUnit::Tcgen05, "tcgen05", "tcgen05 descriptor"}}) {
    llvm::Expected<uint64_t> value = encodeMatrixDescriptor(unit, descriptor);
    if (value)
      report.add(key, label, hexText(*value), hexText(*value) + " + (start address >> 4)");
    else
      llvm::consumeError(value.takeError());
  }
}

/// The explanation of the figure.
static void addNotes(CellTable &figure, const TileRequest &request, const DenseTile &tile) {
  for (unsigned group = 0; group != 8; ++group)
    figure.legend.push_back(
        {SvgDrawing::color(group), llvm::formatv("banks {0}-{1}", group * 4, group * 4 + 3)});
  figure.notes = {
      llvm::formatv(
          "Each cell is 16 bytes of the matrix, {0} elements. Its number is where they are: "
          "in 16-byte chunks from the start of the tile, swizzled. Its colour is the banks "
          "that they take if the tile begins at a multiple of {1} bytes.",
          128 / request.elementBits, swizzleInfo(request.swizzle).patternBytes()),
      llvm::formatv("Thick lines surround {0} of {1}x{2} elements.",
                    request.swizzle == Swizzle::None ? "core matrices" : "swizzle atoms",
                    tile.atomMn, tile.atomK),
      llvm::formatv("LBO {0} bytes{1}, SBO {2} bytes.", tile.leadingBytes,
                    tile.leadingIsUsed ? "" : " (not used)", tile.strideBytes)};
}

/// The tile in chunks of 16 bytes, with the contiguous dimension to the right. Each cell has the
/// number of its chunk of shared memory, and a colour for its position in a 128-byte line. None if
/// there are too many.
static std::optional<SvgDrawing> figureOf(const TileRequest &request, const DenseTile &tile) {
  constexpr uint64_t mostChunks = 4096;
  if (tile.bytes / 16 > mostChunks)
    return std::nullopt;
  bool kMajor = request.major == Major::K;
  uint64_t rows = kMajor ? request.mn : request.k;
  uint64_t columns = kMajor ? request.k : request.mn;
  uint64_t step = 128 / request.elementBits;
  CellTable figure;
  figure.title = (Twine(request.mn) + "x" + Twine(request.k) + " elements of " +
                  Twine(request.elementBits) + " bits, " + majorName(request.major) +
                  "-major, swizzle " + swizzleInfo(request.swizzle).name)
                     .str();
  figure.subtitle = (swizzleFunction(request.swizzle) + " o " + Twine(tile.layout.text())).str();
  figure.head = {{kMajor ? "k" : "m or n", {}}};
  for (uint64_t j = 0; j < columns; j += step)
    figure.head[0].second.push_back(llvm::formatv("{0}-{1}", j, j + step - 1));
  figure.rowGroup = kMajor ? tile.atomMn : tile.atomK;
  figure.columnGroup = (kMajor ? tile.atomK : tile.atomMn) / step;
  addNotes(figure, request, tile);
  for (uint64_t i = 0; i != rows; ++i) {
    figure.rowLabels.push_back((Twine(kMajor ? "m or n " : "k ") + Twine(i)).str());
    std::vector<CellTable::Cell> &cells = figure.rows.emplace_back();
    for (uint64_t j = 0; j < columns; j += step) {
      uint64_t element = kMajor ? tile.layout.offset(i, j) : tile.layout.offset(j, i);
      uint64_t byte = swizzleAddress(request.swizzle, element * request.elementBits / 8);
      cells.push_back({byte / 16, static_cast<unsigned>(byte / 16 % 8)});
    }
  }
  return drawTable(figure);
}

llvm::Expected<LayoutReport> ptx::layoutTile(const LayoutOptions &options, LayoutWords words) {
  if (!words.empty())
    return llvm::createStringError("`layout` takes options alone");
  llvm::Expected<TileRequest> request = parseRequest(options);
  if (!request)
    return request.takeError();
  llvm::Expected<DenseTile> tile = denseTile(*request);
  if (!tile)
    return tile.takeError();

  StringRef name = swizzleInfo(request->swizzle).name;
  LayoutReport report((Twine(request->mn) + "x" + Twine(request->k) + " elements of " +
                       Twine(request->elementBits) + " bits, " + majorName(request->major) +
                       "-major, swizzle " + name)
                          .str());
  report.add("canonical", "canonical layout",
             swizzleFunction(request->swizzle) + " o " +
                 *canonicalFormula(request->major, request->swizzle));
  report.add("layout", "exact layout",
             swizzleFunction(request->swizzle) + " o " + tile->layout.text());
  report.add("atom", "swizzle atom", Twine(tile->atomMn) + "x" + Twine(tile->atomK));
  report.add("bytes", "size", tile->bytes, Twine(tile->bytes) + " bytes");
  report.add("lbo", "LBO", tile->leadingBytes,
             Twine(tile->leadingBytes) + " bytes, encoded " +
                 Twine(encodeDescriptorBytes(tile->leadingBytes)) +
                 (tile->leadingIsUsed ? "" : "; not used"));
  report.add("sbo", "SBO", tile->strideBytes,
             Twine(tile->strideBytes) + " bytes, encoded " +
                 Twine(encodeDescriptorBytes(tile->strideBytes)));
  addDescriptors(report, *request, *tile);
  report.figure = figureOf(*request, *tile);

  // An instruction covers 32 bytes of K.
  uint64_t steps = request->k / (256 / request->elementBits);
  llvm::json::Array advances;
  std::string text;
  for (uint64_t step = 0; step < steps && step != 8; ++step) {
    advances.push_back(tile->startAdvance(step));
    text += (Twine(step ? ", " : "") + Twine(tile->startAdvance(step))).str();
  }
  if (steps > 8)
    text += ", ...";
  if (steps)
    report.add("k_advance", "bytes along K", std::move(advances), text);
  return report;
}
