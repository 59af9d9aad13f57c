// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/Writers.h"

#include "llvm/Support/ErrorHandling.h"

using namespace ptx;

void ReportWriter::addUnreadable(llvm::StringRef, llvm::StringRef) {}
void ReportWriter::addLaunch(const SourceBuffer &, const LaunchRecord &) {}
void ReportWriter::finish() {}

std::unique_ptr<ReportWriter> ptx::makeReportWriter(OutputFormat format, llvm::raw_ostream &os,
                                                    const WriterOptions &options) {
  switch (format) {
#define PTX_OUTPUT_FORMAT(name, word)                                                              \
  case OutputFormat::name:                                                                         \
    return make##name##Writer(os, options);
    PTX_OUTPUT_FORMATS(PTX_OUTPUT_FORMAT)
#undef PTX_OUTPUT_FORMAT
  }
  llvm_unreachable("unknown format");
}
