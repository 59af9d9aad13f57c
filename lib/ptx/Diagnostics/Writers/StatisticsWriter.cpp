// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/ReportWriter.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <map>
#include <vector>

using namespace ptx;
namespace json = llvm::json;

namespace {

/// How often each rule reports something. As text:
///
///        12  error    PTX3002  operand-type-mismatch
class StatisticsWriter : public ReportWriter {
public:
  StatisticsWriter(OutputFormat format, llvm::raw_ostream &os, const WriterOptions &options)
      : format(format), os(os), options(options) {}

  void add(const SourceBuffer &, const Report &report) override {
    for (const Diagnostic &d : report.diagnostics)
      ++counts[{d.id, d.severity}];
    total.errors += report.errors;
    total.warnings += report.warnings;
    total.errorsNotShown += report.errorsNotShown;
    total.warningsNotShown += report.warningsNotShown;
  }

  void finish() override {
    if (format == OutputFormat::Json)
      return finishJson();
    for (const Row &row : sorted())
      if (format == OutputFormat::Jsonl)
        writeLine(os, [&](json::OStream &out) { writeRow(out, row); });
      else
        os << llvm::format_decimal(row.count, 8)
           << (row.severity == Severity::Error ? "  error    " : "  warning  ") << codeText(row.id)
           << "  " << info(row.id).name << '\n';
    if (uint64_t more = total.errorsNotShown + total.warningsNotShown)
      if (format != OutputFormat::Jsonl)
        os << llvm::format_decimal(more, 8) << "  more, not counted by rule\n";
  }

private:
  struct Row {
    DiagId id;
    Severity severity;
    uint64_t count;
  };

  /// By descending frequency, then by code.
  std::vector<Row> sorted() const {
    std::vector<Row> rows;
    rows.reserve(counts.size());
    for (auto [key, count] : counts)
      rows.push_back({key.first, key.second, count});
    std::stable_sort(rows.begin(), rows.end(),
                     [](const Row &a, const Row &b) { return a.count > b.count; });
    return rows;
  }

  static void writeRow(json::OStream &out, const Row &row) {
    out.attribute("code", codeText(row.id));
    out.attribute("name", info(row.id).name);
    out.attribute("severity", row.severity == Severity::Error ? "error" : "warning");
    out.attribute("count", row.count);
  }

  void finishJson() {
    RecordList list(os, documentHead(options.tool, options.version, "statistics"));
    for (const Row &row : sorted())
      list.add([&](json::OStream &out) { writeRow(out, row); });
    list.end();
    os << ",\"errors\":" << total.errors << ",\"warnings\":" << total.warnings << "}\n";
  }

  OutputFormat format;
  llvm::raw_ostream &os;
  WriterOptions options;
  std::map<std::pair<DiagId, Severity>, uint64_t> counts;
  Report total;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeStatisticsWriter(OutputFormat format, llvm::raw_ostream &os,
                                                        const WriterOptions &options) {
  return std::make_unique<StatisticsWriter>(format, os, options);
}
