// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Driver/Files/ParseInput.h"

#include "ptx/Diagnostics/Options.h"
#include "ptx/Syntax/Parse/Parser.h"

#include "llvm/Support/raw_ostream.h"

using namespace ptx;

std::unique_ptr<Module> ptx::parseInput(const SourceBuffer &source, const CommandLine &line,
                                        ToolStreams &streams) {
  DiagnosticList diagnostics;
  std::unique_ptr<Module> module = parseModule(source, diagnostics, line.sourceKind());
  showReport(source, errorsOf(std::move(diagnostics)), line, streams);
  return module;
}

Report ptx::errorsOf(DiagnosticList diagnostics) {
  DiagnosticOptions options;
  options.noWarnings = true;
  return makeReport(std::move(diagnostics), options);
}

void ptx::showReport(const SourceBuffer &source, const Report &report, const CommandLine &line,
                     ToolStreams &streams) {
  renderText(streams.err, source, report, line.renderOptions());
  streams.err.flush();
}
