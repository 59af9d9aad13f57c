// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parse/Parser.h"

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Support/InOrder.h"
#include "ptx/Syntax/Lex/Encoding.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Syntax/Parse/ModuleOutline.h"
#include "ptx/Syntax/PtxParser.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <utility>

using namespace ptx;
using llvm::StringRef;

namespace ptx {

/// Parses units one after another, with its own words and diagnostics.
class UnitParser {
public:
  explicit UnitParser(StringRef source, UnitStorage storage)
      : source(source), storage(storage), builder(*words, diagnostics) {}

  SyntaxUnit parseModule(llvm::SmallVector<Token, 0> tokens) {
    return parse(std::move(tokens), false, true, &PtxParser::module);
  }
  SyntaxUnit parseFragment(SourceRange range) {
    return parse(tokensOf(range), false, true, &PtxParser::fragmentModule);
  }
  SyntaxUnit parseBody(const ModuleSplit::Body &body) {
    return parse(tokensOf(body.range), true, body.closed, &PtxParser::fragmentModule);
  }

  bool sawEndOfBody() const { return parser.sawEndOfBody(); }

  /// The mnemonics and modifiers of all units so far, to which the trees refer.
  std::unique_ptr<WordTable> words = std::make_unique<WordTable>();
  /// The errors of the last parsed unit; take them before parsing the next one.
  DiagnosticList diagnostics;

private:
  llvm::SmallVector<Token, 0> tokensOf(SourceRange range) {
    llvm::SmallVector<Token, 0> tokens = builder.tokenBuffer();
    tokens.clear();
    tokenize(source, range, tokens);
    tokens.push_back(Token(TokenKind::EndOfFile, range.end, 0));
    return tokens;
  }

  SyntaxUnit parse(llvm::SmallVector<Token, 0> tokens, bool isBody, bool bodyClosed,
                   void (PtxParser::*entryPoint)()) {
    builder.begin(source, std::move(tokens));
    parser.start(builder.tokenList(), builder, diagnostics, isBody, bodyClosed);
    (parser.*entryPoint)();
    SyntaxUnit unit = builder.finish(storage);
    unit.complete = !diagnostics.hasErrors();
    for (LeanParser::TokenSpan span : parser.skipped())
      unit.lose(span.first, span.end);
    if (unit.lost)
      unit.lost->sort();
    return unit;
  }

  StringRef source;
  UnitStorage storage;
  AstBuilder builder;
  PtxParser parser;
};

} // namespace ptx

//===-- The module outside of its bodies -----------------------------------------------------===//

ModuleOutline::ModuleOutline(Module &module, SourceKind kind, Workers &workers,
                             DiagnosticList &diagnostics)
    : tree(module) {
  StringRef text = tree.source().text();
  bool isText = false;
  ModuleSplit split;
  workers.forBytes(text.size())
      .forEach(kind == SourceKind::Fragment ? 1 : 2, [&](size_t task, unsigned) {
        if (task == 0)
          isText = checkEncoding(tree.source(), diagnostics);
        else
          split = findBodies(text);
      });
  if (!isText) {
    keep(std::make_unique<WordTable>());
    tree.topUnit.table = tree.wordTables.back().get();
    tree.complete = tree.topUnit.complete = false;
    return;
  }
  tree.fragment = kind == SourceKind::Fragment;
  parse(std::move(split), diagnostics);
  tree.complete = !diagnostics.hasErrors();
}

/// Builds the tree of the text outside of bodies.
void ModuleOutline::parse(ModuleSplit split, DiagnosticList &diagnostics) {
  bodies = std::move(split.bodies);
  StringRef text = tree.source().text();
  // On the heap: the frames of the parser are larger than a thread's stack may be.
  auto parser = std::make_unique<UnitParser>(text, UnitStorage::Owned);
  tree.topUnit = tree.fragment ? parser->parseFragment({0, static_cast<uint32_t>(text.size())})
                               : parser->parseModule(std::move(split.tokens));
  keep(std::move(parser->words));
  numberBodies();
  diagnostics.append(std::move(parser->diagnostics));
}

/// Sets the body of each function. A body whose header could not be parsed belongs to none.
void ModuleOutline::numberBodies() {
  functions.assign(bodies.size(), {});
  SyntaxUnit &top = tree.topUnit;
  size_t next = 0;
  for (uint32_t i = 0; i != top.functions().size(); ++i) {
    const Function &function = top.functions()[i];
    if (!function.hasBody())
      continue;
    while (next != bodies.size() && bodies[next].openToken < function.open.index)
      ++next;
    if (next == bodies.size() || bodies[next].openToken != function.open.index)
      continue;
    AstBuilder::setBody(top, {i}, static_cast<uint32_t>(next));
    functions[next] = {i};
  }
}

//===-- Bodies --------------------------------------------------------------------------------===//

BodyReader::BodyReader(const ModuleOutline &outline, UnitStorage storage)
    : outline(outline),
      // On the heap for the same reason. Each thread creates its own parser, so that allocations
      // are local.
      parser(std::make_unique<UnitParser>(outline.module().source().text(), storage)) {}

BodyReader::~BodyReader() = default;

SyntaxUnit BodyReader::read(size_t index, DiagnosticList &diagnostics) {
  const Function *function = outline.functionOf(index);
  const SyntaxUnit &top = outline.module().top();
  parser->diagnostics.setEntry(function ? top.entryName(*function) : "");
  currentHeader.reset();
  if (function)
    currentHeader.emplace(top, *function);
  SyntaxUnit body = parser->parseBody(outline.body(index));
  if (!parser->sawEndOfBody())
    reportUnclosed(index, body);
  if (!parser->diagnostics.empty())
    diagnostics.append(std::exchange(parser->diagnostics, DiagnosticList()));
  return body;
}

void BodyReader::reportUnclosed(size_t index, SyntaxUnit &body) {
  SyntaxUnit::Lost &lost = body.loss();
  lost.braces = 0;
  lost.anyName = true;
  // An unterminated comment or string in the body was already reported, and may contain the brace.
  const TokenList &inside = body.tokens();
  for (uint32_t i = 0; i != inside.size(); ++i)
    if (inside.kind(i) == TokenKind::UnterminatedComment ||
        inside.kind(i) == TokenKind::UnterminatedString)
      return;
  const SyntaxUnit &top = outline.module().top();
  const Function *function = outline.functionOf(index);
  StringRef name = function && function->name ? top.text(function->name).take_front(60) : "";
  std::string what = name.empty() ? "the body" : ("the body of `" + name + "`").str();
  uint32_t open = outline.body(index).openToken;
  // Another error may have consumed the brace, or may be about a surplus brace.
  bool isOnlyError = !parser->diagnostics.hasErrors();
  Diagnostic &d =
      parser->diagnostics
          .emit(diag::UnbalancedBrace{.range = top.tokens().range(open + 1), .what = what})
          .note(top.tokens().range(open), "to match this `{`");
  StringRef text = outline.module().source().text();
  auto end = static_cast<uint32_t>(text.size());
  if (index + 1 == outline.bodyCount() && inside.buffer().end() == text.end())
    d.fix({end, end}, text.ends_with("\n") ? "}\n" : "\n}\n", "insert `}` at the end of the file",
          isOnlyError ? Applicability::Safe : Applicability::Unsafe);
  body.complete = false;
}

const WordTable &BodyReader::words() const { return *parser->words; }

std::unique_ptr<WordTable> BodyReader::takeWords() { return std::move(parser->words); }

//===-- All of a module ----------------------------------------------------------------------===//

std::unique_ptr<Module> ptx::parseModule(const SourceBuffer &source, DiagnosticList &diagnostics,
                                         SourceKind kind, Workers *workers) {
  Workers none(1);
  Workers &all = workers ? *workers : none;
  DiagnosticList found;
  auto module = std::make_unique<Module>(source);
  ModuleOutline outline(*module, kind, all, found);
  outline.makeSlots();
  std::vector<std::unique_ptr<BodyReader>> readers(all.count());
  auto read = [&](size_t index, unsigned worker) {
    if (!readers[worker])
      readers[worker] = std::make_unique<BodyReader>(outline, UnitStorage::Owned);
    DiagnosticList ofBody;
    outline.keep(index, readers[worker]->read(index, ofBody));
    return ofBody;
  };
  bool isComplete = module->isComplete();
  makeInOrder<DiagnosticList>(all, outline.bodyCount(), read, [&](DiagnosticList ofBody) {
    isComplete &= !ofBody.hasErrors();
    found.append(std::move(ofBody));
    return true;
  });
  for (const std::unique_ptr<BodyReader> &reader : readers)
    if (reader)
      outline.keep(reader->takeWords());
  outline.setComplete(isComplete);
  diagnostics.append(std::move(found));
  return module;
}
