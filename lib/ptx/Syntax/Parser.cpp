// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parser.h"

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Syntax/Encoding.h"
#include "ptx/Syntax/LeanParser.h"
#include "ptx/Syntax/Lexer.h"
#include "ptx/Syntax/ModuleScanner.h"
#include "ptx/Syntax/PtxParser.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>
#include <utility>

using namespace ptx;
using llvm::StringRef;

// The generated parser calls the lean base class, nothing of the run time's.
template <class Member> struct ClassOf;
template <class R, class C, class... A> struct ClassOf<R (C::*)(A...)> { using Type = C; };
namespace {
struct Proof : PtxParser {
  using PtxParser::PtxParser;
  static constexpr bool lean =
      std::is_same_v<ClassOf<decltype(&Proof::match)>::Type, LeanParser> &&
      std::is_same_v<ClassOf<decltype(&Proof::consume)>::Type, LeanParser> &&
      std::is_same_v<ClassOf<decltype(&Proof::exitRule)>::Type, LeanParser> &&
      std::is_same_v<ClassOf<decltype(&Proof::enterRule<PtxParser::ModuleContext>)>::Type,
                     LeanParser> &&
      std::is_same_v<ClassOf<decltype(&Proof::enterOuterAlt<PtxParser::ModuleContext>)>::Type,
                     LeanParser>;
};
} // namespace
static_assert(Proof::lean);
static_assert(!std::is_base_of_v<antlr4::Parser, PtxParser>);
static_assert(!std::is_base_of_v<antlr4::RuleContext, PtxParser::ModuleContext>);

// The numbers of tokens and rules are those of the generated parser.
#define PTX_TOKEN(name, number) static_assert(PtxParser::name == number);
#include "ptx/Syntax/TokenKinds.inc"
#define PTX_RULE(name, number) static_assert(PtxParser::Rule##name == number);
#include "ptx/Syntax/RuleKinds.inc"

namespace {

/// Parses units one after another, with words and diagnostics of its own.
class UnitParser {
public:
  explicit UnitParser(StringRef source) : source(source), builder(words, diagnostics) {}

  SyntaxUnit parseModule(llvm::SmallVector<Token, 0> tokens) {
    return parse(std::move(tokens), false, true, &PtxParser::module);
  }
  SyntaxUnit parseFragment(SourceRange range) {
    return parse(tokensOf(range), false, true, &PtxParser::fragmentModule);
  }
  SyntaxUnit parseBody(const ModuleSplit::Body &body) {
    return parse(tokensOf(body.range), true, body.closed, &PtxParser::fragmentModule);
  }

  /// Whether a function seems to start inside the body parsed last.
  bool sawFunctionInside() const { return parser.sawFunctionInside(); }
  bool sawEndOfBody() const { return parser.sawEndOfBody(); }

  /// The mnemonics and modifiers of all units so far, and what is wrong with them. Others may be
  /// put in their places between two units.
  WordTable words;
  DiagnosticList diagnostics;

private:
  llvm::SmallVector<Token, 0> tokensOf(SourceRange range) {
    llvm::SmallVector<Token, 0> tokens = builder.tokenBuffer();
    tokens.clear();
    tokenize(source, range, tokens);
    tokens.push_back(Token(TokenKind::EndOfFile, range.end, 0));
    return tokens;
  }

  template <class Result>
  SyntaxUnit parse(llvm::SmallVector<Token, 0> tokens, bool isBody, bool bodyClosed,
                   Result (PtxParser::*entryPoint)()) {
    builder.begin(source, std::move(tokens));
    parser.start(builder.tokenList(), builder, diagnostics, isBody, bodyClosed);
    (parser.*entryPoint)();
    return builder.finish();
  }

  StringRef source;
  AstBuilder builder;
  PtxParser parser{nullptr};
};

/// Some bodies in a row, and what their parsing left.
struct Chunk {
  explicit Chunk(size_t first) : first(first), last(first) {}

  size_t first;
  size_t last;
  std::optional<WordTable> words;
  DiagnosticList diagnostics;
  bool functionInBody = false;
};

} // namespace

namespace ptx {

/// Parses one source buffer, unit by unit.
class ModuleParser {
public:
  ModuleParser(Module &module, Workers &workers, DiagnosticList &diagnostics)
      : module(module), workers(workers), diagnostics(diagnostics) {}

  /// Returns false if a function seems to start inside of a body, so that `scan` has to be the
  /// other one.
  bool run(SourceKind kind, BodyScan scan) {
    StringRef text = module.source().text();
    bool isText = false;
    ModuleSplit split;
    workers.forEach(kind == SourceKind::Fragment ? 1 : 2, [&](size_t task, unsigned) {
      if (task == 0)
        isText = checkEncoding(text, diagnostics);
      else
        split = splitModule(text, scan);
    });
    if (!isText) {
      module.complete = false;
      return true;
    }
    if (kind == SourceKind::Fragment)
      parseFragment(text);
    else
      parseWhole(text, split);
    module.complete = !diagnostics.hasErrors();
    return !functionInBody;
  }

private:
  void parseFragment(StringRef text) {
    module.fragment = true;
    // On the heap: the frames of the parser are larger than a thread's stack may be.
    auto parser = std::make_unique<UnitParser>(text);
    module.topUnit = parser->parseFragment({0, static_cast<uint32_t>(text.size())});
    module.wordTable = std::move(parser->words);
    diagnostics.append(std::move(parser->diagnostics));
  }

  void parseWhole(StringRef text, ModuleSplit &split) {
    {
      auto parser = std::make_unique<UnitParser>(text);
      module.topUnit = parser->parseModule(std::move(split.tokens));
      module.wordTable = std::move(parser->words);
      diagnostics.append(std::move(parser->diagnostics));
    }
    nameBodies(split);
    module.bodyUnits.resize(split.bodies.size());
    std::vector<Chunk> chunks = chunksOf(split);
    // On the heap, as above. Each worker makes its own, so that what it grows is its own memory.
    std::vector<std::unique_ptr<UnitParser>> parsers(workers.count());
    workers.forEach(chunks.size(), [&](size_t i, unsigned worker) {
      if (!parsers[worker])
        parsers[worker] = std::make_unique<UnitParser>(text);
      parseChunk(split, *parsers[worker], chunks[i]);
    });
    adoptWords(chunks);
    for (Chunk &chunk : chunks) {
      diagnostics.append(std::move(chunk.diagnostics));
      functionInBody |= chunk.functionInBody;
    }
  }

  /// One worker needs one chunk. Several share chunks that are large enough to be worth a table of
  /// words each, and so many that no worker waits long for the others at the end.
  std::vector<Chunk> chunksOf(const ModuleSplit &split) const {
    constexpr size_t leastBytes = 16 << 10, chunksOfEach = 16;
    size_t chunkBytes =
        std::max(leastBytes, module.source().text().size() / (workers.count() * chunksOfEach));
    std::vector<Chunk> chunks;
    size_t bytes = 0;
    for (size_t i = 0; i != split.bodies.size(); ++i) {
      if (chunks.empty() || (workers.count() > 1 && bytes >= chunkBytes)) {
        chunks.emplace_back(i);
        bytes = 0;
      }
      chunks.back().last = i + 1;
      bytes += split.bodies[i].range.size();
    }
    return chunks;
  }

  void parseChunk(const ModuleSplit &split, UnitParser &parser, Chunk &chunk) {
    for (size_t i = chunk.first; i != chunk.last; ++i) {
      parser.diagnostics.setEntry(bodyNames[i].isEntry ? bodyNames[i].name : "");
      module.bodyUnits[i] = parser.parseBody(split.bodies[i]);
      chunk.functionInBody |= parser.sawFunctionInside();
      if (!parser.sawEndOfBody())
        reportUnclosed(split.bodies[i], i, parser.diagnostics);
    }
    chunk.words = std::exchange(parser.words, WordTable());
    chunk.diagnostics = std::exchange(parser.diagnostics, DiagnosticList());
  }

  /// Gives the words of all chunks the numbers that they would have if one table had served them.
  void adoptWords(std::vector<Chunk> &chunks) {
    if (chunks.size() == 1 && module.wordTable.size() == 0) {
      module.wordTable = std::move(*chunks.front().words);
      return;
    }
    std::vector<std::vector<WordId>> numbers(chunks.size());
    for (auto [i, chunk] : llvm::enumerate(chunks))
      for (uint32_t word = 0; word != chunk.words->size(); ++word)
        numbers[i].push_back(module.wordTable.intern(chunk.words->text(static_cast<WordId>(word))));
    // Nothing is added from here on: the table is full if a word of a chunk had no room.
    workers.forEach(chunks.size(), [&](size_t i, unsigned) {
      for (size_t body = chunks[i].first; body != chunks[i].last; ++body)
        AstBuilder::renumberWords(module.bodyUnits[body], numbers[i], module.wordTable);
    });
  }

  /// Tells each function which unit its body is. A body whose header was not understood belongs to
  /// none.
  void nameBodies(const ModuleSplit &split) {
    bodyNames.resize(split.bodies.size());
    SyntaxUnit &top = module.topUnit;
    size_t next = 0;
    for (uint32_t i = 0; i != top.functions().size(); ++i) {
      const Function &function = top.functions()[i];
      if (!function.hasBody())
        continue;
      while (next != split.bodies.size() && split.bodies[next].openToken < function.open.index)
        ++next;
      if (next == split.bodies.size() || split.bodies[next].openToken != function.open.index)
        continue;
      AstBuilder::setBody(top, {i}, static_cast<uint32_t>(next));
      if (function.name)
        bodyNames[next] = {top.text(function.name), top.isEntry(function)};
    }
  }

  void reportUnclosed(const ModuleSplit::Body &body, size_t index, DiagnosticList &found) const {
    // Where the text runs into an open comment or string, that has been said.
    const TokenList &inside = module.bodyUnits[index].tokens();
    TokenKind last = inside.size() > 1 ? inside.kind(inside.size() - 2) : TokenKind::EndOfFile;
    if (last == TokenKind::UnterminatedComment || last == TokenKind::UnterminatedString)
      return;
    const TokenList &top = module.topUnit.tokens();
    StringRef name = bodyNames[index].name.take_front(60);
    std::string what = name.empty() ? "the body" : ("the body of `" + name + "`").str();
    found.emit(diag::UnbalancedBrace{.range = top.range(body.openToken + 1), .what = what})
        .note(top.range(body.openToken), "to match this `{`");
  }

  Module &module;
  Workers &workers;
  DiagnosticList &diagnostics;
  bool functionInBody = false;
  struct BodyName {
    StringRef name;
    bool isEntry = false;
  };
  std::vector<BodyName> bodyNames;
};

} // namespace ptx

std::unique_ptr<Module> ptx::parseModule(const SourceBuffer &source, DiagnosticList &diagnostics,
                                         SourceKind kind, Workers *workers) {
  Workers none(1);
  auto parse = [&](BodyScan scan, std::unique_ptr<Module> &module, DiagnosticList &found) {
    module = std::make_unique<Module>(source);
    return ModuleParser(*module, workers ? *workers : none, found).run(kind, scan);
  };
  std::unique_ptr<Module> module;
  DiagnosticList found;
  if (!parse(BodyScan::Braces, module, found)) {
    // A brace too few in one function and one too many in another: the braces match, and the
    // functions between them look like parts of a body.
    found = DiagnosticList();
    parse(BodyScan::BracesAndFunctions, module, found);
  }
  diagnostics.append(std::move(found));
  return module;
}
