// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/LayoutFigure.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;

// Eight light colours that differ in brightness too, so that black numbers stay readable on them.
static constexpr const char *colors[] = {"#cfe8ff", "#ffd9b3", "#d5f5d0", "#ffd0dc",
                                         "#e6d9ff", "#fff3b0", "#c9f2ee", "#e3e3e3"};

/// `text` with the characters that mean something in SVG written as entities.
static void printEscaped(llvm::raw_ostream &os, llvm::StringRef text) {
  for (char c : text) {
    if (c == '<')
      os << "&lt;";
    else if (c == '&')
      os << "&amp;";
    else
      os << c;
  }
}

void LayoutFigure::printSvg(llvm::raw_ostream &os) const {
  constexpr unsigned width = 44, height = 24, left = 88, top = 36;
  size_t columns = 0;
  for (const auto &row : rows)
    columns = std::max(columns, row.size());
  os << llvm::formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
                      "font-family=\"sans-serif\" font-size=\"12\">\n",
                      left + columns * width + 8, top + rows.size() * height + 8);
  os << "<text x=\"8\" y=\"20\" font-size=\"14\">";
  printEscaped(os, title);
  os << "</text>\n";
  for (auto [i, row] : llvm::enumerate(rows)) {
    size_t y = top + i * height;
    os << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"end\">", left - 8, y + 16);
    printEscaped(os, rowLabels[i]);
    os << "</text>\n";
    for (auto [j, cell] : llvm::enumerate(row)) {
      size_t x = left + j * width;
      os << llvm::formatv("<rect x=\"{0}\" y=\"{1}\" width=\"{2}\" height=\"{3}\" fill=\"{4}\" "
                          "stroke=\"#666\"/>\n",
                          x, y, width, height, colors[cell.color % std::size(colors)]);
      os << llvm::formatv("<text x=\"{0}\" y=\"{1}\" text-anchor=\"middle\">{2}</text>\n",
                          x + width / 2, y + 16, cell.number);
    }
  }
  os << "</svg>\n";
}
