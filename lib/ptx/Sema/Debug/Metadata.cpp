// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `.metadata_section`, by what `ptxas` 13.5 accepts: the manual does not have it.

#include "ptx/Sema/Debug/Metadata.h"

#include "ptx/Diagnostics/DirectiveRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Sema/Declarations/DeclarationCheck.h"
#include "ptx/Syntax/Lex/GrammarWords.h"
#include "ptx/Syntax/Tree/Literals.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

using namespace ptx;
using llvm::StringRef;

/// Calls `visit` with each directive of the module that is a `.metadata_section`.
template <class Visitor> static void forEachSection(const SyntaxUnit &top, Visitor visit) {
  for (const Directive &directive : top.directives())
    if (directive.kind == DirectiveKind::MetadataSection)
      visit(directive);
}

/// The string at `token` without its quotes, and its location.
static StringRef contentOf(const SyntaxUnit &top, TokenId token) {
  return top.text(token).drop_front().drop_back();
}

static SourceRange contentRange(const SyntaxUnit &top, TokenId token) {
  SourceRange range = top.range(token);
  return {range.begin + 1, range.end - 1};
}

/// The number at `token`; a number that does not fit 32 bits is a separate error.
static uint32_t numberAt(const SyntaxUnit &top, TokenId token) {
  constexpr uint32_t warpSize = 32;
  return top.tokens().kind(token.index) == TokenKind::WarpSize
             ? warpSize
             : static_cast<uint32_t>(parseInteger(top.text(token)).value);
}

/// The location of an existing list with the number that a mark without a label would use in
/// `section`, if there is one.
static std::optional<SourceRange> takenNumber(const SyntaxUnit &top, const Directive &section) {
  llvm::SmallVector<TokenId> numbers;
  for (uint32_t i = section.first.index; i < section.last.index; ++i)
    if (top.tokens().kind(i) == TokenKind::Metadata)
      numbers.push_back({i + 1});
  for (TokenId number : numbers)
    if (numberAt(top, number) == numbers.size() + 1)
      return top.range(number);
  return std::nullopt;
}

std::optional<MetadataSection> ptx::metadataSectionOf(const SyntaxUnit &top) {
  std::optional<MetadataSection> first;
  forEachSection(top, [&](const Directive &section) {
    constexpr uint32_t afterBrace = 2;
    if (!first)
      first = {top.range(section.keyword),
               top.tokens().kind(section.first.index + afterBrace) == TokenKind::MetadataDomain,
               takenNumber(top, section)};
  });
  return first;
}

void ptx::declareMetadataLabels(const SyntaxUnit &top, SymbolTable &symbols) {
  forEachSection(top, [&](const Directive &section) {
    for (uint32_t i = section.first.index; i < section.last.index; ++i) {
      TokenId name{i + 1};
      if (top.tokens().kind(i) != TokenKind::MetadataLabel || symbols.find(contentOf(top, name)))
        continue;
      symbols.declare({.name = contentOf(top, name),
                       .range = contentRange(top, name),
                       .kind = SymbolKind::MetadataLabel,
                       .unit = &top});
    }
  });
}

namespace {

/// Checks the parts of one section.
class MetadataChecker {
public:
  MetadataChecker(const SyntaxUnit &top, GateReport &gates, DiagnosticList &diagnostics)
      : top(top), gates(gates), diagnostics(diagnostics) {}

  void check(const Directive &section);

private:
  void domain(TokenId number);
  void node(TokenId number);
  void index(TokenId number);
  void label(TokenId name);
  void type(TokenId word);

  const SyntaxUnit &top;
  GateReport &gates;
  DiagnosticList &diagnostics;
  llvm::DenseMap<uint64_t, SourceRange> nodes; // 32-bit keys, so never a reserved key of the map
  llvm::StringMap<SourceRange> labels;
  /// The list that is being read: its elements cannot refer to it.
  std::optional<std::pair<uint64_t, SourceRange>> open;
};

} // namespace

void MetadataChecker::check(const Directive &section) {
  for (uint32_t i = section.first.index; i < section.last.index; ++i) {
    TokenKind kind = top.tokens().kind(i);
    TokenId next{i + 1};
    if (const DirectiveInfo *known = directiveOf(kind))
      gates.use(known->feature, top.range(TokenId{i}));
    if (kind == TokenKind::MetadataDomain)
      domain(next);
    else if (kind == TokenKind::Metadata)
      node(next);
    else if (kind == TokenKind::MetadataIndex)
      index(next);
    else if (kind == TokenKind::MetadataLabel)
      label(next);
    else if (kind == TokenKind::Modifier)
      type({i});
    else if (kind == TokenKind::RBrace && open)
      nodes.insert(*std::exchange(open, std::nullopt));
  }
}

void MetadataChecker::domain(TokenId number) {
  constexpr uint32_t traces = 1;
  if (uint32_t value = numberAt(top, number); value != traces)
    diagnostics.emit(diag::MetadataDomain{.range = top.range(number), .value = value});
}

void MetadataChecker::node(TokenId number) {
  uint32_t value = numberAt(top, number);
  SourceRange range = top.range(number);
  open.emplace(value, range);
  if (auto first = nodes.find(value); first != nodes.end())
    diagnostics.emit(diag::DuplicateMetadata{.range = range, .index = value})
        .note(first->second, "it is given first here");
}

void MetadataChecker::index(TokenId number) {
  if (uint32_t value = numberAt(top, number); !nodes.contains(value))
    diagnostics.emit(diag::UnknownMetadata{.range = top.range(number), .index = value});
}

void MetadataChecker::label(TokenId name) {
  SourceRange range = contentRange(top, name);
  StringRef text = contentOf(top, name);
  if (!knows(gates.platform().release(), PtxasChange::LabelsInMetadata))
    diagnostics.emit(
        diag::SyntaxError{.range = top.range(TokenId{name.index - 1}),
                          .expected = "a value",
                          .where = "",
                          .found = "`.metadata_label`, which `ptxas` reads since CUDA 13.4"});
  auto [first, isNew] = labels.try_emplace(text, range);
  if (!isNew)
    diagnostics.emit(diag::DuplicateMetadataLabel{.range = range, .name = text})
        .note(first->second, "it is given first here");
}

void MetadataChecker::type(TokenId word) {
  StringRef text = top.text(word);
  std::optional<TypeId> type = findType(text.drop_front());
  if (!type || !isWordOfDeclarations(*type))
    diagnostics.emit(diag::MetadataType{.range = top.range(word), .type = text});
}

void ptx::checkMetadataSections(const SyntaxUnit &top, GateReport &gates,
                                DiagnosticList &diagnostics) {
  std::optional<SourceRange> first;
  forEachSection(top, [&](const Directive &section) {
    SourceRange range = top.range(section.keyword);
    if (!first)
      first = range;
    else if (knows(gates.platform().release(), PtxasChange::OneMetadataSection))
      diagnostics.emit(diag::RepeatedMetadataSection{.range = range})
          .note(*first, "the first one is here");
    MetadataChecker(top, gates, diagnostics).check(section);
  });
}
