// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Figures.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;
using Anchor = SvgDrawing::Anchor;

static constexpr unsigned bitsOfRow = 16;
static constexpr double left = 12, top = 40, width = 46, height = 24, rowHeight = 68;

/// The position of bit `bit` of `wordBits`; the highest bit comes first.
static SvgDrawing::Box bitBox(unsigned bit, unsigned wordBits) {
  unsigned row = (wordBits - 1 - bit) / bitsOfRow;
  return {left + (bitsOfRow - 1 - bit % bitsOfRow) * width, top + row * rowHeight + 16, width,
          height};
}

namespace {

/// The bits of a field with its label and colour.
struct Look {
  StringRef fill;
  bool isIllegal;

  StringRef chip() const { return isIllegal ? StringRef(SvgDrawing::illegal) : fill; }
};

} // namespace

/// Writes the name of a field below its bits, in each row that contains some of them.
static void drawName(SvgDrawing &drawing, const BitField &field, unsigned wordBits,
                     const Look &look) {
  for (unsigned low = field.low; low <= field.high();) {
    unsigned high = std::min(field.high(), low / bitsOfRow * bitsOfRow + bitsOfRow - 1);
    SvgDrawing::Box first = bitBox(high, wordBits);
    SvgDrawing::Box box = {first.x, first.y + height, (high - low + 1) * width, 20};
    StringRef name = field.name;
    bool fits = SvgDrawing::widthOf(name, 10) < box.width;
    drawing.cell(box, look.isIllegal ? "#ffb3b3" : look.fill, fits ? name : StringRef(), 10);
    low = high + 1;
  }
}

SvgDrawing ptx::drawFields(const std::string &title, uint64_t value, unsigned wordBits,
                           llvm::ArrayRef<ExplainedField> fields, const Violations &violations) {
  SvgDrawing drawing;
  uint64_t illegal = 0;
  for (const Violation &violation : violations)
    if (violation.kind != Violation::Kind::Suspicious)
      illegal |= violation.bits;
  drawing.text(left, 22, title, {15, Anchor::Start, true, "#000"});
  auto lookOf = [&](size_t i) {
    return Look{SvgDrawing::color(i), (fields[i].bits.mask() & illegal) != 0};
  };
  for (unsigned bit = 0; bit != wordBits; ++bit) {
    SvgDrawing::Box box = bitBox(bit, wordBits);
    StringRef fill = "#fff";
    for (size_t i = 0; i != fields.size(); ++i)
      if (fields[i].bits.mask() >> bit & 1)
        fill = lookOf(i).fill;
    if (illegal >> bit & 1)
      fill = "#ffb3b3";
    drawing.text(box.x + width / 2, box.y - 4, std::to_string(bit),
                 {10, Anchor::Middle, false, "#555"});
    drawing.cell(box, fill, value >> bit & 1 ? "1" : "0", 13);
  }
  for (size_t i = 0; i != fields.size(); ++i)
    drawName(drawing, fields[i].bits, wordBits, lookOf(i));
  drawing.space(18);

  // Draws the table, starting with the lowest field.
  double bitsColumn = left + 190, valueColumn = bitsColumn + 90, meaning = valueColumn + 130;
  unsigned rows = wordBits / bitsOfRow;
  double y = top + rows * rowHeight + 12;
  auto heading = [&](double x, StringRef text) {
    drawing.text(x, y, text, {11, Anchor::Start, false, "#555"});
  };
  heading(left + 34, "field");
  heading(bitsColumn, "bits");
  heading(valueColumn, "value");
  heading(meaning, "meaning");
  for (size_t i = 0; i != fields.size(); ++i) {
    const BitField &field = fields[i].bits;
    Look look = lookOf(i);
    SvgDrawing::Font font;
    if (look.isIllegal)
      font.color = "#c00000";
    y += 20;
    drawing.rectangle({left, y - 12, 26, 15}, look.chip());
    drawing.text(left + 34, y, field.name, font);
    drawing.text(bitsColumn, y, field.bits(), font);
    drawing.text(valueColumn, y, field.binary(value), font);
    drawing.text(meaning, y, fields[i].meaning, font);
  }
  drawing.space(6);
  drawing.paragraph("White bits belong to no field; they should be 0.");
  for (const Violation &violation : violations) {
    bool isWarning = violation.kind == Violation::Kind::Suspicious;
    drawing.paragraph((isWarning ? "warning: " : "error: ") + violation.text + " [" +
                          violation.rule.str() + "]",
                      isWarning ? "#806000" : "#c00000");
  }
  return drawing;
}
