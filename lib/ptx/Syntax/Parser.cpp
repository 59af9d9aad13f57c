// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Parser.h"

#include "ptx/Syntax/Encoding.h"
#include "ptx/Syntax/LeanParser.h"
#include "ptx/Syntax/Lexer.h"
#include "ptx/Syntax/ModuleScanner.h"
#include "ptx/Syntax/PtxParser.h"

using namespace ptx;
using llvm::StringRef;

// The generated parser calls the lean base class, nothing of the run time's.
template <class Member> struct ClassOf;
template <class R, class C, class... A> struct ClassOf<R (C::*)(A...)> {
  using Type = C;
};
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

namespace ptx {

/// Parses one source buffer, unit by unit.
class ModuleParser {
public:
  ModuleParser(Module &module, DiagnosticList &diagnostics)
      : module(module), diagnostics(diagnostics), builder(module.wordTable, diagnostics) {}

  /// Returns false if a function seems to start inside of a body, so that `scan` has to be the
  /// other one.
  bool run(SourceKind kind, BodyScan scan) {
    StringRef text = module.source().text();
    if (!checkEncoding(text, diagnostics)) {
      module.complete = false;
      return true;
    }
    if (kind == SourceKind::Fragment)
      parseFragment(text);
    else
      parseWhole(text, scan);
    module.complete = !diagnostics.hasErrors();
    return !functionInBody;
  }

private:
  void parseFragment(StringRef text) {
    module.fragment = true;
    uint32_t end = static_cast<uint32_t>(text.size());
    module.topUnit =
        parseUnit(tokensOf({0, end}), [](PtxParser &parser) { parser.fragmentModule(); });
  }

  void parseWhole(StringRef text, BodyScan scan) {
    ModuleSplit split = splitModule(text, scan);
    module.topUnit = parseUnit(std::move(split.tokens), [](PtxParser &parser) { parser.module(); });
    nameBodies(split);
    module.bodyUnits.reserve(split.bodies.size());
    for (size_t i = 0; i != split.bodies.size(); ++i) {
      const ModuleSplit::Body &body = split.bodies[i];
      diagnostics.setEntry(bodyNames[i].isEntry ? bodyNames[i].name : "");
      module.bodyUnits.push_back(parseUnit(
          tokensOf(body.range), [](PtxParser &parser) { parser.fragmentModule(); }, true,
          body.closed));
      functionInBody |= parser.sawFunctionInside();
      if (!parser.sawEndOfBody())
        reportUnclosed(body, i);
    }
    diagnostics.setEntry("");
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
        bodyNames[next] = {top.text(function.name),
                           top.tokens().kind(function.keyword.index) == TokenKind::Entry};
    }
  }

  void reportUnclosed(const ModuleSplit::Body &body, size_t index) {
    // Where the text runs into an open comment or string, that has been said.
    const TokenList &inside = module.bodyUnits[index].tokens();
    TokenKind last = inside.size() > 1 ? inside.kind(inside.size() - 2) : TokenKind::EndOfFile;
    if (last == TokenKind::UnterminatedComment || last == TokenKind::UnterminatedString)
      return;
    const TokenList &top = module.topUnit.tokens();
    StringRef name = bodyNames[index].name.take_front(60);
    std::string what = name.empty() ? "the body" : ("the body of `" + name + "`").str();
    diagnostics.emit(diag::UnbalancedBrace{.range = top.range(body.openToken + 1), .what = what})
        .note(top.range(body.openToken), "to match this `{`");
  }

  llvm::SmallVector<Token, 0> tokensOf(SourceRange range) {
    llvm::SmallVector<Token, 0> tokens = builder.tokenBuffer();
    tokens.clear();
    tokenize(module.source().text(), range, tokens);
    tokens.push_back(Token(TokenKind::EndOfFile, range.end, 0));
    return tokens;
  }

  template <class EntryPoint>
  SyntaxUnit parseUnit(llvm::SmallVector<Token, 0> tokens, EntryPoint entryPoint,
                       bool isBody = false, bool bodyClosed = true) {
    builder.begin(module.source().text(), std::move(tokens));
    parser.start(builder.tokenList(), builder, diagnostics, isBody, bodyClosed);
    entryPoint(parser);
    return builder.finish();
  }

  Module &module;
  DiagnosticList &diagnostics;
  AstBuilder builder;
  PtxParser parser{nullptr};
  bool functionInBody = false;
  struct BodyName {
    StringRef name;
    bool isEntry = false;
  };
  std::vector<BodyName> bodyNames;
};

} // namespace ptx

std::unique_ptr<Module> ptx::parseModule(const SourceBuffer &source, DiagnosticList &diagnostics,
                                         SourceKind kind) {
  auto parse = [&](BodyScan scan, std::unique_ptr<Module> &module, DiagnosticList &found) {
    module = std::make_unique<Module>(source);
    // On the heap: the frames of the parser are larger than a thread's stack may be.
    auto parser = std::make_unique<ModuleParser>(*module, found);
    return parser->run(kind, scan);
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
