// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "StockParser.h"

#include "ptx/Antlr/ParseTree.h"
#include "ptx/Diagnostics/DiagIds.h"
#include "ptx/Syntax/Lex/Lexer.h"
#include "ptx/Syntax/Parse/AstBuilder.h"
#include "ptx/Syntax/Parse/Parser.h"
#include "ptx/Syntax/Tree/AstHash.h"

#include "llvm/Support/FormatVariadic.h"

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

Token convert(const antlr4::Token &token) {
  if (token.getType() == antlr4::Token::EOF)
    return Token(TokenKind::EndOfFile, static_cast<uint32_t>(token.getStartIndex()), 0);
  size_t length = token.getStopIndex() + 1 - token.getStartIndex();
  return Token(static_cast<TokenKind>(token.getType()),
               static_cast<uint32_t>(token.getStartIndex()), static_cast<uint32_t>(length));
}

/// ANTLR's tokens of a source, with that of its end.
llvm::SmallVector<Token, 0> convertAll(antlr4::CommonTokenStream &tokens) {
  tokens.fill();
  llvm::SmallVector<Token, 0> all;
  for (antlr4::Token *token : tokens.getTokens())
    all.push_back(convert(*token));
  return all;
}

/// One step of the parser. `token` is the token taken, or the next one.
struct Event {
  enum Kind : uint8_t { Enter, Take, Leave } kind;
  Rule rule;
  uint32_t token;
};

class Recorder final : public antlr4::tree::ParseTreeListener {
public:
  explicit Recorder(antlr4::TokenStream &input) : input(input) {}

  void enterEveryRule(antlr4::ParserRuleContext *context) override {
    record(Event::Enter, context, input.index());
  }
  void exitEveryRule(antlr4::ParserRuleContext *context) override {
    record(Event::Leave, context, input.index());
  }
  void visitTerminal(antlr4::tree::TerminalNode *node) override {
    events.push_back({Event::Take, {}, static_cast<uint32_t>(node->getSymbol()->getTokenIndex())});
  }
  void visitErrorNode(antlr4::tree::ErrorNode *) override {}

  std::vector<Event> events;

private:
  void record(Event::Kind kind, antlr4::ParserRuleContext *context, size_t token) {
    events.push_back(
        {kind, static_cast<Rule>(context->getRuleIndex()), static_cast<uint32_t>(token)});
  }

  antlr4::TokenStream &input;
};

/// Drives an `AstBuilder` for one unit. Token numbers are those of the unit.
class UnitDriver {
public:
  UnitDriver(WordTable &words, DiagnosticList &diagnostics) : builder(words, diagnostics) {}

  void begin(StringRef source, llvm::SmallVector<Token, 0> tokens) {
    builder.begin(source, std::move(tokens));
  }
  SyntaxUnit finish() { return builder.finish(UnitStorage::Owned); }

  Rule innermost() const { return frames.back().rule; }

  void enter(Rule rule, uint32_t next) {
    frames.push_back({rule, builder.mark(next)});
    if (AstBuilder::actsOnEnter(rule))
      builder.enter(rule, next);
  }
  void take(uint32_t token) { builder.token(builder.tokenList().kind(token), token); }
  void leave(uint32_t next) {
    Frame frame = frames.pop_back_val();
    if (AstBuilder::actsOnLeave(frame.rule))
      builder.leave(frame.rule, frame.mark, next, innermost());
  }

private:
  struct Frame {
    Rule rule;
    AstBuilder::Mark mark;
  };

  AstBuilder builder;
  llvm::SmallVector<Frame, 64> frames{{Rule::Module, {}}};
};

/// Replays the events of a module, every function body into a unit of its own.
class Replay {
public:
  Replay(StringRef source, llvm::ArrayRef<Token> tokens, llvm::ArrayRef<Event> events)
      : source(source), tokens(tokens), events(events) {}

  std::unique_ptr<StockModule> run() {
    auto module = std::make_unique<StockModule>();
    DiagnosticList ignored;
    UnitDriver top(module->words, ignored), body(module->words, ignored);
    separate();
    top.begin(source, std::move(topTokens));
    bool inBody = false;
    uint32_t bodyStart = 0;
    uint32_t depth = 0; // of rules, inside a body
    for (const Event &event : events) {
      if (inBody && depth == 0 && event.kind == Event::Take) { // the brace that closes the body
        module->bodies.push_back(body.finish());
        inBody = false;
      }
      if (inBody)
        depth += (event.kind == Event::Enter) - (event.kind == Event::Leave);
      UnitDriver &driver = inBody ? body : top;
      uint32_t token = inBody ? event.token - bodyStart : topIndex[event.token];
      if (event.kind == Event::Enter)
        driver.enter(event.rule, token);
      else if (event.kind == Event::Leave)
        driver.leave(token);
      else
        driver.take(token);
      if (!inBody && event.kind == Event::Take && opensBody(event.token, top)) {
        inBody = true;
        bodyStart = event.token + 1;
        uint32_t end = bodyEnds[module->bodies.size()];
        llvm::SmallVector<Token, 0> bodyTokens(tokens.begin() + bodyStart, tokens.begin() + end);
        bodyTokens.push_back(Token(TokenKind::EndOfFile, tokens[end].offset(), 0));
        body.begin(source, std::move(bodyTokens));
      }
    }
    module->top = top.finish();
    nameBodies(module->top);
    return module;
  }

private:
  bool opensBody(uint32_t token, const UnitDriver &top) const {
    return top.innermost() == Rule::Body && tokens[token].kind() == TokenKind::LBrace;
  }

  /// Finds the bodies, and the tokens outside of them with their new numbers.
  void separate() {
    topIndex.resize(tokens.size() + 1);
    std::vector<bool> inside(tokens.size());
    uint32_t open = 0;
    for (const Event &event : events) {
      if (event.rule != Rule::Body || event.kind == Event::Take)
        continue;
      if (event.kind == Event::Enter) {
        open = event.token;
        continue;
      }
      bodyEnds.push_back(event.token - 1);
      std::fill(inside.begin() + open + 1, inside.begin() + event.token - 1, true);
    }
    for (uint32_t i = 0; i != tokens.size(); ++i) {
      topIndex[i] = static_cast<uint32_t>(topTokens.size());
      if (!inside[i])
        topTokens.push_back(tokens[i]);
    }
    topIndex[tokens.size()] = static_cast<uint32_t>(topTokens.size());
  }

  static void nameBodies(SyntaxUnit &top) {
    uint32_t next = 0;
    for (uint32_t i = 0; i != top.functions().size(); ++i)
      if (top.functions()[i].hasBody())
        AstBuilder::setBody(top, {i}, next++);
  }

  StringRef source;
  llvm::ArrayRef<Token> tokens;
  llvm::ArrayRef<Event> events;
  llvm::SmallVector<Token, 0> topTokens;
  std::vector<uint32_t> topIndex; ///< token of the source -> token of the top unit
  std::vector<uint32_t> bodyEnds; ///< the closing braces, in order
};

std::string describe(const Token *token) {
  if (!token)
    return "nothing";
  return llvm::formatv("{0} at {1}, {2} bytes", tokenKindName(token->kind()), token->offset(),
                       token->storedLength());
}

} // namespace

llvm::SmallVector<Token, 0> ptx::test::stockTokens(StringRef source) {
  AntlrParser stock(source);
  llvm::SmallVector<Token, 0> tokens = convertAll(stock.tokens);
  tokens.pop_back();
  return tokens;
}

std::unique_ptr<StockModule> ptx::test::parseStock(StringRef source) {
  AntlrParser stock(source);
  llvm::SmallVector<Token, 0> tokens = convertAll(stock.tokens);
  stock.parser.setErrorHandler(std::make_shared<antlr4::BailErrorStrategy>());
  stock.parser.setBuildParseTree(false);
  Recorder recorder(stock.tokens);
  stock.parser.addParseListener(&recorder);
  try {
    stock.parser.module();
  } catch (const antlr4::ParseCancellationException &) {
    return nullptr;
  }
  return Replay(source, tokens, recorder.events).run();
}

std::string ptx::test::compareWithStock(const SourceBuffer &source, StockCounts *counts) {
  StockCounts uncounted;
  StockCounts &count = counts ? *counts : uncounted;
  StringRef text = source.text();
  llvm::SmallVector<Token, 0> ours;
  tokenize(text, {0, static_cast<uint32_t>(text.size())}, ours);
  llvm::SmallVector<Token, 0> theirs = stockTokens(text);
  for (size_t i = 0; i != std::max(ours.size(), theirs.size()); ++i) {
    const Token *our = i < ours.size() ? &ours[i] : nullptr;
    const Token *their = i < theirs.size() ? &theirs[i] : nullptr;
    if (our && their && our->kind() == their->kind() && our->offset() == their->offset() &&
        our->storedLength() == their->storedLength())
      continue;
    return llvm::formatv("token {0}: the lexer finds {1}, ANTLR's {2}", i, describe(our),
                         describe(their));
  }
  count.tokens += ours.size();
  DiagnosticList diagnostics;
  std::unique_ptr<Module> lean = parseModule(source, diagnostics);
  auto reports = [&](DiagId id) {
    return llvm::any_of(diagnostics.items(), [id](const Diagnostic &d) { return d.id == id; });
  };
  // Nothing bounds the depth of ANTLR's recursion.
  if (reports(DiagId::NestingTooDeep))
    return {};
  std::unique_ptr<StockModule> stock = parseStock(text);
  if (!stock) {
    ++count.syntaxErrors;
    return lean->isComplete() ? "ANTLR's parser finds a syntax error, ours does not" : "";
  }
  if (reports(DiagId::SyntaxError))
    return "our parser finds a syntax error, ANTLR's does not";
  if (!lean->isComplete())
    return {};
  ++count.trees;
  if (hashSyntax(*lean) != hashSyntax(stock->top, stock->bodies))
    return "the tree differs from that of ANTLR's parser";
  return {};
}
