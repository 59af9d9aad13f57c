// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Writers/FileReference.h"
#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diagnostics/Writers/Writers.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/raw_ostream.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

/// `text` as the data of a workflow command or, with `isProperty`, as the value of a property.
static std::string escaped(StringRef text, bool isProperty) {
  std::string result;
  for (char c : text) {
    if (c == '%')
      result += "%25";
    else if (c == '\r')
      result += "%0D";
    else if (c == '\n')
      result += "%0A";
    else if (isProperty && c == ':')
      result += "%3A";
    else if (isProperty && c == ',')
      result += "%2C";
    else
      result += c;
  }
  return result;
}

namespace {

/// Workflow commands of GitHub Actions, one per line, which are shown as annotations of the lines.
class GithubWriter : public ReportWriter {
public:
  GithubWriter(llvm::raw_ostream &os, const WriterOptions &options)
      : os(os), tool(options.tool), folder(workingFolder()) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    for (const Diagnostic &d : report.diagnostics)
      write(buffer, d);
    if (uint64_t more = report.errorsNotShown + report.warningsNotShown) {
      begin("notice", buffer.name());
      os << ",title=" << escaped(tool, true) << "::"
         << escaped(printable(buffer.name()) + ": " + std::to_string(more) + " more not shown",
                    false)
         << '\n';
    }
  }

  void addUnreadable(StringRef path, StringRef reason) override {
    begin("error", path);
    os << ",title=" << escaped(tool, true)
       << "::" << escaped("cannot read `" + printable(path) + "`: " + printable(reason), false)
       << '\n';
  }

private:
  void begin(StringRef command, StringRef path) {
    os << "::" << command << " file=" << escaped(referencePath(path, folder), true);
  }

  void write(const SourceBuffer &buffer, const Diagnostic &d) {
    LineColumn first = buffer.lineColumn(d.range.begin);
    LineColumn last = buffer.lineColumn(std::max(d.range.begin + 1, d.range.end) - 1);
    begin(d.severity == Severity::Error ? "error" : "warning", buffer.name());
    os << ",line=" << first.line << ",endLine=" << last.line;
    if (first.line == last.line) // columns require a range within one line
      os << ",col=" << first.column << ",endColumn=" << last.column;
    os << ",title=" << escaped((tool + " (" + codeText(d.id) + ")").str(), true) << "::";
    // The log shows only this text.
    std::string text = place(buffer, first) + printable(d.message);
    for (const Note &note : d.notes)
      text += "\n" + place(buffer, buffer.lineColumn(note.range.begin)) +
              "note: " + printable(note.message);
    os << escaped(text, false) << '\n';
  }

  static std::string place(const SourceBuffer &buffer, LineColumn where) {
    return printable(buffer.name()) + ":" + std::to_string(where.line) + ":" +
           std::to_string(where.column) + ": ";
  }

  llvm::raw_ostream &os;
  StringRef tool;
  std::string folder;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeGithubWriter(llvm::raw_ostream &os,
                                                    const WriterOptions &options) {
  return std::make_unique<GithubWriter>(os, options);
}
