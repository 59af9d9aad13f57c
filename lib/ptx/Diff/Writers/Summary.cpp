// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diff/Writers/Summary.h"

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using llvm::StringRef;

std::string ptx::counted(uint64_t number, StringRef noun) {
  return std::to_string(number) + " " + noun.str() + (number == 1 ? "" : "s");
}

static std::string countChangesText(llvm::ArrayRef<CountChange> changes) {
  std::string text;
  for (const CountChange &change : changes) {
    bool grows = change.after > change.before;
    uint64_t distance = grows ? change.after - change.before : change.before - change.after;
    text += llvm::formatv("{0}`{1}` {2} to {3} ({4}{5})", text.empty() ? "" : ", ", change.what,
                          change.before, change.after, grows ? "+" : "-", distance)
                .str();
  }
  return text;
}

std::vector<SummaryLine> ptx::summaryOf(const ModuleDiff &diff) {
  std::vector<SummaryLine> lines;
  std::string functions;
  std::pair<FunctionStatus, StringRef> words[] = {{FunctionStatus::Changed, "changed"},
                                                  {FunctionStatus::Added, "added"},
                                                  {FunctionStatus::Removed, "removed"},
                                                  {FunctionStatus::Equal, "equal"}};
  for (auto [status, word] : words)
    if (size_t number = diff.count(status))
      functions += (functions.empty() ? "" : ", ") + std::to_string(number) + " " + word.str();
  lines.push_back({"functions", functions.empty() ? "none" : functions});
  lines.push_back({"differences", counted(diff.places(), "place")});
  if (!diff.instructions.empty())
    lines.push_back({"instructions", countChangesText(diff.instructions)});
  if (!diff.registers.empty())
    lines.push_back({"registers", countChangesText(diff.registers)});
  for (const ItemChange &fact : diff.facts)
    lines.push_back({fact.what, (fact.before.empty() ? "none" : fact.before) + " to " +
                                    (fact.after.empty() ? "none" : fact.after)});
  return lines;
}

std::string ptx::countsText(const FunctionDiff &function) {
  std::string text = counted(function.places, "place");
  std::pair<uint32_t, StringRef> counts[] = {{function.changed, "changed"},
                                             {function.added, "added"},
                                             {function.removed, "removed"},
                                             {function.moved, "moved"}};
  bool isFirst = true;
  for (auto [number, word] : counts) {
    if (!number)
      continue;
    text += isFirst ? "; " + counted(number, "instruction") : ", " + std::to_string(number);
    text += " " + word.str();
    isFirst = false;
  }
  return text;
}

std::string ptx::nameText(const FunctionDiff &function) {
  std::string text = function.isEntry ? "entry `" : "function `";
  text += printable(function.name()) + "`";
  if (function.isRenamed())
    text += ", before `" + printable(function.oldName) + "`";
  return text;
}

/// Tables of constants are long.
static std::string shortened(StringRef text) {
  std::string result;
  appendArgument(result, text);
  return result;
}

std::string ptx::itemText(const ItemChange &item) {
  std::string what = printable(item.what);
  if (item.before.empty())
    return what + " added: " + shortened(item.after);
  if (item.after.empty())
    return what + " removed: " + shortened(item.before);
  return what + ": " + shortened(item.before) + " to " + shortened(item.after);
}

std::vector<RowRange> ptx::hunksOf(llvm::ArrayRef<DiffRow> rows, unsigned context) {
  std::vector<RowRange> hunks;
  for (size_t i = 0; i != rows.size(); ++i) {
    if (rows[i].kind == RowKind::Equal)
      continue;
    size_t begin = i < context ? 0 : i - context;
    size_t end = std::min<size_t>(rows.size(), i + 1 + static_cast<size_t>(context));
    if (!hunks.empty() && hunks.back().end >= begin)
      hunks.back().end = end;
    else
      hunks.push_back({begin, end});
  }
  return hunks;
}

static std::string indented(const DiffLine &line, StringRef text) {
  return (text.ends_with(":") && !line.isInstruction() ? "" : "    ") + printable(text);
}

std::string ptx::oldSide(const FunctionDiff &function, const DiffRow &row) {
  if (row.before == DiffRow::none)
    return "";
  return indented(function.before.lines[row.before], function.oldText(row.before));
}

std::string ptx::newSide(const FunctionDiff &function, const DiffRow &row, bool ownNames) {
  if (row.after == DiffRow::none)
    return "";
  return indented(function.after.lines[row.after], function.newText(row.after, ownNames));
}

static uint32_t lineNumber(const DiffBody &body, uint32_t line) {
  return body.source->lineColumn(body.unit().range(body.lines[line].first).begin).line;
}

uint32_t ptx::oldLineNumber(const FunctionDiff &function, uint32_t line) {
  return lineNumber(function.before, line);
}

uint32_t ptx::newLineNumber(const FunctionDiff &function, uint32_t line) {
  return lineNumber(function.after, line);
}
