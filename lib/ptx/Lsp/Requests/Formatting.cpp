// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Formatting.h"

#include "ptx/Canonical/CanonicalPrinter.h"
#include "ptx/Format/LayoutPrinter.h"
#include "ptx/Inline/InlineFormat.h"
#include "ptx/Lsp/Documents/Edits.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using namespace ptx::lsp;

/// The lines outside of `range`, with the line numbers of the printers. A line is outside if the
/// range ends before its first character.
static LineSet linesOutside(const Document &document, const Range &range) {
  const SourceBuffer &source = document.analysis()->source();
  SourceRange bytes = document.positions().range(range);
  LineColumn first = source.lineColumn(bytes.begin), last = source.lineColumn(bytes.end);
  LineSet lines;
  lines.add(first.line, last.column == 1 && last.line > first.line ? last.line - 1 : last.line);
  return lines.complement();
}

/// Appends the module in canonical spelling, except for the kept lines.
static void printSpelled(const Analysis &analysis, KeptLines kept, std::string &out,
                         Workers &workers) {
  const Module &module = *analysis.module()->module().module;
  const SemaResult &sema = *analysis.module()->module().sema;
  analysis.module()->units().all();
  CanonicalSpelling spelling(sema.tables->platform, /*workers=*/1, std::move(kept));
  spelling.add(module.top(), sema.top.get(), 0);
  for (auto [body, checked] : llvm::zip_equal(module.bodies(), sema.bodies))
    spelling.add(body, checked.get(), 0);
  spelling.print(analysis.source(), analysis.settings().options.kind, out, workers);
}

std::vector<TextEdit> lsp::format(const Document &document, const std::optional<Range> &range,
                                  Workers &workers) {
  const Analysis &analysis = *document.analysis();
  LineSet outside;
  if (range)
    outside = linesOutside(document, *range);
  KeptLines kept(analysis.source(), outside);
  std::string text;
  const HostLanguage *host = analysis.settings().host;
  if (host && host != &cppLanguage)
    return {};
  if (host) {
    text = formatInline(analysis.source(), kept);
  } else if (!analysis.module()->module().module->isComplete()) {
    return {};
  } else if (analysis.settings().isCanonical) {
    printSpelled(analysis, std::move(kept), text, workers);
  } else {
    DiagnosticList none; // it is complete
    printLayout(analysis.source(), analysis.settings().options.kind, none, text,
                workers.forBytes(analysis.source().text().size()), outside);
  }
  return editsTo(document, text);
}
