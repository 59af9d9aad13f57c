// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Output/UnifiedDiff.h"

#include "ptx/Diagnostics/Writers/ColorScope.h"
#include "ptx/Support/LineDiff.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <vector>

using namespace ptx;
using llvm::ArrayRef;
using llvm::StringRef;
using Color = llvm::raw_ostream::Colors;

namespace {

/// Writes hunks.
class DiffPrinter {
public:
  DiffPrinter(llvm::raw_ostream &os, std::vector<StringRef> oldLines,
              std::vector<StringRef> newLines)
      : os(os), oldLines(std::move(oldLines)), newLines(std::move(newLines)) {}

  /// Prints changes whose contexts touch.
  void printHunk(ArrayRef<DiffChange> changes);

  static constexpr uint32_t context = 3;

private:
  void printLines(char mark, ArrayRef<StringRef> lines);
  void printRange(uint32_t begin, uint32_t end);

  llvm::raw_ostream &os;
  std::vector<StringRef> oldLines, newLines;
};

} // namespace

void DiffPrinter::printLines(char mark, ArrayRef<StringRef> lines) {
  for (StringRef line : lines) {
    StringRef text = line.take_until([](char c) { return c == '\n'; });
    if (mark != ' ')
      os.changeColor(mark == '+' ? Color::GREEN : Color::RED);
    os << mark << text;
    if (mark != ' ')
      os.resetColor();
    os << '\n';
    if (text.size() == line.size())
      os << "\\ No newline at end of file\n";
  }
}

/// A range is its first line, counted from 1, and its length. An empty range is named by the
/// previous line.
void DiffPrinter::printRange(uint32_t begin, uint32_t end) {
  os << (begin == end ? begin : begin + 1);
  if (end - begin != 1)
    os << ',' << end - begin;
}

void DiffPrinter::printHunk(ArrayRef<DiffChange> changes) {
  uint32_t before = std::min(context, changes.front().oldBegin);
  uint32_t after = std::min<uint32_t>(context, oldLines.size() - changes.back().oldEnd);
  ArrayRef<StringRef> from(oldLines), to(newLines);
  os.changeColor(Color::CYAN) << "@@ -";
  printRange(changes.front().oldBegin - before, changes.back().oldEnd + after);
  os << " +";
  printRange(changes.front().newBegin - before, changes.back().newEnd + after);
  os << " @@";
  os.resetColor() << '\n';
  uint32_t done = changes.front().oldBegin - before;
  for (const DiffChange &change : changes) {
    printLines(' ', from.slice(done, change.oldBegin - done));
    printLines('-', from.slice(change.oldBegin, change.oldEnd - change.oldBegin));
    printLines('+', to.slice(change.newBegin, change.newEnd - change.newBegin));
    done = change.oldEnd;
  }
  printLines(' ', from.slice(done, after));
}

void ptx::printUnifiedDiff(llvm::raw_ostream &os, ColorMode color, StringRef name, StringRef change,
                           StringRef oldText, StringRef newText) {
  if (oldText == newText)
    return;
  ColorScope colors(os, color);
  std::vector<StringRef> oldLines = splitLines(oldText), newLines = splitLines(newText);
  std::vector<DiffChange> changes = diffTexts(oldLines, newLines);

  os.changeColor(Color::SAVEDCOLOR, /*Bold=*/true) << "--- " << name << "\toriginal";
  os.resetColor() << '\n';
  os.changeColor(Color::SAVEDCOLOR, /*Bold=*/true) << "+++ " << name << '\t' << change;
  os.resetColor() << '\n';
  DiffPrinter printer(os, std::move(oldLines), std::move(newLines));
  ArrayRef<DiffChange> rest(changes);
  while (!rest.empty()) {
    size_t count = 1;
    while (count != rest.size() &&
           rest[count].oldBegin - rest[count - 1].oldEnd <= 2 * DiffPrinter::context)
      ++count;
    printer.printHunk(rest.take_front(count));
    rest = rest.drop_front(count);
  }
}
