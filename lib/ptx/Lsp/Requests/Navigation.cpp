// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Navigation.h"

#include "ptx/Lsp/Requests/NamePlaces.h"

using namespace ptx;
using namespace ptx::lsp;
using HighlightKind = DocumentHighlight::Kind;

namespace {

/// An occurrence of the name in the document.
struct Place {
  SourceRange range;
  DocumentHighlight::Kind kind;
  /// Whether it is the definition of a function.
  bool isDefinition = false;
};

} // namespace

/// Whether the declaration at `offset` is the definition of a function.
static bool isDefinition(const PtxPiece &code, uint32_t offset) {
  const SyntaxUnit &top = code.module().module->top();
  for (const Function &function : top.functions())
    if (top.range(function.name).begin == offset)
      return function.hasBody();
  return false;
}

/// The occurrences of a constant operand of an `asm` statement, which has no register, starting
/// with the operand itself.
static std::vector<Place> placesOf(const PtxPiece &code, const Fragment::OperandPlace &operand) {
  std::vector<Place> places{
      {operand.statement->operands[operand.index].range, HighlightKind::Text}};
  const TokenList &tokens = code.module().module->top().tokens();
  for (uint32_t i = 0; i + 1 < tokens.size(); ++i)
    if (std::optional<Fragment::OperandPlace> other = code.operandAt(tokens.range(i));
        other && other->statement == operand.statement && other->index == operand.index)
      places.push_back({code.sourceOf(tokens.range(i)), HighlightKind::Read});
  return places;
}

/// All occurrences of the name at `position`, its declarations first.
static std::vector<Place> placesAt(const Document &document, Position position) {
  uint32_t offset = document.positions().offset(position);
  const PtxPiece *code = document.analysis()->codeAt(offset);
  if (!code)
    return {};
  uint32_t place = *code->placeOf(offset);
  const Occurrence *here = code->index().at(place);
  if (!here) {
    TreePlace at = placeAt(code->units(), place);
    std::optional<Fragment::OperandPlace> operand =
        at.token ? code->operandAt(at.unit->range(*at.token)) : std::nullopt;
    return operand ? placesOf(*code, *operand) : std::vector<Place>();
  }
  std::vector<Place> places;
  for (const NamePlace &found : placesOf(*document.analysis(), *code, here->name)) {
    const Occurrence &o = *found.occurrence;
    HighlightKind kind = o.isDeclaration ? HighlightKind::Text
                         : o.isWritten   ? HighlightKind::Write
                                         : HighlightKind::Read;
    places.push_back(
        {found.range, kind, o.isDeclaration && isDefinition(*found.code, o.range.begin)});
  }
  return places;
}

std::vector<lsp::Location> lsp::definitions(const Document &document, Position position) {
  std::vector<lsp::Location> result;
  for (const Place &place : placesAt(document, position))
    if (place.kind == HighlightKind::Text)
      result.insert(place.isDefinition ? result.begin() : result.end(),
                    {document.uri(), document.rangeOf(place.range)});
  return result;
}

std::vector<lsp::Location> lsp::references(const Document &document, Position position,
                                           bool withDeclarations) {
  std::vector<lsp::Location> result;
  for (const Place &place : placesAt(document, position))
    if (withDeclarations || place.kind != HighlightKind::Text)
      result.push_back({document.uri(), document.rangeOf(place.range)});
  return result;
}

std::vector<DocumentHighlight> lsp::highlights(const Document &document, Position position) {
  std::vector<DocumentHighlight> result;
  for (const Place &place : placesAt(document, position))
    result.push_back({document.rangeOf(place.range), place.kind});
  return result;
}
