// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the forms for people have in common. Private to lib/ptx/Diff.

#ifndef PTX_DIFF_WRITERS_SUMMARY_H
#define PTX_DIFF_WRITERS_SUMMARY_H

#include "ptx/Diff/Writers/Writers.h"

namespace ptx {

/// A line of the summary: "instructions", "`add` 12 to 14 (+2)".
struct SummaryLine {
  std::string what;
  std::string text;
};
std::vector<SummaryLine> summaryOf(const ModuleDiff &diff);

/// "1 function", "2 functions".
std::string counted(uint64_t number, llvm::StringRef noun);

/// "3 places; 1 instruction changed, 2 added".
std::string countsText(const FunctionDiff &function);

/// "entry `k`" or "function `f`, before `g`".
std::string nameText(const FunctionDiff &function);

/// "`.version`: 8.0 to 8.6".
std::string itemText(const ItemChange &item);

/// A stretch of rows to show: differences and the equal rows around them.
struct RowRange {
  size_t begin;
  size_t end;
};
std::vector<RowRange> hunksOf(llvm::ArrayRef<DiffRow> rows, unsigned context);

/// A side of a row: the text of the line, indented unless it is a label; empty without a line.
std::string oldSide(const FunctionDiff &function, const DiffRow &row);
std::string newSide(const FunctionDiff &function, const DiffRow &row, bool ownNames);

/// The number of a line in its file.
uint32_t oldLineNumber(const FunctionDiff &function, uint32_t line);
uint32_t newLineNumber(const FunctionDiff &function, uint32_t line);

} // namespace ptx

#endif // PTX_DIFF_WRITERS_SUMMARY_H
