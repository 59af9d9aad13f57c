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

/// A picture of rectangles, lines and texts. All lengths are pixels from the upper left corner; the
/// picture grows to what is drawn.
class SvgDrawing {
public:
  enum class Anchor : uint8_t { Start, Middle, End };

  struct Box {
    double x, y, width, height;
  };

  /// How a text looks.
  struct Font {
    unsigned size = 12;
    Anchor anchor = Anchor::Start;
    bool bold = false;
    llvm::StringRef color = "#000";
  };

  /// What a legend says of a way to fill.
  struct Legend {
    llvm::StringRef fill;
    std::string text;
  };

  /// Fills of diagonal lines: what is out of bounds, and what is illegal.
  static constexpr llvm::StringLiteral outside = "url(#outside)";
  static constexpr llvm::StringLiteral illegal = "url(#illegal)";
  /// A light colour on which black text is readable; there are eight, which differ in brightness.
  static llvm::StringRef color(unsigned number);

  void rectangle(const Box &box, llvm::StringRef fill, llvm::StringRef stroke = "#777",
                 double strokeWidth = 1);
  void line(double x1, double y1, double x2, double y2, double strokeWidth);
  /// A line of text whose base line is at `y`.
  void text(double x, double y, llvm::StringRef text, const Font &font);
  void text(double x, double y, llvm::StringRef text) { this->text(x, y, text, Font()); }
  /// A cell: a filled rectangle with a text in its middle.
  void cell(const Box &box, llvm::StringRef fill, llvm::StringRef text, unsigned fontSize = 12);

  /// Text from the current bottom on, broken into lines of the picture's width.
  void paragraph(llvm::StringRef text, llvm::StringRef color = "#000");
  /// The fills and what they mean from the current bottom on, several in a line if they fit.
  void legend(llvm::ArrayRef<Legend> entries);
  /// Leaves room below what is drawn.
  void space(double height) { bottom += height; }

  /// An upper bound of the width that `text` takes.
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
