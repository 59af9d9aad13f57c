// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Writers/ReportWriter.h"

#include "llvm/ADT/StringSwitch.h"

using namespace ptx;

std::optional<OutputFormat> ptx::findOutputFormat(llvm::StringRef name) {
  return llvm::StringSwitch<std::optional<OutputFormat>>(name)
#define PTX_OUTPUT_FORMAT(name, word) .Case(word, OutputFormat::name)
      PTX_OUTPUT_FORMATS(PTX_OUTPUT_FORMAT)
#undef PTX_OUTPUT_FORMAT
          .Default(std::nullopt);
}

void ptx::render(OutputFormat format, llvm::raw_ostream &os, const SourceBuffer &buffer,
                 const Report &report, const RenderOptions &options) {
  std::unique_ptr<ReportWriter> writer =
      makeReportWriter(format, os, {.render = options, .version = PTXKIT_VERSION});
  writer->add(buffer, report);
  writer->finish();
}
