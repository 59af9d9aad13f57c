// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Navigation.h"

using namespace ptx;
using namespace ptx::lsp;

/// All occurrences of the name at `position`.
static std::vector<const Occurrence *> namesAt(const Document &document, Position position) {
  const Index *index = document.analysis()->index();
  if (!index)
    return {};
  const Occurrence *here = index->at(document.positions().offset(position));
  return here ? index->of(here->name) : std::vector<const Occurrence *>();
}

static llvm::lsp::Location locationOf(const Document &document, const Occurrence &o) {
  return {document.uri(), document.rangeOf(o.range)};
}

/// Whether the declaration at `offset` is that of a function with a body.
static bool isDefinition(const Document &document, uint32_t offset) {
  const SyntaxUnit &top = document.analysis()->module()->module->top();
  for (const Function &function : top.functions())
    if (top.range(function.name).begin == offset)
      return function.hasBody();
  return false;
}

std::vector<llvm::lsp::Location> lsp::definitions(const Document &document, Position position) {
  std::vector<llvm::lsp::Location> result;
  for (const Occurrence *o : namesAt(document, position)) {
    if (!o->isDeclaration)
      continue;
    bool isFirst = isDefinition(document, o->range.begin);
    result.insert(isFirst ? result.begin() : result.end(), locationOf(document, *o));
  }
  return result;
}

std::vector<llvm::lsp::Location> lsp::references(const Document &document, Position position,
                                                 bool withDeclarations) {
  std::vector<llvm::lsp::Location> result;
  for (const Occurrence *o : namesAt(document, position))
    if (withDeclarations || !o->isDeclaration)
      result.push_back(locationOf(document, *o));
  return result;
}

std::vector<DocumentHighlight> lsp::highlights(const Document &document, Position position) {
  std::vector<DocumentHighlight> result;
  for (const Occurrence *o : namesAt(document, position)) {
    auto kind = o->isDeclaration ? DocumentHighlight::Kind::Text
                : o->isWritten   ? DocumentHighlight::Kind::Write
                                 : DocumentHighlight::Kind::Read;
    result.push_back({document.rangeOf(o->range), kind});
  }
  return result;
}
