// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diff/Writers/Summary.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The page follows the reader's colour scheme, and requires no script.
static constexpr StringRef diffPageHead = R"(<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Differences of two PTX modules</title>
<style>
:root { color-scheme: light dark; }
body { font-family: sans-serif; margin: 1em auto; max-width: 110em; padding: 0 1em; }
table { border-collapse: collapse; }
table.summary td { padding: .1em 1em .1em 0; vertical-align: top; }
table.rows { font-family: monospace; width: 100%; table-layout: fixed; }
table.rows td { white-space: pre-wrap; overflow-wrap: anywhere; vertical-align: top; padding: 0 .5em; }
table.rows td.n { width: 4em; text-align: right; color: #777; }
.removed, .changed.old { background: #f002; }
.added, .changed.new { background: #0a02; }
.moved { background: #a0f2; }
tr.gap td { border-top: 1px dashed #777; }
summary { font-weight: bold; padding: .4em 0; }
</style>
</head>
<body>
)";

namespace {

class DiffPage {
public:
  DiffPage(llvm::raw_ostream &os, const ModuleDiff &diff, const DiffWriterOptions &options)
      : os(os), diff(diff), options(options) {}

  void write();

private:
  void text(StringRef plain) { llvm::printHTMLEscaped(plain, os); }
  void items(llvm::ArrayRef<ItemChange> changes);
  void function(const FunctionDiff &function);
  void row(const FunctionDiff &function, const DiffRow &row, bool begins);
  void side(std::optional<uint32_t> number, StringRef line, StringRef style);

  llvm::raw_ostream &os;
  const ModuleDiff &diff;
  const DiffWriterOptions &options;
};

} // namespace

void DiffPage::items(llvm::ArrayRef<ItemChange> changes) {
  if (changes.empty())
    return;
  os << "<ul>\n";
  for (const ItemChange &item : changes) {
    os << "<li>";
    text(itemText(item));
    os << "</li>\n";
  }
  os << "</ul>\n";
}

void DiffPage::side(std::optional<uint32_t> number, StringRef line, StringRef style) {
  os << "<td class=\"n\">";
  if (number)
    os << *number;
  os << "</td><td" << (style.empty() || !number ? "" : " class=\"" + style.str() + "\"") << '>';
  text(line);
  os << "</td>";
}

void DiffPage::row(const FunctionDiff &function, const DiffRow &row, bool begins) {
  static constexpr StringRef oldStyles[] = {"", "changed old", "removed", "", "moved", ""};
  static constexpr StringRef newStyles[] = {"", "changed new", "", "added", "", "moved"};
  auto kind = static_cast<size_t>(row.kind);
  os << (begins ? "<tr class=\"gap\">" : "<tr>");
  std::optional<uint32_t> before, after;
  if (row.before != DiffRow::none)
    before = oldLineNumber(function, row.before);
  if (row.after != DiffRow::none)
    after = newLineNumber(function, row.after);
  side(before, oldSide(function, row), oldStyles[kind]);
  side(after, newSide(function, row, options.ownNames), newStyles[kind]);
  os << "</tr>\n";
}

void DiffPage::function(const FunctionDiff &function) {
  os << "<details open><summary>";
  text(nameText(function));
  if (function.status != FunctionStatus::Changed) {
    os << (function.status == FunctionStatus::Added ? " added" : " removed")
       << "</summary></details>\n";
    return;
  }
  text(": " + countsText(function));
  os << "</summary>\n";
  items(function.items);
  std::vector<RowRange> hunks = hunksOf(function.rows, options.context);
  if (!hunks.empty()) {
    os << "<table class=\"rows\">\n";
    for (RowRange hunk : hunks)
      for (size_t i = hunk.begin; i != hunk.end; ++i)
        row(function, function.rows[i], i == hunk.begin);
    os << "</table>\n";
  }
  os << "</details>\n";
}

void DiffPage::write() {
  os << diffPageHead << "<h1>";
  text(printable(options.oldFile));
  os << " and ";
  text(printable(options.newFile));
  os << "</h1>\n<table class=\"summary\">\n";
  for (const SummaryLine &line : summaryOf(diff)) {
    os << "<tr><td>";
    text(line.what);
    os << "</td><td>";
    text(line.text);
    os << "</td></tr>\n";
  }
  os << "</table>\n";
  items(diff.items);
  if (!options.summaryOnly)
    for (const FunctionDiff &changed : diff.functions)
      if (changed.status != FunctionStatus::Equal)
        function(changed);
  os << "</body>\n</html>\n";
}

void ptx::writeDiffHtml(llvm::raw_ostream &os, const ModuleDiff &diff,
                        const DiffWriterOptions &options) {
  DiffPage(os, diff, options).write();
}
