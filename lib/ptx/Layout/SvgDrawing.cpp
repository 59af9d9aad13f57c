// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/SvgDrawing.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <cmath>

using namespace ptx;
using llvm::StringRef;

static constexpr double margin = 12;
static constexpr double lineHeight = 18;
/// Text is wrapped at this width even in narrower pictures.
static constexpr double leastTextWidth = 520;

StringRef SvgDrawing::color(unsigned number) {
  static constexpr llvm::StringLiteral colors[] = {"#cfe8ff", "#ffd9b3", "#d5f5d0", "#ffd0dc",
                                                   "#e6d9ff", "#fff3b0", "#c9f2ee", "#e3e3e3"};
  return colors[number % std::size(colors)];
}

/// `text` with the special characters of SVG written as entities.
static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '<')
      result += "&lt;";
    else if (c == '&')
      result += "&amp;";
    else
      result += c;
  }
  return result;
}

double SvgDrawing::widthOf(StringRef text, unsigned fontSize) {
  return 0.62 * fontSize * static_cast<double>(text.size());
}

void SvgDrawing::cover(const Box &box) {
  right = std::max(right, box.x + box.width);
  bottom = std::max(bottom, box.y + box.height);
}

void SvgDrawing::rectangle(const Box &box, StringRef fill, StringRef stroke, double strokeWidth) {
  body += llvm::formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"{4}\" "
                        "stroke=\"{5}\" stroke-width=\"{6}\"/>\n",
                        box.x, box.y, box.width, box.height, fill, stroke, strokeWidth)
              .str();
  cover(box);
}

void SvgDrawing::line(double x1, double y1, double x2, double y2, double strokeWidth) {
  body += llvm::formatv("<line x1=\"{0}\" y1=\"{1}\" x2=\"{2}\" y2=\"{3}\" stroke=\"#000\" "
                        "stroke-width=\"{4}\"/>\n",
                        x1, y1, x2, y2, strokeWidth)
              .str();
  cover({std::min(x1, x2), std::min(y1, y2), std::abs(x2 - x1), std::abs(y2 - y1)});
}

void SvgDrawing::arrow(double x1, double y1, double x2, double y2, StringRef color) {
  constexpr double length = 6, width = 2.5;
  double dx = x2 - x1, dy = y2 - y1, distance = std::max(1.0, std::sqrt(dx * dx + dy * dy));
  double backX = x2 - dx / distance * length, backY = y2 - dy / distance * length;
  double sideX = dy / distance * width, sideY = -dx / distance * width;
  body += llvm::formatv("<path d=\"M{0:f1} {1:f1}L{2:f1} {3:f1}\" stroke=\"{4}\"/>"
                        "<path d=\"M{5:f1} {6:f1}L{7:f1} {8:f1}L{9:f1} {10:f1}z\" fill=\"{4}\"/>\n",
                        x1, y1, backX, backY, color, x2, y2, backX + sideX, backY + sideY,
                        backX - sideX, backY - sideY)
              .str();
  cover({std::min(x1, x2), std::min(y1, y2), std::abs(dx), std::abs(dy)});
}

void SvgDrawing::beginGroup(StringRef text) { body += "<g><title>" + escaped(text) + "</title>\n"; }

void SvgDrawing::text(double x, double y, StringRef text, const Font &font) {
  static constexpr llvm::StringLiteral anchors[] = {"start", "middle", "end"};
  body += llvm::formatv("<text x=\"{0}\" y=\"{1}\" font-size=\"{2}\" text-anchor=\"{3}\" "
                        "fill=\"{4}\"{5}>{6}</text>\n",
                        x, y, font.size, anchors[static_cast<unsigned>(font.anchor)], font.color,
                        font.bold ? " font-weight=\"bold\"" : "", escaped(text))
              .str();
  double width = widthOf(text, font.size);
  double left = x - width / 2 * static_cast<double>(font.anchor);
  cover({left, y - font.size, width, font.size * 1.3});
}

void SvgDrawing::cell(const Box &box, StringRef fill, StringRef label, unsigned fontSize) {
  rectangle(box, fill);
  if (!label.empty())
    text(box.x + box.width / 2, box.y + box.height / 2 + fontSize * 0.36, label,
         {fontSize, Anchor::Middle, false, "#000"});
}

void SvgDrawing::paragraph(StringRef text, StringRef color) {
  double width = std::max(right, leastTextWidth) - margin;
  while (!text.empty()) {
    size_t length = text.size();
    while (widthOf(text.take_front(length)) > width) {
      size_t space = text.take_front(length - 1).rfind(' ');
      if (space == StringRef::npos)
        break;
      length = space;
    }
    this->text(margin, bottom + lineHeight - 3, text.take_front(length),
               {12, Anchor::Start, false, color});
    text = text.drop_front(length).ltrim();
  }
}

void SvgDrawing::legend(llvm::ArrayRef<Legend> entries) {
  constexpr double chip = 26, gap = 20;
  double width = std::max(right, leastTextWidth);
  double x = margin, y = bottom + 5;
  for (const Legend &entry : entries) {
    double needed = chip + 8 + widthOf(entry.text);
    if (x > margin && x + needed > width) {
      x = margin;
      y += 20;
    }
    rectangle({x, y, chip, 15}, entry.fill);
    text(x + chip + 8, y + 12, entry.text);
    x += needed + gap;
  }
}

void SvgDrawing::print(llvm::raw_ostream &os) const {
  os << llvm::formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                      "font-family=\"DejaVu Sans, Verdana, sans-serif\">\n",
                      std::ceil(right + margin), std::ceil(bottom + margin));
  for (auto [name, color, background] :
       {std::tuple("outside", "#888", "#fff"), std::tuple("illegal", "#e02020", "#ffe3e3")})
    os << llvm::formatv("<pattern id=\"{0}\" width=\"7\" height=\"7\" "
                        "patternUnits=\"userSpaceOnUse\" patternTransform=\"rotate(45)\">"
                        "<path d=\"M0 0H7V7H0Z\" fill=\"{2}\"/>"
                        "<path d=\"M0 0V7\" stroke=\"{1}\" stroke-width=\"2\"/></pattern>\n",
                        name, color, background);
  os << "<path d=\"M0 0H100000V100000H0Z\" fill=\"#fff\"/>\n" << body << "</svg>\n";
}
