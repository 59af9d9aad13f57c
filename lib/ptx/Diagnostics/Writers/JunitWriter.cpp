// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Printable.h"
#include "ptx/Diagnostics/Writers/Writers.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

/// `text` for XML, which cannot represent most control characters.
static std::string escaped(StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printHTMLEscaped(printable(text), os);
  return result;
}

/// "1 error", "2 errors".
static std::string counted(uint64_t count, StringRef what) {
  return (llvm::Twine(count) + " " + what + (count == 1 ? "" : "s")).str();
}

static std::string summary(const Report &report) {
  if (!report.warnings)
    return counted(report.errors, "error");
  std::string warnings = counted(report.warnings, "warning");
  return report.errors ? counted(report.errors, "error") + " and " + warnings : warnings;
}

namespace {

/// A test suite with a test case for each file. The cases are buffered, since the start tag
/// contains their number. A file has one failure, since many readers show only the first one.
class JunitWriter : public ReportWriter {
public:
  JunitWriter(llvm::raw_ostream &os, const WriterOptions &options)
      : os(os), suite(escaped(options.tool)), cases(caseText) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    bool isFailure = report.errors + report.warnings != 0;
    beginCase(buffer.name(), !isFailure);
    if (!isFailure)
      return;
    ++failures;
    cases << "      <failure type=\"" << (report.errors ? "error" : "warning") << "\" message=\""
          << summary(report) << "\">";
    std::string lines;
    llvm::raw_string_ostream concise(lines);
    renderConcise(concise, buffer, report, {.color = ColorMode::Never});
    for (StringRef rest = lines; !rest.empty();) {
      auto [line, next] = rest.split('\n');
      cases << escaped(line) << (next.empty() ? "" : "\n");
      rest = next;
    }
    cases << "</failure>\n    </testcase>\n";
  }

  void addUnreadable(StringRef path, StringRef reason) override {
    ++errors;
    beginCase(path, /*isEmpty=*/false);
    cases << "      <error type=\"unreadable\" message=\"" << escaped(reason)
          << "\"/>\n    </testcase>\n";
  }

  void finish() override {
    std::string counts;
    llvm::raw_string_ostream(counts)
        << "name=\"" << suite << "\" tests=\"" << tests << "\" failures=\"" << failures
        << "\" errors=\"" << errors << "\"";
    os << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites " << counts << ">\n  <testsuite "
       << counts << ">\n"
       << caseText << "  </testsuite>\n</testsuites>\n";
  }

private:
  void beginCase(StringRef path, bool isEmpty) {
    ++tests;
    std::string name = escaped(path);
    cases << "    <testcase classname=\"" << suite << "\" name=\"" << name << "\" file=\"" << name
          << (isEmpty ? "\"/>\n" : "\">\n");
  }

  llvm::raw_ostream &os;
  std::string suite;
  std::string caseText;
  llvm::raw_string_ostream cases;
  uint64_t tests = 0;
  uint64_t failures = 0;
  uint64_t errors = 0;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeJunitWriter(llvm::raw_ostream &os,
                                                   const WriterOptions &options) {
  return std::make_unique<JunitWriter>(os, options);
}
