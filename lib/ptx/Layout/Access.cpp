// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Commands.h"
#include "ptx/Layout/Figures.h"
#include "ptx/Layout/Maps.h"
#include "ptx/Tensor/Maps/Im2col.h"
#include "ptx/Tensor/Maps/TensorAccess.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"
#include "ptx/Tensor/Maps/TiledBox.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
using llvm::Twine;

/// The maximum number of lines in text output, and of elements in JSON.
static constexpr uint64_t mostLines = 2048;
/// The maximum number of elements of a box.
static constexpr uint64_t mostElements = 1 << 24;

/// "(2,-1)"
template <typename Numbers> static std::string tuple(const Numbers &numbers) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << '(';
  llvm::interleave(numbers, os, ",");
  os << ')';
  return text;
}

namespace {

/// The lines of a listing, which is cut off if it is too long.
class Listing {
public:
  Listing(StringRef header, Swizzle swizzle, uint64_t base) : swizzle(swizzle), base(base) {
    lines.push_back(llvm::formatv("\n{0,10} {1,10}  {2}", "tile byte", "address", header));
  }

  /// Adds the location of the element at byte `offset` of the tile before swizzling.
  void add(uint64_t offset, StringRef text, llvm::json::Object entry) {
    if (++count > mostLines)
      return;
    uint64_t address = swizzleAddress(swizzle, base + offset);
    lines.push_back(llvm::formatv("{0,10} {1,10}  {2}", offset, hexText(address), text));
    entry["byte"] = offset;
    entry["address"] = address;
    entries.push_back(std::move(entry));
  }

  void finish(LayoutReport &report, StringRef key) {
    if (count > mostLines)
      lines.push_back(llvm::formatv("... and {0} more", count - mostLines));
    report.addTable(key, std::move(entries), std::move(lines));
  }

private:
  Swizzle swizzle;
  uint64_t base;
  uint64_t count = 0;
  std::vector<std::string> lines;
  llvm::json::Array entries;
};

/// The input that both commands compute before they visit the elements.
struct AccessRequest {
  NamedTensorMap map;
  const ElementTypeInfo *type;
  Swizzle swizzle;
  uint64_t base;
};

} // namespace

static llvm::Expected<AccessRequest> parseRequest(const LayoutOptions &options, LayoutWords words,
                                                  StringRef command) {
  llvm::Expected<NamedTensorMap> map = layoutMapNamed(options, words, command);
  if (!map)
    return map.takeError();
  llvm::Expected<uint64_t> base = layoutNumber(options.base, "base", 0);
  if (!base)
    return base.takeError();
  AccessRequest request{std::move(*map), nullptr, Swizzle::None, *base};
  const TensorMap &fields = request.map.map;
  request.type = fields.typeInfo();
  request.swizzle = assumedSwizzle(fields).value_or(Swizzle::None);
  if (!request.type || !fields.dims)
    return llvm::createStringError("`" + command +
                                   "` requires `type` and `dims` of the tensor map");
  if (bool isImage = fields.hasMode(isIm2col); isImage != (command == "im2col"))
    return llvm::createStringError("the tensor map has mode " +
                                   mapModeName(fields.mode.value_or(MapMode::Tiled)) + "; use `" +
                                   (isImage ? "im2col" : "box") + "`");
  return request;
}

/// Writes the byte count for complete_tx and the number of elements outside of the tensor. Returns
/// the same for the figure.
static std::string addTotals(LayoutReport &report, std::optional<uint64_t> bytes, StringRef what,
                             uint64_t count, uint64_t outside) {
  if (bytes)
    report.add("bytes", "bytes for expect_tx", *bytes,
               Twine(*bytes) + (outside ? ", those out of bounds included (assumption A4)" : ""));
  report.add(what, what, count, Twine(count));
  report.add("out_of_bounds", "out of bounds", outside, Twine(outside));
  std::string text = llvm::formatv("{0} {1}, {2} out of bounds", count, what, outside);
  if (bytes)
    text += llvm::formatv("; {0} bytes for expect_tx", *bytes).str();
  return text;
}

static TensorAccess loadOf(LoadMode mode, size_t rank, llvm::ArrayRef<int64_t> coordinates,
                           llvm::ArrayRef<int64_t> offsets) {
  TensorAccess access;
  access.mode = mode;
  access.rank = rank;
  access.coordinates.assign(coordinates.begin(), coordinates.end());
  access.offsets.assign(offsets.begin(), offsets.end());
  return access;
}

/// Lists the rows of `box`, whose first row starts at byte `byte` of the tile. Returns the number
/// of elements that are out of bounds.
static uint64_t addRows(Listing &rows, const TiledBox &box, const ElementTypeInfo &type,
                        uint64_t byte) {
  uint64_t rowElements = box.counts().front();
  uint64_t outside = 0;
  for (uint64_t first = 0; first != box.size(); first += rowElements) {
    uint64_t inside = 0;
    for (uint64_t i = 0; i != rowElements; ++i)
      inside += box.isInside(box.coordinates(first + i));
    outside += rowElements - inside;
    TensorCoordinates from = box.coordinates(first);
    TensorCoordinates to = box.coordinates(first + rowElements - 1);
    std::string text = tuple(from) + " to " + tuple(to);
    if (inside != rowElements)
      text += inside ? llvm::formatv(", {0} out of bounds", rowElements - inside).str()
                     : ", out of bounds";
    rows.add(byte, text,
             llvm::json::Object{{"first", llvm::json::Array(from)},
                                {"last", llvm::json::Array(to)},
                                {"inside", inside}});
    byte += type.sharedBytes(rowElements);
  }
  return outside;
}

/// Writes the distance of the rows, if the box is narrower than the span of the swizzle.
static void addPitch(LayoutReport &report, const AccessRequest &request, uint64_t rowElements) {
  uint64_t rowBytes = request.type->sharedBytes(rowElements);
  if (rowBytes < swizzleInfo(request.swizzle).spanBytes)
    report.add("row_pitch", "row pitch", rowBytes,
               Twine(rowBytes) + " bytes, less than the swizzle's span (assumption A2)");
}

/// The four rows of `.tile::gather4`: --coords gives the column and the rows.
static llvm::Expected<LayoutReport> layoutGather(const LayoutOptions &options,
                                                 const AccessRequest &request) {
  const TensorMap &map = request.map.map;
  llvm::Expected<std::vector<int64_t>> at = layoutList(options.coords, "--coords", 5);
  if (!at)
    return at.takeError();
  if (map.dims->size() != 2)
    return llvm::createStringError("--gather4 requires a tensor map of 2 dimensions");
  uint64_t rowElements = map.box->empty() ? 0 : map.box->front();
  llvm::Expected<std::vector<TiledBox>> boxes =
      fourRowBoxes(*map.dims, rowElements, at->front(), {(*at)[1], (*at)[2], (*at)[3], (*at)[4]});
  if (!boxes)
    return boxes.takeError();
  if (rowElements > mostElements)
    return llvm::createStringError("the box has more than " + Twine(mostElements) + " elements");
  LayoutReport report("four rows of " + std::to_string(rowElements) + " elements from column " +
                      std::to_string(at->front()) + " on");
  Listing rows("first to last element", request.swizzle, request.base);
  uint64_t outside = 0;
  for (auto [i, box] : llvm::enumerate(*boxes))
    outside += addRows(rows, box, *request.type, i * request.type->sharedBytes(rowElements));
  TensorAccess access = loadOf(LoadMode::Gather4, 2, *at, {});
  addTotals(report, tensorAccessBytes(map, access), "elements", 4 * rowElements, outside);
  addPitch(report, request, rowElements);
  rows.finish(report, "rows");
  report.add(checkTensorMap(map));
  report.add(checkTensorAccess(map, access));
  return report;
}

llvm::Expected<LayoutReport> ptx::layoutBox(const LayoutOptions &options, LayoutWords words) {
  llvm::Expected<AccessRequest> request = parseRequest(options, words, "box");
  if (!request)
    return request.takeError();
  const TensorMap &map = request->map.map;
  size_t rank = map.dims->size();
  if (!map.box)
    return llvm::createStringError("`box` requires `box` of the tensor map");
  if (options.gather4)
    return layoutGather(options, *request);
  llvm::Expected<std::vector<int64_t>> start = layoutList(options.coords, "--coords", rank);
  if (!start)
    return start.takeError();
  TensorMap::Numbers steps = map.elementStrides.value_or(TensorMap::Numbers(rank, 1));
  llvm::Expected<TiledBox> box = TiledBox::create(*map.dims, *map.box, steps, *start);
  if (!box)
    return box.takeError();
  if (box->size() > mostElements)
    return llvm::createStringError("the box has more than " + Twine(mostElements) + " elements");

  LayoutReport report("a box of " + tuple(box->counts()) + " elements at " + tuple(*start));
  Listing rows("first to last element", request->swizzle, request->base);
  uint64_t outside = addRows(rows, *box, *request->type, 0);
  TensorAccess access = loadOf(LoadMode::Tile, rank, *start, {});
  std::string totals =
      addTotals(report, tensorAccessBytes(map, access), "elements", box->size(), outside);
  addPitch(report, *request, box->counts().front());
  rows.finish(report, "rows");
  report.figure = drawBox("box of " + tuple(box->counts()) + " elements at " + tuple(*start), map,
                          *box, totals);
  report.add(checkTensorMap(map));
  report.add(checkTensorAccess(map, access));
  return report;
}

/// The images of a map of `rank` dimensions.
static Im2colTensor imagesOf(const TensorMap &map, size_t rank) {
  size_t spatial = rank - 2;
  Im2colTensor tensor;
  tensor.sizes.assign(map.dims->begin() + 1, map.dims->end() - 1);
  tensor.images = map.dims->back();
  tensor.lower = map.lower.value_or(TensorMap::Corner(spatial, 0));
  tensor.upper = map.upper.value_or(TensorMap::Corner(spatial, 0));
  tensor.strides.assign(spatial, 1);
  if (map.elementStrides && map.elementStrides->size() == spatial + 2)
    tensor.strides.assign(map.elementStrides->begin() + 1, map.elementStrides->end() - 1);
  // The wide modes restrict only W to the corners.
  tensor.lower.resize(spatial, 0);
  tensor.upper.resize(spatial, 0);
  return tensor;
}

/// The pixels of the access, by the mode of the map.
static llvm::Expected<std::vector<Im2colPixel>> pixelsOf(const TensorMap &map,
                                                         const Im2colTensor &tensor,
                                                         llvm::ArrayRef<int64_t> coordinates,
                                                         llvm::ArrayRef<int64_t> offsets) {
  llvm::ArrayRef<int64_t> base = coordinates.drop_front().drop_back();
  int64_t image = coordinates.back();
  uint64_t pixels = map.pixelsPerColumn.value_or(0);
  if (*map.mode == MapMode::Im2col)
    return im2colPixels(tensor, base, image, offsets, pixels);
  uint64_t halo = offsets[0], shift = offsets[1];
  if (*map.mode == MapMode::Im2colW)
    return im2colWPixels(tensor, base, image, pixels, halo, shift);
  return im2colW128Pixels(tensor, base, image, halo, shift);
}

llvm::Expected<LayoutReport> ptx::layoutIm2col(const LayoutOptions &options, LayoutWords words) {
  llvm::Expected<AccessRequest> request = parseRequest(options, words, "im2col");
  if (!request)
    return request.takeError();
  const TensorMap &map = request->map.map;
  size_t rank = map.dims->size();
  if (rank < 3 || rank > 5 || !map.channelsPerPixel || *map.channelsPerPixel > 256)
    return llvm::createStringError("`im2col` requires 3 to 5 dimensions and up to 256 "
                                   "`channelsPerPixel` of the tensor map");
  llvm::Expected<std::vector<int64_t>> start = layoutList(options.coords, "--coords", rank);
  if (!start)
    return start.takeError();
  size_t offsetCount = map.hasMode(isWide) ? 2 : rank - 2;
  llvm::Expected<std::vector<int64_t>> offsets =
      options.offsets ? layoutList(options.offsets, "--offsets", offsetCount)
                      : std::vector<int64_t>(offsetCount);
  if (!offsets)
    return offsets.takeError();
  Im2colTensor images = imagesOf(map, rank);
  llvm::Expected<std::vector<Im2colPixel>> pixels = pixelsOf(map, images, *start, *offsets);
  if (!pixels)
    return pixels.takeError();

  LayoutReport report("an access of mode " + mapModeName(*map.mode).str() + " at " + tuple(*start));
  StringRef dimensions = StringRef("(N,D,H,W)");
  std::string header = "(N," + dimensions.take_back(2 * (rank - 2)).str();
  Listing list(header, request->swizzle, request->base);
  uint64_t pixelBytes = request->type->sharedBytes(*map.channelsPerPixel);
  uint64_t outside = 0, offset = 0;
  for (const Im2colPixel &pixel : *pixels) {
    llvm::SmallVector<int64_t> place = {pixel.image};
    place.append(pixel.position.rbegin(), pixel.position.rend());
    std::string text = tuple(place);
    if (pixel.isHalo)
      text += ", halo";
    if (!pixel.isInside)
      text += ", out of bounds";
    outside += !pixel.isInside;
    list.add(offset, text,
             llvm::json::Object{{"place", llvm::json::Array(place)},
                                {"inside", pixel.isInside},
                                {"halo", pixel.isHalo}});
    offset += pixelBytes;
  }
  TensorAccess access = loadOf(loadModeOf(*map.mode), rank, *start, *offsets);
  std::string totals =
      addTotals(report, tensorAccessBytes(map, access), "pixels", pixels->size(), outside);
  if (auto halos = llvm::count_if(*pixels, [](const Im2colPixel &pixel) { return pixel.isHalo; }))
    report.add("halo", "halo", halos, Twine(halos) + ", which continue the walk (assumption A1)");
  list.finish(report, "list");
  std::string bounds = "bounding box of the base: ";
  static constexpr const char *names[] = {"W", "H", "D"};
  for (size_t i = 0; i != (map.hasMode(isWide) ? 1 : images.sizes.size()); ++i)
    bounds +=
        llvm::formatv("{0}{1} {2} to {3}", i ? ", " : "", names[i], images.lower[i], images.high(i))
            .str();
  report.figure = drawPixels(llvm::formatv("{0} access at {1}, offsets {2}", mapModeName(*map.mode),
                                           tuple(*start), tuple(*offsets)),
                             images, *pixels,
                             {totals,
                              llvm::formatv("{0} channels of {1}, {2} bytes, a pixel",
                                            *map.channelsPerPixel, request->type->name, pixelBytes),
                              bounds});
  report.add(checkTensorMap(map));
  report.add(checkTensorAccess(map, access));
  return report;
}
