// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/ParseInput.h"

#include "ptx/Diagnostics/Options.h"
#include "ptx/Syntax/Parser.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

std::unique_ptr<Module> ptx::parseInput(const SourceBuffer &source, const CommandLine &line,
                                        ToolStreams &streams) {
  SourceKind kind = line.has(OPT_fragment) ? SourceKind::Fragment : SourceKind::Module;
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(source, diagnostics, kind);
  showErrors(source, std::move(diagnostics), line, streams);
  return module;
}

bool ptx::showErrors(const SourceBuffer &source, DiagnosticList diagnostics,
                     const CommandLine &line, ToolStreams &streams) {
  DiagnosticOptions options;
  options.noWarnings = true;
  Report report = makeReport(std::move(diagnostics), options);
  renderText(streams.err, source, report, line.renderOptions());
  streams.err.flush();
  return report.errors != 0;
}
