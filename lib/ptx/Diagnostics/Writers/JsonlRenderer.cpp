// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/JsonRecords.h"
#include "ptx/Diagnostics/Writers/Renderer.h"
#include "ptx/Diagnostics/Writers/Writers.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
namespace json = llvm::json;

void ptx::renderJsonl(llvm::raw_ostream &os, const SourceBuffer &buffer, const Report &report) {
  for (const Diagnostic &d : report.diagnostics)
    writeLine(os, [&](json::OStream &out) { writeDiagnostic(out, buffer, d); });
  if (report.errors + report.warnings == 0)
    return;
  writeLine(os, [&](json::OStream &out) {
    writeFileName(out, buffer.name());
    out.attribute("summary", true);
    out.attribute("version", recordVersion);
    writeCounts(out, report);
  });
}

namespace {

class JsonlWriter : public ReportWriter {
public:
  explicit JsonlWriter(llvm::raw_ostream &os) : os(os) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    renderJsonl(os, buffer, report);
  }

  void addUnreadable(llvm::StringRef path, llvm::StringRef reason) override {
    writeLine(os, [&](json::OStream &out) {
      writeFileName(out, path);
      writeText(out, "unreadable", reason);
      out.attribute("version", recordVersion);
    });
  }

  void addLaunch(const SourceBuffer &buffer, const LaunchRecord &launch) override {
    writeLine(os, [&](json::OStream &out) {
      writeLaunch(out, buffer, launch);
      out.attribute("version", recordVersion);
    });
  }

private:
  llvm::raw_ostream &os;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeJsonlWriter(llvm::raw_ostream &os, const WriterOptions &) {
  return std::make_unique<JsonlWriter>(os);
}
