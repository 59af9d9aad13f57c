// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Figures.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
using Anchor = SvgDrawing::Anchor;

namespace {

/// One dimension of the picture: its coordinates and their positions.
struct Axis {
  int64_t size;  ///< of the tensor
  int64_t first; ///< of the box
  int64_t last;
  int64_t step;
  int64_t windowFirst = 0; ///< the visible coordinates
  int64_t windowLast = 0;
  double origin = 0;
  double scale = 1;

  /// The start of coordinate `c`; for the end of the last one, pass the next.
  double at(int64_t c) const { return origin + scale * static_cast<double>(c - windowFirst); }
  int64_t shown() const { return windowLast - windowFirst + 1; }
  bool cutsTensorBefore() const { return windowFirst > 0; }
  bool cutsTensorAfter() const { return windowLast < size - 1; }

  /// Chooses the visible coordinates: the box with a margin, and edges of the tensor near it.
  void chooseWindow() {
    int64_t around = std::max<int64_t>(2, (last - first + 1) * 2 / 5);
    windowFirst = first - around;
    windowLast = last + around;
    if (windowFirst < 0)
      windowFirst = std::min<int64_t>(first, 0) - (first < 0 ? 1 : 0);
    if (windowLast > size - 1)
      windowLast = std::max(last, size - 1) + (last > size - 1 ? 1 : 0);
    // A box far from the tensor is shown without it.
    windowFirst = std::max(windowFirst, first - 4 * around);
    windowLast = std::min(windowLast, last + 4 * around);
  }
};

class BoxFigure {
public:
  BoxFigure(Axis across, Axis down, bool isRow) : x(across), y(down), isRow(isRow) {}

  SvgDrawing draw(const std::string &title, StringRef subtitle, StringRef fillText,
                  llvm::ArrayRef<std::string> notes);

private:
  static constexpr double top = 84;

  void place();
  void plane();
  void boxCells();
  void labels();
  /// The visible part of the rectangle from (x1, y1) to (x2, y2).
  SvgDrawing::Box area(int64_t x1, int64_t y1, int64_t x2, int64_t y2) const;

  Axis x, y;
  bool isRow; ///< dimension 1 does not exist
  bool hasGrid = false;
  SvgDrawing drawing;
};

} // namespace

SvgDrawing::Box BoxFigure::area(int64_t x1, int64_t y1, int64_t x2, int64_t y2) const {
  x1 = std::max(x1, x.windowFirst);
  y1 = std::max(y1, y.windowFirst);
  x2 = std::min(x2, x.windowLast);
  y2 = std::min(y2, y.windowLast);
  return {x.at(x1), y.at(y1), std::max(0.0, x.at(x2 + 1) - x.at(x1)),
          std::max(0.0, y.at(y2 + 1) - y.at(y1))};
}

void BoxFigure::place() {
  x.chooseWindow();
  y.chooseWindow();
  hasGrid = x.shown() <= 40 && y.shown() <= 40;
  x.scale = hasGrid ? 20 : std::min(20.0, 560.0 / static_cast<double>(x.shown()));
  y.scale = hasGrid ? 20 : std::min(20.0, 400.0 / static_cast<double>(y.shown()));
  size_t digits = std::max(std::to_string(y.first).size(), std::to_string(y.last).size());
  x.origin = isRow ? 30 : 120 + 8 * static_cast<double>(digits);
  y.origin = top;
}

void BoxFigure::plane() {
  SvgDrawing::Box tensor = area(0, 0, x.size - 1, y.size - 1);
  if (tensor.width > 0 && tensor.height > 0)
    drawing.rectangle(tensor, "#f1f1f1", "#f1f1f1");
  if (!hasGrid)
    return;
  for (int64_t j = y.windowFirst; j <= y.windowLast; ++j)
    for (int64_t i = x.windowFirst; i <= x.windowLast; ++i) {
      bool inside = i >= 0 && i < x.size && j >= 0 && j < y.size;
      drawing.rectangle(area(i, j, i, j), inside ? "#f1f1f1" : "#fff", "#ddd");
    }
}

void BoxFigure::boxCells() {
  SvgDrawing::Box whole = area(x.first, y.first, x.last, y.last);
  if (hasGrid) {
    for (int64_t j = y.first; j <= y.last; j += y.step)
      for (int64_t i = x.first; i <= x.last; i += x.step) {
        bool inside = i >= 0 && i < x.size && j >= 0 && j < y.size;
        drawing.rectangle(area(i, j, i, j),
                          inside ? SvgDrawing::color(0) : StringRef(SvgDrawing::outside));
      }
  } else {
    drawing.rectangle(whole, SvgDrawing::outside);
    SvgDrawing::Box inside = area(std::max<int64_t>(x.first, 0), std::max<int64_t>(y.first, 0),
                                  std::min(x.last, x.size - 1), std::min(y.last, y.size - 1));
    if (inside.width > 0 && inside.height > 0)
      drawing.rectangle(inside, SvgDrawing::color(0));
  }
  drawing.rectangle(whole, "none", "#000", 2.5);
  // The visible edges of the tensor.
  double left = x.at(std::max<int64_t>(0, x.windowFirst));
  double right = x.at(std::min(x.size - 1, x.windowLast) + 1);
  double up = y.at(std::max<int64_t>(0, y.windowFirst));
  double down = y.at(std::min(y.size - 1, y.windowLast) + 1);
  if (left >= right || up >= down)
    return;
  if (!x.cutsTensorBefore())
    drawing.line(left, up, left, down, 1.5);
  if (!x.cutsTensorAfter())
    drawing.line(right, up, right, down, 1.5);
  if (!y.cutsTensorBefore())
    drawing.line(left, up, right, up, 1.5);
  if (!y.cutsTensorAfter())
    drawing.line(left, down, right, down, 1.5);
}

void BoxFigure::labels() {
  // The coordinates of the box are above and to the left; those of the tensor below and to the
  // right.
  double above = top - 10;
  std::string first = std::to_string(x.first), last = std::to_string(x.last);
  double boxLeft = x.at(x.first), boxRight = x.at(x.last + 1);
  if (x.first == x.last)
    drawing.text((boxLeft + boxRight) / 2, above, first, {12, Anchor::Middle, true, "#000"});
  else if (SvgDrawing::widthOf(first) + SvgDrawing::widthOf(last) + 8 > boxRight - boxLeft)
    drawing.text((boxLeft + boxRight) / 2, above, first + " to " + last,
                 {12, Anchor::Middle, true, "#000"});
  else {
    drawing.text(boxLeft, above, first, {12, Anchor::Start, true, "#000"});
    drawing.text(boxRight, above, last, {12, Anchor::End, true, "#000"});
  }
  drawing.text((x.at(x.windowFirst) + x.at(x.windowLast + 1)) / 2, above - 16, "dimension 0",
               {11, Anchor::Middle, false, "#555"});
  double below = y.at(y.windowLast + 1) + 15;
  SvgDrawing::Font edge = {11, Anchor::Middle, false, "#555"};
  auto inX = [&](int64_t c) { return c >= x.windowFirst && c <= x.windowLast; };
  if (x.size * x.scale >= 80 && inX(0))
    drawing.text(x.at(0) + x.scale / 2, below, "0", edge);
  if (inX(x.size - 1))
    drawing.text(x.at(x.size - 1) + x.scale / 2, below, "last " + std::to_string(x.size - 1), edge);
  if (isRow)
    return;
  double boxTop = y.at(y.first), boxBottom = y.at(y.last + 1), beside = x.origin - 8;
  if (boxBottom - boxTop < 26) {
    drawing.text(beside, (boxTop + boxBottom) / 2 + 4,
                 y.first == y.last ? std::to_string(y.first)
                                   : std::to_string(y.first) + ".." + std::to_string(y.last),
                 {12, Anchor::End, true, "#000"});
  } else {
    drawing.text(beside, boxTop + 11, std::to_string(y.first), {12, Anchor::End, true, "#000"});
    drawing.text(beside, boxBottom - 2, std::to_string(y.last), {12, Anchor::End, true, "#000"});
  }
  drawing.text(12, (y.at(y.windowFirst) + y.at(y.windowLast + 1)) / 2 + 4, "dimension 1",
               {11, Anchor::Start, false, "#555"});
  double right = x.at(x.windowLast + 1) + 8;
  edge.anchor = Anchor::Start;
  auto inY = [&](int64_t c) { return c >= y.windowFirst && c <= y.windowLast; };
  if (inY(0) && (y.size - 1) * y.scale >= 14)
    drawing.text(right, y.at(0) + std::max(11.0, y.scale / 2 + 4), "0", edge);
  if (inY(y.size - 1))
    drawing.text(right, y.at(y.size - 1) + std::max(0.0, y.scale / 2 + 4),
                 "last " + std::to_string(y.size - 1), edge);
}

SvgDrawing BoxFigure::draw(const std::string &title, StringRef subtitle, StringRef fillText,
                           llvm::ArrayRef<std::string> notes) {
  place();
  drawing.text(12, 22, title, {15, Anchor::Start, true, "#000"});
  drawing.text(12, 42, subtitle);
  plane();
  boxCells();
  labels();
  drawing.space(10);
  drawing.legend({{SvgDrawing::color(0), "in the box and in the tensor"},
                  {SvgDrawing::outside, ("in the box, out of bounds: " + fillText).str()},
                  {"#f1f1f1", "in the tensor, not accessed; it goes on where no line ends it"}});
  drawing.space(4);
  for (const std::string &note : notes)
    drawing.paragraph(note);
  return std::move(drawing);
}

SvgDrawing ptx::drawBox(const std::string &title, const TensorMap &map, const TiledBox &box,
                        llvm::ArrayRef<std::string> notes) {
  TensorCoordinates from = box.coordinates(0), to = box.coordinates(box.size() - 1);
  auto axis = [&](size_t i) {
    if (i >= from.size())
      return Axis{1, 0, 0, 1};
    int64_t step = map.elementStrides ? int64_t((*map.elementStrides)[i]) : 1;
    return Axis{int64_t((*map.dims)[i]), from[i], to[i], step};
  };
  std::string subtitle = "tensor of " + std::to_string(map.dims->front());
  for (uint64_t size : llvm::drop_begin(*map.dims))
    subtitle += " x " + std::to_string(size);
  subtitle += llvm::formatv(" elements of {0}", map.typeInfo()->name).str();
  std::vector<std::string> all;
  for (size_t i = 2; i < from.size(); ++i)
    all.push_back(
        llvm::formatv("dimension {0}: the box takes {1} to {2}, the tensor has 0 to {3}{4}", i,
                      from[i], to[i], (*map.dims)[i] - 1,
                      from[i] < 0 || to[i] >= int64_t((*map.dims)[i])
                          ? "; planes beyond it are out of bounds altogether"
                          : ""));
  for (size_t i = 0; i != from.size(); ++i)
    if (map.elementStrides && (*map.elementStrides)[i] > 1)
      all.push_back(llvm::formatv("dimension {0}: each element whose distance from the first is a "
                                  "multiple of {1} is taken",
                                  i, (*map.elementStrides)[i]));
  all.insert(all.end(), notes.begin(), notes.end());
  bool fillsNan = map.fillsNan.value_or(false);
  return BoxFigure(axis(0), axis(1), from.size() == 1)
      .draw(title, subtitle, fillsNan ? "filled with NaN" : "filled with 0", all);
}
