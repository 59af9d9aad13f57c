// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_SVGDRAWING_H
#define PTX_LAYOUT_SVGDRAWING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// A drawing of rectangles, lines and texts. All coordinates are pixels from the upper left corner;
/// the size of the drawing grows with its contents.
class SvgDrawing {
public:
  enum class Anchor : uint8_t { Start, Middle, End };

  struct Box {
    double x, y, width, height;
  };

  /// The style of a text.
  struct Font {
    unsigned size = 12;
    Anchor anchor = Anchor::Start;
    bool bold = false;
    llvm::StringRef color = "#000";
  };

  /// The entry of a fill style in the legend.
  struct Legend {
    llvm::StringRef fill;
    std::string text;
  };

  /// Hatched fill styles for elements that are out of bounds or illegal.
  static constexpr llvm::StringLiteral outside = "url(#outside)";
  static constexpr llvm::StringLiteral illegal = "url(#illegal)";
  /// A light colour on which black text is readable; there are eight, which differ in brightness.
  static llvm::StringRef color(unsigned number);

  void rectangle(const Box &box, llvm::StringRef fill, llvm::StringRef stroke = "#777",
                 double strokeWidth = 1);
  void line(double x1, double y1, double x2, double y2, double strokeWidth);
  /// A thin line with a head at its end.
  void arrow(double x1, double y1, double x2, double y2, llvm::StringRef color);
  /// Everything drawn until `endGroup` shows `text` as a tooltip.
  void beginGroup(llvm::StringRef text);
  void endGroup() { body += "</g>\n"; }
  /// A line of text whose base line is at `y`.
  void text(double x, double y, llvm::StringRef text, const Font &font);
  void text(double x, double y, llvm::StringRef text) { this->text(x, y, text, Font()); }
  /// A cell: a filled rectangle with a text in its middle.
  void cell(const Box &box, llvm::StringRef fill, llvm::StringRef text, unsigned fontSize = 12);

  /// Adds text at the current bottom, wrapped to the width of the drawing.
  void paragraph(llvm::StringRef text, llvm::StringRef color = "#000");
  /// Adds the legend at the current bottom, with several entries in a line if they fit.
  void legend(llvm::ArrayRef<Legend> entries);
  /// Adds a margin at the bottom.
  void space(double height) { bottom += height; }

  /// An upper bound of the width of `text`.
  static double widthOf(llvm::StringRef text, unsigned fontSize = 12);

  /// The picture as an SVG document.
  void print(llvm::raw_ostream &os) const;

private:
  void cover(const Box &box);

  std::string body;
  double right = 0;
  double bottom = 0;
};

} // namespace ptx

#endif // PTX_LAYOUT_SVGDRAWING_H
