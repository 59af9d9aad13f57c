// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LAYOUT_REPORT_H
#define PTX_LAYOUT_REPORT_H

#include "ptx/Layout/SvgDrawing.h"
#include "ptx/Tensor/Violation.h"

#include "llvm/Support/JSON.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// The result of a command of `ptx-layout`: named values, tables, and violations, printed as text
/// or JSON.
class LayoutReport {
public:
  explicit LayoutReport(std::string title) : title(std::move(title)) {}

  /// A value: `key` for programs, `label` and `text` for people.
  void add(llvm::StringRef key, llvm::StringRef label, llvm::json::Value value,
           const llvm::Twine &text);
  /// The same, for a value whose text is the value itself.
  void add(llvm::StringRef key, llvm::StringRef label, const llvm::Twine &text) {
    add(key, label, text.str(), text);
  }
  /// Lines of text; JSON contains `value` instead.
  void addTable(llvm::StringRef key, llvm::json::Value value, std::vector<std::string> lines);
  void add(const Violations &list) {
    violations.insert(violations.end(), list.begin(), list.end());
  }

  /// The figure for `--format=svg`; not all commands have one.
  std::optional<SvgDrawing> figure;

  /// Printed instead of everything else, as input for another program.
  std::optional<llvm::json::Object> document;

  bool isLegal() const { return ptx::isLegal(violations); }

  /// Prints the title, the values line by line, the tables, and the violations: `error: ...
  /// [T278]`.
  void printText(llvm::raw_ostream &os) const;
  /// Prints `document`, one member on each line.
  void printDocument(llvm::raw_ostream &os) const;
  /// One object; its member `violations` is an array.
  void printJson(llvm::raw_ostream &os) const;

private:
  struct Line {
    std::string label;
    std::string text;
  };

  std::string title;
  llvm::json::Object values;
  std::vector<Line> lines;
  std::vector<std::string> tables;
  Violations violations;
};

/// Formats `rows` as lines with aligned columns, after an empty line. All rows must have the same
/// number of cells.
std::vector<std::string> alignColumns(llvm::ArrayRef<std::vector<std::string>> rows);

/// A hexadecimal number in PTX notation: `0x4000004000010040`.
std::string hexText(uint64_t value);

} // namespace ptx

#endif // PTX_LAYOUT_REPORT_H
