// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Figures.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;
using Anchor = SvgDrawing::Anchor;

SvgDrawing ptx::drawTable(const CellTable &table) {
  SvgDrawing drawing;
  constexpr double height = 24, headHeight = 16;
  double left = 0, width = 44;
  for (const std::string &label : table.rowLabels)
    left = std::max(left, SvgDrawing::widthOf(label));
  for (const auto &[name, labels] : table.head) {
    left = std::max(left, SvgDrawing::widthOf(name, 11));
    for (const std::string &label : labels)
      width = std::max(width, SvgDrawing::widthOf(label, 11) + 8);
  }
  left += 24;
  drawing.text(12, 22, table.title, {15, Anchor::Start, true, "#000"});
  double top = 32;
  if (!table.subtitle.empty()) {
    drawing.text(12, 42, table.subtitle);
    top += 20;
  }
  for (const auto &[name, labels] : table.head) {
    drawing.text(left - 8, top + 12, name, {11, Anchor::End, false, "#555"});
    for (auto [j, label] : llvm::enumerate(labels))
      drawing.text(left + j * width + width / 2, top + 12, label,
                   {11, Anchor::Middle, false, "#555"});
    top += headHeight;
  }
  top += 4;
  size_t columns = 0;
  for (auto [i, row] : llvm::enumerate(table.rows)) {
    double y = top + i * height;
    columns = std::max(columns, row.size());
    drawing.text(left - 8, y + 16, table.rowLabels[i], {12, Anchor::End, false, "#000"});
    for (auto [j, cell] : llvm::enumerate(row))
      drawing.cell({left + j * width, y, width, height}, SvgDrawing::color(cell.color),
                   std::to_string(cell.number));
  }
  // Frames are drawn last, so that no neighbour covers them.
  for (auto [i, row] : llvm::enumerate(table.rows))
    for (auto [j, cell] : llvm::enumerate(row))
      if (cell.isFramed)
        drawing.rectangle({left + j * width + 1, top + i * height + 1, width - 2, height - 2},
                          "none", "#000", 2.5);
  double right = left + columns * width, bottom = top + table.rows.size() * height;
  if (table.rowGroup)
    for (size_t i = 0; i <= table.rows.size(); i += table.rowGroup)
      drawing.line(left, top + i * height, right, top + i * height, 2);
  if (table.columnGroup)
    for (size_t j = 0; j <= columns; j += table.columnGroup)
      drawing.line(left + j * width, top, left + j * width, bottom, 2);
  drawing.space(8);
  drawing.legend(table.legend);
  drawing.space(4);
  for (const std::string &note : table.notes)
    drawing.paragraph(note);
  return drawing;
}
