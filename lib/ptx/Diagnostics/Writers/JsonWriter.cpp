// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/Writers.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
namespace json = llvm::json;

namespace {

/// One object: the diagnostics of all files, as in JSON lines, then the files.
class JsonWriter : public ReportWriter {
public:
  JsonWriter(llvm::raw_ostream &os, const WriterOptions &options)
      : os(os), diagnostics(os, documentHead(options.tool, options.version, "diagnostics")),
        fileStream(fileText), files(fileStream, ""), launchStream(launchText),
        launches(launchStream, "") {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    for (const Diagnostic &d : report.diagnostics)
      diagnostics.add([&](json::OStream &out) { writeDiagnostic(out, buffer, d); });
    files.add([&](json::OStream &out) {
      writeFileName(out, buffer.name());
      writeCounts(out, report);
    });
    errors += report.errors;
    warnings += report.warnings;
  }

  void addUnreadable(llvm::StringRef path, llvm::StringRef reason) override {
    files.add([&](json::OStream &out) {
      writeFileName(out, path);
      writeText(out, "unreadable", reason);
    });
  }

  void addLaunch(const SourceBuffer &buffer, const LaunchRecord &launch) override {
    hasLaunches = true;
    launches.add([&](json::OStream &out) { writeLaunch(out, buffer, launch); });
  }

  void finish() override {
    diagnostics.end();
    files.end();
    launches.end();
    if (hasLaunches)
      os << ",\"launches\":[" << launchText;
    os << ",\"files\":[" << fileText << ",\"errors\":" << errors << ",\"warnings\":" << warnings
       << "}\n";
  }

private:
  llvm::raw_ostream &os;
  RecordList diagnostics;
  std::string fileText;
  llvm::raw_string_ostream fileStream;
  RecordList files;
  bool hasLaunches = false;
  std::string launchText;
  llvm::raw_string_ostream launchStream;
  RecordList launches;
  uint64_t errors = 0;
  uint64_t warnings = 0;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeJsonWriter(llvm::raw_ostream &os,
                                                  const WriterOptions &options) {
  return std::make_unique<JsonWriter>(os, options);
}
