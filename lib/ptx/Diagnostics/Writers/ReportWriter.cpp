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
  case OutputFormat::Text:
    return makeTextWriter(os, options);
  case OutputFormat::Concise:
    return makeConciseWriter(os, options);
  case OutputFormat::Jsonl:
    return makeJsonlWriter(os, options);
  case OutputFormat::Json:
    return makeJsonWriter(os, options);
  case OutputFormat::Sarif:
    return makeSarifWriter(os, options);
  case OutputFormat::Github:
    return makeGithubWriter(os, options);
  case OutputFormat::Gitlab:
    return makeGitlabWriter(os, options);
  case OutputFormat::Junit:
    return makeJunitWriter(os, options);
  case OutputFormat::Ptxas:
    return makePtxasWriter(os, options);
  }
  llvm_unreachable("unknown format");
}
