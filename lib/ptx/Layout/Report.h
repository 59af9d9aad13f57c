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

/// What a command of `ptx-layout` found out: named values, tables, and what is wrong. It is said
/// once and printed for people or for programs.
class LayoutReport {
public:
  explicit LayoutReport(std::string title) : title(std::move(title)) {}

  /// A value: `key` for programs, `label` and `text` for people.
  void add(llvm::StringRef key, llvm::StringRef label, llvm::json::Value value,
           const llvm::Twine &text);
  /// The same, for a value that people read as it is.
  void add(llvm::StringRef key, llvm::StringRef label, const llvm::Twine &text) {
    add(key, label, text.str(), text);
  }
  /// Lines for people, whose content programs get as `value`.
  void addTable(llvm::StringRef key, llvm::json::Value value, std::vector<std::string> lines);
  void add(const Violations &list) {
    violations.insert(violations.end(), list.begin(), list.end());
  }

  /// What `--format=svg` draws; not all commands have a figure.
  std::optional<SvgDrawing> figure;

  /// What is printed in place of all else, for another program to read.
  std::optional<llvm::json::Object> document;

  bool isLegal() const { return ptx::isLegal(violations); }

  /// The title, a value a line, the tables, and the violations: `error: ... [T278]`.
  void printText(llvm::raw_ostream &os) const;
  /// `document`, a member a line.
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

/// The cells of `rows` as lines whose columns begin at the same place; an empty line comes first.
/// All rows have as many cells.
std::vector<std::string> alignColumns(llvm::ArrayRef<std::vector<std::string>> rows);

/// A hexadecimal number as PTX writes it: `0x4000004000010040`.
std::string hexText(uint64_t value);

} // namespace ptx

#endif // PTX_LAYOUT_REPORT_H
