// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Analysis.h"

#include "ptx/Check/SourceLines.h"
#include "ptx/Inline/InlineCheck.h"

using namespace ptx;
using namespace ptx::lsp;

static std::vector<AsmStatement> statementsOf(const SourceBuffer &source, Language language) {
  switch (language) {
  case Language::Llvm:
    return findLlvmAsm(source);
  case Language::Mlir:
    return findMlirAsm(source);
  case Language::Cpp:
  case Language::Ptx:
    break;
  }
  return findAsmStatements(source);
}

Report lsp::reportOf(const SourceBuffer &source, const FileSettings &settings, Workers &workers) {
  Stats stats;
  CheckRun run{workers, stats};
  if (settings.language == Language::Ptx)
    return checkSource(source, settings.options, run);
  return checkInline(source, statementsOf(source, settings.language), settings.options, run).report;
}

Analysis::Analysis(llvm::StringRef text, std::string name, const FileSettings &settings,
                   Workers &workers)
    : how(settings), buffer(SourceBuffer::fromString(text.str(), std::move(name))) {
  if (how.language != Language::Ptx) {
    findings = reportOf(*buffer, how, workers);
    return;
  }
  Stats stats;
  checked = checkPasses(*buffer, how.options, {workers.forBytes(text.size()), stats}, Trees::Kept);
  findings = makeReport(std::move(checked->diagnostics), how.options.diagnostics, *buffer);
  addSourceLines(*checked->module, checked->sema->debug, findings);
}

const Index *Analysis::index() const {
  if (checked && !names)
    names = std::make_unique<Index>(*checked);
  return names.get();
}
