// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/LayoutCommands.h"
#include "ptx/Tensor/DenseTile.h"
#include "ptx/Tensor/ElementType.h"
#include "ptx/Tensor/MatrixDescriptor.h"

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

static llvm::Expected<TileRequest> parseRequest(const CommandLine &line) {
  llvm::Expected<StringRef> type = neededOption(line, "layout", OPT_type, "--type");
  if (!type)
    return type.takeError();
  llvm::Expected<StringRef> text = neededOption(line, "layout", OPT_shape, "--shape");
  if (!text)
    return text.takeError();
  llvm::Expected<std::vector<uint64_t>> shape = layoutShape(*text, "MNxK");
  if (!shape)
    return shape.takeError();
  llvm::Expected<Swizzle> swizzle =
      parseSwizzle(line.value(OPT_swizzle).value_or("none"), line.value(OPT_atom).value_or(""));
  if (!swizzle)
    return swizzle.takeError();
  llvm::Expected<std::optional<LayoutTarget>> target = layoutTarget(line);
  if (!target)
    return target.takeError();
  std::optional<unsigned> bits = matrixElementBits(*type);
  if (!bits)
    return llvm::createStringError("unknown element type `" + *type +
                                   "`; expected one such as bf16, tf32, e4m3 or s8");
  TileRequest request;
  request.unit = *target ? (*target)->unit : MatrixUnit::Wgmma;
  request.major = layoutMajor(line).value_or(Major::K);
  request.swizzle = *swizzle;
  request.elementBits = *bits;
  request.mn = shape->front();
  request.k = shape->back();
  request.order = line.value(OPT_order) == "k" ? AtomOrder::KFirst : AtomOrder::MNFirst;
  return request;
}

/// The descriptors of the tile at shared address 0, to which a kernel adds its start address.
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

/// The tile in chunks of 16 bytes, contiguous dimension to the right: each has the number of the
/// chunk of shared memory where it is, and the colour of its place in a 128-byte line. None if
/// there are too many.
static std::optional<LayoutFigure> figureOf(const TileRequest &request, const DenseTile &tile) {
  constexpr uint64_t mostChunks = 4096;
  if (tile.bytes / 16 > mostChunks)
    return std::nullopt;
  bool kMajor = request.major == Major::K;
  uint64_t rows = kMajor ? request.mn : request.k;
  uint64_t columns = kMajor ? request.k : request.mn;
  uint64_t step = 128 / request.elementBits;
  LayoutFigure figure{
      (swizzleFunction(request.swizzle) + " o " + Twine(tile.layout.text())).str(), {}, {}};
  for (uint64_t i = 0; i != rows; ++i) {
    figure.rowLabels.push_back((Twine(kMajor ? "row " : "k ") + Twine(i)).str());
    std::vector<LayoutFigure::Cell> &cells = figure.rows.emplace_back();
    for (uint64_t j = 0; j < columns; j += step) {
      uint64_t element = kMajor ? tile.layout.offset(i, j) : tile.layout.offset(j, i);
      uint64_t byte = swizzleAddress(request.swizzle, element * request.elementBits / 8);
      cells.push_back({byte / 16, static_cast<unsigned>(byte / 16 % 8)});
    }
  }
  return figure;
}

llvm::Expected<LayoutReport> ptx::layoutTile(const CommandLine &line, LayoutWords words) {
  if (!words.empty())
    return llvm::createStringError("`layout` takes options alone");
  llvm::Expected<TileRequest> request = parseRequest(line);
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

  // An instruction takes 32 bytes of K.
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
