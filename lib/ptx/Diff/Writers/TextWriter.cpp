// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/ColorScope.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diff/Writers/Summary.h"

#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using llvm::StringRef;
using Color = llvm::raw_ostream::Colors;

namespace {

/// Writes a comparison for a terminal.
class DiffTextWriter {
public:
  DiffTextWriter(llvm::raw_ostream &os, const ModuleDiff &diff, const DiffWriterOptions &options)
      : os(os), diff(diff), options(options), columnWidth((std::max(options.width, 40u) - 3) / 2) {}
  virtual ~DiffTextWriter() = default;

  void write();

protected:
  virtual void writeRow(const FunctionDiff &function, const DiffRow &row) = 0;

  void writeMarked(char mark, Color color, StringRef text);

  llvm::raw_ostream &os;
  const ModuleDiff &diff;
  const DiffWriterOptions &options;
  const unsigned columnWidth;

private:
  void writeHeading(const llvm::Twine &text);
  void writeFunction(const FunctionDiff &function);
  void writeHunk(const FunctionDiff &function, RowRange hunk);
};

/// Shows differences one below the other.
class UnifiedWriter : public DiffTextWriter {
  using DiffTextWriter::DiffTextWriter;
  void writeRow(const FunctionDiff &function, const DiffRow &row) override;
};

/// Shows differences in two columns.
class ColumnsWriter : public DiffTextWriter {
  using DiffTextWriter::DiffTextWriter;
  void writeRow(const FunctionDiff &function, const DiffRow &row) override;
};

} // namespace

void DiffTextWriter::writeMarked(char mark, Color color, StringRef text) {
  if (mark != ' ')
    os.changeColor(color);
  os << mark << text;
  if (mark != ' ')
    os.resetColor();
  os << '\n';
}

void DiffTextWriter::writeHeading(const llvm::Twine &text) {
  os.changeColor(Color::SAVEDCOLOR, /*Bold=*/true) << text;
  os.resetColor() << '\n';
}

/// Only the start of a long move is shown.
static constexpr uint32_t shownOfMove = 4;

void DiffTextWriter::writeHunk(const FunctionDiff &function, RowRange hunk) {
  llvm::ArrayRef<DiffRow> rows =
      llvm::ArrayRef(function.rows).slice(hunk.begin, hunk.end - hunk.begin);
  const uint32_t none = DiffRow::none;
  auto place = [&](char sign, auto side, auto number) {
    for (const DiffRow &row : rows)
      if (row.*side != none)
        return " " + std::string(1, sign) + std::to_string(number(function, row.*side));
    return std::string();
  };
  os.changeColor(Color::CYAN) << "@@" << place('-', &DiffRow::before, oldLineNumber)
                              << place('+', &DiffRow::after, newLineNumber) << " @@";
  os.resetColor() << '\n';
  std::pair<uint32_t, RowKind> move{0, RowKind::Equal};
  uint32_t length = 0;
  auto endMove = [&] {
    if (length > shownOfMove)
      writeMarked(move.second == RowKind::MovedAway ? '<' : '>', Color::MAGENTA,
                  "    ... and " + std::to_string(length - shownOfMove) + " more lines");
    length = 0;
  };
  for (const DiffRow &row : rows) {
    std::pair<uint32_t, RowKind> own{row.move, row.kind};
    if (own != move)
      endMove();
    move = own;
    if (row.move == 0 || ++length <= shownOfMove)
      writeRow(function, row);
  }
  endMove();
}

void DiffTextWriter::writeFunction(const FunctionDiff &function) {
  if (function.status == FunctionStatus::Equal)
    return;
  os << '\n';
  if (function.status != FunctionStatus::Changed) {
    bool isNew = function.status == FunctionStatus::Added;
    writeHeading(nameText(function) + (isNew ? " added: " : " removed: ") +
                 counted(isNew ? function.added : function.removed, "instruction"));
    return;
  }
  writeHeading(nameText(function) + ": " + countsText(function));
  for (const ItemChange &item : function.items)
    os << "  " << itemText(item) << '\n';
  for (RowRange hunk : hunksOf(function.rows, options.context))
    writeHunk(function, hunk);
}

void DiffTextWriter::write() {
  ColorScope colors(os, options.color);
  if (diff.isEqual() && !options.summaryOnly)
    return;
  writeHeading("--- " + printable(options.oldFile));
  writeHeading("+++ " + printable(options.newFile));
  for (const SummaryLine &line : summaryOf(diff))
    os << line.what << ": " << line.text << '\n';
  for (const ItemChange &item : diff.items)
    os << itemText(item) << '\n';
  if (options.summaryOnly) {
    for (const FunctionDiff &function : diff.functions)
      if (function.status != FunctionStatus::Equal)
        os << nameText(function) << ": "
           << (function.status == FunctionStatus::Added     ? "added"
               : function.status == FunctionStatus::Removed ? "removed"
                                                            : countsText(function))
           << '\n';
    return;
  }
  for (const FunctionDiff &function : diff.functions)
    writeFunction(function);
}

void UnifiedWriter::writeRow(const FunctionDiff &function, const DiffRow &row) {
  bool isMove = row.kind == RowKind::MovedAway || row.kind == RowKind::MovedHere;
  std::string suffix = isMove ? " // move " + std::to_string(row.move) : "";
  if (row.before != DiffRow::none)
    writeMarked(row.kind == RowKind::Equal ? ' '
                : isMove                   ? '<'
                                           : '-',
                isMove ? Color::MAGENTA : Color::RED, oldSide(function, row) + suffix);
  if (row.after != DiffRow::none && row.kind != RowKind::Equal)
    writeMarked(isMove ? '>' : '+', isMove ? Color::MAGENTA : Color::GREEN,
                newSide(function, row, options.ownNames) + suffix);
}

/// `text` in a column, shortened or filled with spaces.
static std::string inColumn(StringRef text, unsigned width) {
  std::string column;
  unsigned used = 0;
  while (!text.empty()) {
    PrintableCharacter next = printableCharacter(text);
    if (next.size == 0 || used + next.width > width)
      break;
    column += text.take_front(next.size);
    used += next.width;
    text = text.drop_front(next.size);
  }
  if (!text.empty() && !column.empty())
    column.back() = '>';
  return column + std::string(width - used, ' ');
}

void ColumnsWriter::writeRow(const FunctionDiff &function, const DiffRow &row) {
  static constexpr char marks[] = {' ', '|', '<', '>', 'm', 'm'};
  static constexpr Color colors[] = {Color::WHITE, Color::YELLOW,  Color::RED,
                                     Color::GREEN, Color::MAGENTA, Color::MAGENTA};
  auto kind = static_cast<size_t>(row.kind);
  bool isColored = row.kind != RowKind::Equal;
  if (isColored)
    os.changeColor(colors[kind]);
  std::string line = inColumn(oldSide(function, row), columnWidth) + " " + marks[kind] + " " +
                     inColumn(newSide(function, row, options.ownNames), columnWidth);
  os << StringRef(line).rtrim(' ');
  if (isColored)
    os.resetColor();
  os << '\n';
}

void ptx::writeDiffText(llvm::raw_ostream &os, const ModuleDiff &diff,
                        const DiffWriterOptions &options) {
  UnifiedWriter(os, diff, options).write();
}

void ptx::writeDiffColumns(llvm::raw_ostream &os, const ModuleDiff &diff,
                           const DiffWriterOptions &options) {
  ColumnsWriter(os, diff, options).write();
}
