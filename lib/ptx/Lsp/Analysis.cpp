// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Analysis.h"

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

Report lsp::reportOf(const SourceBuffer &source, const FileSettings &settings, Workers &workers,
                     BodyCache *cache) {
  Stats stats;
  CheckRun run{workers, stats};
  run.cache = cache;
  if (settings.language == Language::Ptx)
    return checkSource(source, settings.options, run);
  return checkInline(source, statementsOf(source, settings.language), settings.options, run).report;
}

Analysis::Analysis(llvm::StringRef text, std::string name, const FileSettings &settings,
                   Workers &workers, BodyCache *cache)
    : how(settings), workers(workers),
      buffer(SourceBuffer::fromString(text.str(), std::move(name))),
      findings(reportOf(*buffer, how, workers, cache)) {}

const CheckedSource *Analysis::module() const {
  if (!checked && how.language == Language::Ptx) {
    Stats stats;
    CheckRun run{workers.forBytes(buffer->text().size()), stats};
    checked = checkPasses(*buffer, how.options, run, Trees::Kept);
  }
  return checked ? &*checked : nullptr;
}

const Index *Analysis::index() const {
  if (const CheckedSource *source = module(); source && !names)
    names = std::make_unique<Index>(*source);
  return names.get();
}
