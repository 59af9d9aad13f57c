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
  DiagnosticOptions options;
  options.noWarnings = true;
  renderText(streams.err, source, makeReport(std::move(diagnostics), options),
             line.renderOptions());
  streams.err.flush();
  return module;
}
