// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <map>

using namespace ptx;
using llvm::StringRef;
using Anchor = SvgDrawing::Anchor;

namespace {

/// The accesses to one pixel, with its numbers in shared memory.
struct Visit {
  std::vector<size_t> numbers;
  bool isInside = true;
  bool isHalo = false;   ///< loaded as part of a halo
  bool isNormal = false; ///< loaded as a regular pixel

  std::string text() const {
    return llvm::join(
        llvm::map_range(numbers, [](size_t number) { return std::to_string(number); }), ",");
  }
};

struct Range {
  int64_t first;
  int64_t last;

  void include(int64_t value) {
    first = std::min(first, value);
    last = std::max(last, value);
  }
};

/// A plane of W and H: image, D.
using PlaneKey = std::pair<int64_t, int64_t>;

struct Plane {
  std::map<std::pair<int64_t, int64_t>, Visit> pixels; ///< by H, W
  Range rows{INT64_MAX, INT64_MIN};
};

class PixelFigure {
public:
  PixelFigure(const Im2colTensor &tensor, llvm::ArrayRef<Im2colPixel> pixels);

  SvgDrawing draw(const std::string &title, llvm::ArrayRef<std::string> notes);

private:
  static constexpr double height = 22;

  bool isOneRow(const Plane &plane) const { return plane.rows.first == plane.rows.last; }
  void header();
  void drawPlane(const PlaneKey &key, const Plane &plane);
  void drawRow(int64_t h, const Plane &plane, double y);

  const Im2colTensor &tensor;
  std::map<PlaneKey, Plane> planes;
  Range columns{INT64_MAX, INT64_MIN};
  double left = 120;
  double width = 34;
  double top = 58;
  bool anyHalo = false; ///< among the drawn pixels
  bool anyOutside = false;
  bool isCut = false; ///< there are more columns than are drawn
  SvgDrawing drawing;
};

} // namespace

PixelFigure::PixelFigure(const Im2colTensor &tensor, llvm::ArrayRef<Im2colPixel> pixels)
    : tensor(tensor) {
  size_t longest = 0;
  for (auto [i, pixel] : llvm::enumerate(pixels)) {
    int64_t h = pixel.position.size() > 1 ? pixel.position[1] : 0;
    int64_t d = pixel.position.size() > 2 ? pixel.position[2] : 0;
    Plane &plane = planes[{pixel.image, d}];
    Visit &visit = plane.pixels[{h, pixel.position[0]}];
    visit.numbers.push_back(i);
    visit.isInside = pixel.isInside;
    (pixel.isHalo ? visit.isHalo : visit.isNormal) = true;
    longest = std::max(longest, visit.text().size());
    plane.rows.include(h);
    columns.include(pixel.position[0]);
  }
  // The picture includes the edges of the tensor unless they are far away.
  constexpr int64_t near = 8;
  if (columns.first <= near)
    columns.include(0);
  if (int64_t(tensor.sizes[0]) - 1 - columns.last <= near)
    columns.include(int64_t(tensor.sizes[0]) - 1);
  width = std::max(width, 8 + 6.5 * static_cast<double>(longest));
  constexpr int64_t mostColumns = 128;
  if (columns.last - columns.first >= mostColumns) {
    columns.last = columns.first + mostColumns - 1;
    isCut = true;
  }
}

void PixelFigure::header() {
  drawing.text(left - 8, top + 10, "W", {11, Anchor::End, false, "#555"});
  for (int64_t w = columns.first; w <= columns.last; ++w)
    drawing.text(left + static_cast<double>(w - columns.first) * width + width / 2, top + 10,
                 std::to_string(w), {11, Anchor::Middle, false, "#555"});
  top += 18;
}

void PixelFigure::drawRow(int64_t h, const Plane &plane, double y) {
  bool hasHeight = tensor.sizes.size() > 1;
  for (int64_t w = columns.first; w <= columns.last; ++w) {
    SvgDrawing::Box box = {left + static_cast<double>(w - columns.first) * width, y, width, height};
    bool inTensor = w >= 0 && w < int64_t(tensor.sizes[0]) &&
                    (!hasHeight || (h >= 0 && h < int64_t(tensor.sizes[1])));
    drawing.rectangle(box, inTensor ? "#f1f1f1" : "#fff", "#ddd");
  }
  for (const auto &[place, visit] : plane.pixels) {
    if (place.first != h || place.second > columns.last)
      continue;
    SvgDrawing::Box box = {left + static_cast<double>(place.second - columns.first) * width, y,
                           width, height};
    anyHalo |= visit.isHalo;
    anyOutside |= !visit.isInside;
    StringRef fill = !visit.isInside  ? StringRef(SvgDrawing::outside)
                     : visit.isNormal ? SvgDrawing::color(0)
                                      : SvgDrawing::color(1);
    drawing.cell(box, fill, "", 11);
    if (!visit.isInside) // lines would make the number unreadable
      drawing.rectangle({box.x + 3, box.y + 4, box.width - 6, box.height - 8}, "#fff", "none");
    drawing.text(box.x + width / 2, y + 15, visit.text(), {11, Anchor::Middle, false, "#000"});
    if (visit.isHalo)
      drawing.rectangle({box.x + 1, y + 1, width - 2, height - 2}, "none", "#d06000", 2);
  }
}

void PixelFigure::drawPlane(const PlaneKey &key, const Plane &plane) {
  auto [image, depth] = key;
  std::string name = "N " + std::to_string(image);
  if (tensor.sizes.size() > 2)
    name += ", D " + std::to_string(depth);
  if (isOneRow(plane)) {
    if (tensor.sizes.size() > 1)
      name += ", H " + std::to_string(plane.rows.first);
    drawing.text(left - 8, top + 15, name, {12, Anchor::End, false, "#000"});
    drawRow(plane.rows.first, plane, top);
    top += height;
    return;
  }
  drawing.text(12, top + 15, name, {12, Anchor::Start, true, "#000"});
  double begin = top;
  for (int64_t h = plane.rows.first; h <= plane.rows.last; ++h, top += height) {
    drawing.text(left - 8, top + 15, "H " + std::to_string(h), {11, Anchor::End, false, "#555"});
    drawRow(h, plane, top);
  }
  // The pixels of the tensor in this part of the image.
  double first =
      left + static_cast<double>(std::max<int64_t>(0, columns.first) - columns.first) * width;
  int64_t lastColumn = std::min(columns.last, int64_t(tensor.sizes[0]) - 1);
  double last = left + static_cast<double>(lastColumn + 1 - columns.first) * width;
  int64_t firstRow = std::max<int64_t>(0, plane.rows.first);
  int64_t lastRow = std::min(plane.rows.last, int64_t(tensor.sizes[1]) - 1);
  if (first < last && firstRow <= lastRow)
    drawing.rectangle({first, begin + static_cast<double>(firstRow - plane.rows.first) * height,
                       last - first, static_cast<double>(lastRow - firstRow + 1) * height},
                      "none", "#000", 2);
  top += 12;
}

SvgDrawing PixelFigure::draw(const std::string &title, llvm::ArrayRef<std::string> notes) {
  drawing.text(12, 22, title, {15, Anchor::Start, true, "#000"});
  drawing.text(12, 42,
               "The number is the pixel's place in shared memory; each has its channels there.");
  header();
  constexpr int64_t mostRows = 80;
  int64_t rows = 0;
  size_t left = planes.size();
  for (const auto &[key, plane] : planes) {
    rows += plane.rows.last - plane.rows.first + 1;
    if (rows > mostRows)
      break;
    drawPlane(key, plane);
    --left;
  }
  if (left)
    drawing.paragraph("... and " + std::to_string(left) + " more images");
  drawing.space(8);
  std::vector<SvgDrawing::Legend> fills = {{SvgDrawing::color(0), "accessed"}};
  if (anyHalo)
    fills.push_back({SvgDrawing::color(1),
                     "accessed only as part of the halo; an orange frame marks "
                     "all pixels of the halo"});
  if (anyOutside)
    fills.push_back({SvgDrawing::outside, "accessed, out of bounds: loads fill it"});
  fills.push_back({"#f1f1f1", "in the tensor, not accessed"});
  drawing.legend(fills);
  drawing.space(4);
  if (isCut)
    drawing.paragraph("Columns beyond W " + std::to_string(columns.last) + " are not shown.");
  for (const std::string &note : notes)
    drawing.paragraph(note);
  return std::move(drawing);
}

SvgDrawing ptx::drawPixels(const std::string &title, const Im2colTensor &tensor,
                           llvm::ArrayRef<Im2colPixel> pixels, llvm::ArrayRef<std::string> notes) {
  return PixelFigure(tensor, pixels).draw(title, notes);
}
