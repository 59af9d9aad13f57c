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

/// Host code of CUDA C++ can have other assembly, but seldom has it.
static bool isCuda(llvm::StringRef name) { return name.ends_with(".cu") || name.ends_with(".cuh"); }

const InlinePtx &Analysis::inlinePtx() const {
  if (!ptx)
    ptx = std::make_unique<InlinePtx>(*buffer, statementsOf(*buffer, how.language), how.options,
                                      workers, isCuda(buffer->name()));
  return *ptx;
}

size_t Analysis::codeCount() const {
  return how.language == Language::Ptx ? 1 : inlinePtx().size();
}

const Code &Analysis::code(size_t index) const {
  codes.resize(codeCount());
  std::unique_ptr<Code> &code = codes[index];
  if (!code && how.language == Language::Ptx) {
    code = std::make_unique<Code>(*module());
  } else if (!code) {
    const InlineBody &body = inlinePtx().body(index);
    code = std::make_unique<Code>(body.checked, &body.fragment);
  }
  return *code;
}

const Code *Analysis::codeAt(uint32_t offset) const {
  if (how.language == Language::Ptx)
    return &code(0);
  std::optional<size_t> index = inlinePtx().at(offset);
  return index ? &code(*index) : nullptr;
}
