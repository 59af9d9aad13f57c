// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Layout/Report.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

std::string ptx::hexText(uint64_t value) {
  return (llvm::Twine("0x") + llvm::utohexstr(value, /*LowerCase=*/true)).str();
}

std::vector<std::string> ptx::alignColumns(llvm::ArrayRef<std::vector<std::string>> rows) {
  std::vector<size_t> widths(rows.empty() ? 0 : rows.front().size());
  for (const std::vector<std::string> &row : rows)
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      width = std::max(width, cell.size());
  std::vector<std::string> lines = {""};
  for (const std::vector<std::string> &row : rows) {
    std::string line;
    for (auto [width, cell] : llvm::zip_equal(widths, row))
      line.append(2, ' ').append(cell).append(width - cell.size(), ' ');
    lines.push_back(StringRef(line).rtrim().str());
  }
  return lines;
}

void LayoutReport::add(StringRef key, StringRef label, llvm::json::Value value,
                       const llvm::Twine &text) {
  values[key.str()] = std::move(value);
  lines.push_back({label.str(), text.str()});
}

void LayoutReport::addTable(StringRef key, llvm::json::Value value,
                            std::vector<std::string> table) {
  values[key.str()] = std::move(value);
  tables.insert(tables.end(), table.begin(), table.end());
}

/// The names of a violation: in text, and in JSON.
static StringRef severity(Violation::Kind kind) {
  return kind == Violation::Kind::Suspicious ? "warning" : "error";
}

static StringRef sourceOf(Violation::Kind kind) {
  switch (kind) {
  case Violation::Kind::Manual:
    return "manual";
  case Violation::Kind::Driver:
    return "driver";
  case Violation::Kind::Suspicious:
    break;
  }
  return "none";
}

void LayoutReport::printText(llvm::raw_ostream &os) const {
  os << title << '\n';
  size_t width = 0;
  for (const Line &line : lines)
    width = std::max(width, line.label.size());
  for (const Line &line : lines) {
    os << "  " << line.label;
    os.indent(width - line.label.size() + 2) << line.text << '\n';
  }
  for (const std::string &line : tables)
    os << line << '\n';
  for (const Violation &violation : violations) {
    os << severity(violation.kind) << ": " << violation.text;
    if (!violation.rule.empty())
      os << " [" << violation.rule << ']';
    os << '\n';
  }
}

void LayoutReport::printDocument(llvm::raw_ostream &os) const {
  std::vector<std::string> members;
  for (const auto &[name, value] : *document)
    members.push_back(llvm::formatv("\"{0}\": {1}", name.str(), value));
  llvm::sort(members);
  os << '{' << llvm::join(members, ",\n ") << "}\n";
}

void LayoutReport::printJson(llvm::raw_ostream &os) const {
  llvm::json::Array list;
  for (const Violation &violation : violations)
    list.push_back(llvm::json::Object{{"severity", severity(violation.kind)},
                                      {"source", sourceOf(violation.kind)},
                                      {"rule", violation.rule},
                                      {"text", violation.text}});
  llvm::json::Object object = values;
  object["violations"] = std::move(list);
  os << llvm::formatv("{0:2}\n", llvm::json::Value(std::move(object)));
}
