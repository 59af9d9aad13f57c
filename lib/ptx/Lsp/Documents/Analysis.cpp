// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Analysis.h"

#include "ptx/Inline/InlineCheck.h"

using namespace ptx;
using namespace ptx::lsp;

static std::vector<AsmStatement>
statementsOf(const SourceBuffer &source, const FileSettings &settings, AsmCache *cache = nullptr) {
  if (settings.host != &cppLanguage)
    return settings.host->find(source);
  if (settings.headers)
    return findAsmWithHeaders(source, *settings.headers, settings.search, cache);
  return cache ? updateAsmStatements(source, *cache) : findAsmStatements(source);
}

Report lsp::reportOf(const SourceBuffer &source, const FileSettings &settings, Workers &workers,
                     TextCache *cache) {
  Stats stats;
  CheckRun run{workers, stats};
  if (!settings.host) {
    run.cache = cache ? &cache->bodies : nullptr;
    return checkSource(source, settings.options, run);
  }
  AsmCache *own = cache ? &cache->statements : nullptr;
  return checkInline(source, statementsOf(source, settings, own), settings.options, run, own)
      .report;
}

Analysis::Analysis(llvm::StringRef text, std::string name, const FileSettings &settings,
                   Workers &workers, TextCache *cache)
    : how(settings), workers(workers), buffer(SourceBuffer::ofBytes(text, std::move(name))) {
  if (how.host) {
    findings = reportOf(*buffer, how, workers, cache);
    return;
  }
  Stats stats;
  CheckRun run{workers.forBytes(text.size()), stats};
  run.cache = cache ? &cache->bodies : nullptr;
  session = std::make_unique<Session>(*buffer, how.options);
  session->check(run, Trees::Dropped);
  findings = reportOn(session->checked(), session->takeDiagnostics(), how.options);
}

const InlinePtx &Analysis::inlinePtx() const {
  if (!ptx)
    ptx = std::make_unique<InlinePtx>(*buffer, statementsOf(*buffer, how), how.options, workers);
  return *ptx;
}

size_t Analysis::codeCount() const { return !how.host ? 1 : inlinePtx().size(); }

const PtxPiece &Analysis::code(size_t index) const {
  codes.resize(codeCount());
  std::unique_ptr<PtxPiece> &code = codes[index];
  if (!code && !how.host) {
    code = std::make_unique<PtxPiece>(*session, workers.forBytes(buffer->text().size()));
  } else if (!code) {
    const InlineBody &body = inlinePtx().body(index);
    code = std::make_unique<PtxPiece>(body.checked, body.fragment);
  }
  return *code;
}

const PtxPiece *Analysis::codeAt(uint32_t offset) const {
  if (!how.host)
    return &code(0);
  std::optional<size_t> index = inlinePtx().at(offset);
  return index ? &code(*index) : nullptr;
}

std::vector<const PtxPiece *> Analysis::codesAround(const PtxPiece &code) const {
  if (!code.fragment())
    return {&code};
  const AsmStatement &own = *code.fragment()->statements().front();
  std::vector<const PtxPiece *> result;
  for (size_t i = 0; i != codeCount(); ++i) {
    const AsmStatement &other = inlinePtx().first(i);
    if (other.functionNumber == own.functionNumber &&
        (own.functionNumber != 0 || other.range == own.range))
      result.push_back(&this->code(i));
  }
  return result;
}
