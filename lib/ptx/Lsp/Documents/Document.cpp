// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/Document.h"

#include "ptx/Lsp/Documents/DocumentUris.h"

using namespace ptx;
using namespace ptx::lsp;

void Document::change(const std::optional<Range> &range, llvm::StringRef text) {
  SourceRange where = {0, static_cast<uint32_t>(contents.size())};
  if (range)
    where = map.range(*range);
  known.reset(); // it refers to the contents
  contents.replace(where.begin, where.size(), text.data(), text.size());
  lines.update(contents, where.begin, where.end, where.begin + static_cast<uint32_t>(text.size()));
  map = PositionMap(contents, lines, encoding);
}

const Analysis &Document::analyse(const FileSettings &settings, Workers &workers) {
  if (!known)
    known = std::make_unique<Analysis>(contents, pathOf(file).str(), settings, workers, &cache);
  return *known;
}
