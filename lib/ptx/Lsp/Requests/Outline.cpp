// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Requests/Outline.h"

#include "ptx/Sema/Names/SymbolWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

//===-- Symbols -------------------------------------------------------------------------------===//

static llvm::lsp::SymbolKind kindOf(const Symbol &symbol) {
  using Kind = llvm::lsp::SymbolKind;
  if (symbol.isFunction())
    return Kind::Function;
  if (symbol.kind != SymbolKind::Variable)
    return Kind::Key; // labels
  return symbol.isMemory() && symbol.array ? Kind::Array : Kind::Variable;
}

static DocumentSymbol symbolOf(const Document &document, const Symbol &symbol) {
  std::string name = symbol.name.str();
  if (symbol.numbered)
    name += "<" + std::to_string(symbol.count) + ">";
  DocumentSymbol result(name, kindOf(symbol), document.rangeOf(symbol.range),
                        document.rangeOf(symbol.range));
  if (symbol.isRegister())
    result.detail = ".reg " + declaredText(symbol);
  else if (symbol.kind == SymbolKind::Variable)
    result.detail = declaredText(symbol);
  return result;
}

static DocumentSymbol functionOf(const Document &document, const UnitView &body,
                                 const SyntaxUnit &top, const Function &function) {
  DocumentSymbol result(top.text(function.name), llvm::lsp::SymbolKind::Function,
                        document.rangeOf(top.range(function.first, function.last)),
                        document.rangeOf(top.range(function.name)));
  result.detail = top.text(function.keyword).str();
  if (body.checked)
    for (const Symbol &symbol : body.checked->scope.symbols().all())
      result.children.push_back(symbolOf(document, symbol));
  return result;
}

std::vector<DocumentSymbol> lsp::documentSymbols(const Document &document) {
  std::vector<DocumentSymbol> result;
  const PtxPiece *code = document.analysis()->module();
  if (!code)
    return result;
  const SyntaxUnit &top = code->module().module->top();
  std::vector<UnitView> units = code->units().all();
  llvm::ArrayRef<Symbol> variables = code->module().sema->tables->symbols.all();
  // Both are in source order.
  auto addVariables = [&](uint32_t before) {
    for (; !variables.empty() && variables.front().range.begin < before;
         variables = variables.drop_front())
      if (!variables.front().isFunction())
        result.push_back(symbolOf(document, variables.front()));
  };
  for (const Function &function : top.functions()) {
    if (top.tokens().kind(function.keyword.index) == TokenKind::CallPrototype)
      continue;
    addVariables(top.range(function.first).begin);
    auto body =
        llvm::find_if(units, [&](const UnitView &unit) { return unit.function == &function; });
    result.push_back(functionOf(document, body == units.end() ? UnitView() : *body, top, function));
  }
  addVariables(~0u);
  return result;
}

/// Whether `name` contains the letters of `query` in order.
static bool fits(StringRef name, StringRef query) {
  for (char c : name)
    if (!query.empty() && llvm::toLower(c) == llvm::toLower(query.front()))
      query = query.drop_front();
  return query.empty();
}

static void flatten(const Document &document, llvm::ArrayRef<DocumentSymbol> symbols,
                    StringRef container, StringRef query, std::vector<SymbolInformation> &out) {
  for (const DocumentSymbol &symbol : symbols) {
    if (fits(symbol.name, query))
      out.push_back({symbol.name, symbol.kind, {document.uri(), symbol.range}, container.str()});
    flatten(document, symbol.children, symbol.name, query, out);
  }
}

std::vector<SymbolInformation> lsp::symbolList(const Document &document, StringRef query) {
  std::vector<SymbolInformation> result;
  flatten(document, documentSymbols(document), "", query, result);
  return result;
}

//===-- Folding -------------------------------------------------------------------------------===//

/// Adds a fold from the line after `begin` to the line of `end`. The last line stays visible if it
/// only closes.
static void addFold(const Document &document, uint32_t begin, uint32_t end, bool closes,
                    StringRef kind, std::vector<FoldingRange> &folds) {
  const LineTable &lines = document.positions().lineTable();
  uint32_t first = lines.lineOf(begin), last = lines.lineOf(end);
  if (closes && last != 0)
    --last;
  if (first < last)
    folds.push_back({first, last, kind.str()});
}

/// Adds the runs of lines that contain only comments.
static void addComments(const Document &document, std::vector<FoldingRange> &folds) {
  const PositionMap &map = document.positions();
  uint32_t count = map.lineTable().count(), first = count;
  for (uint32_t line = 0; line <= count; ++line) {
    bool isComment = false;
    if (line != count) {
      SourceRange range = map.line(line);
      isComment = document.text().slice(range.begin, range.end).ltrim().starts_with("//");
    }
    if (isComment && first == count)
      first = line;
    if (isComment || first == count)
      continue;
    if (line - first > 1)
      folds.push_back({first, line - 1, "comment"});
    first = count;
  }
}

static void addUnit(const Document &document, const SyntaxUnit &unit,
                    std::vector<FoldingRange> &folds) {
  std::optional<uint32_t> section;
  for (const Stmt &stmt : unit.statements()) {
    if (stmt.kind == StmtKind::Block) {
      const Block &block = unit[BlockId{stmt.index}];
      if (block.close)
        addFold(document, unit.range(block.open).begin, unit.range(block.close).begin, true, "",
                folds);
    }
    if (stmt.kind != StmtKind::Directive)
      continue;
    const Directive &directive = unit[DirectiveId{stmt.index}];
    if (directive.kind == DirectiveKind::Section)
      section = unit.range(directive.first).begin;
    if (directive.kind == DirectiveKind::SectionEnd && section)
      addFold(document, *std::exchange(section, std::nullopt), unit.range(directive.last).begin,
              true, "", folds);
  }
}

std::vector<FoldingRange> lsp::foldingRanges(const Document &document) {
  std::vector<FoldingRange> folds;
  const PtxPiece *code = document.analysis()->module();
  if (!code)
    return folds;
  const SyntaxUnit &top = code->module().module->top();
  for (const Function &function : top.functions())
    if (function.hasBody() && function.close)
      addFold(document, top.range(function.open).begin, top.range(function.close).begin, true, "",
              folds);
  for (const UnitView &unit : code->units().all())
    addUnit(document, *unit.unit, folds);
  addComments(document, folds);
  llvm::sort(folds, [](const FoldingRange &a, const FoldingRange &b) {
    return std::tie(a.startLine, b.endLine) < std::tie(b.startLine, a.endLine);
  });
  return folds;
}
