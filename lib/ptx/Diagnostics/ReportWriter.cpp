// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/ReportWriter.h"

using namespace ptx;

void ReportWriter::addUnreadable(llvm::StringRef, llvm::StringRef) {}
void ReportWriter::finish() {}

namespace {

/// Of a form in which the report of a file does not depend on others.
class RendererWriter : public ReportWriter {
public:
  RendererWriter(OutputFormat format, llvm::raw_ostream &os, const RenderOptions &options)
      : format(format), os(os), options(options) {}

  void add(const SourceBuffer &buffer, const Report &report) override {
    render(format, os, buffer, report, options);
  }

private:
  OutputFormat format;
  llvm::raw_ostream &os;
  RenderOptions options;
};

} // namespace

std::unique_ptr<ReportWriter> ptx::makeReportWriter(OutputFormat format, llvm::raw_ostream &os,
                                                    const RenderOptions &options) {
  return std::make_unique<RendererWriter>(format, os, options);
}
