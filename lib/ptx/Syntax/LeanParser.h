// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The base class of the parser that ANTLR generates from grammar/PtxParser.g4. Private to
// lib/ptx/Syntax.
//
// The generated code names members of antlr4::Parser and types of the ANTLR run time. Names looked
// up in a member function are found in the base class first, so every member here takes the place
// of the run time's: inline, without contexts, parse tree, prediction or heap. The grammar is
// LL(1), so nothing else is called, and of the run time's types the names are enough.

#ifndef PTX_SYNTAX_LEANPARSER_H
#define PTX_SYNTAX_LEANPARSER_H

#include "ptx/Syntax/AstBuilder.h"

#include <cassert>
#include <cstdio>
#include <exception>
#include <iterator>
#include <vector>

// The generated parser has members of that name.
#undef EOF

namespace antlr4 {
class ParserRuleContext;
class Token;
namespace tree {
class TerminalNode;
}
} // namespace antlr4

namespace ptx {

/// Takes the place of antlr4::ParserRuleContext. No context is ever made: the generated code only
/// passes null pointers around and stores exceptions into the static member.
class LeanContext {
public:
  LeanContext(antlr4::ParserRuleContext *, size_t) {}

  struct NoException {
    void operator=(const std::exception_ptr &) const {}
    operator std::exception_ptr() const { return nullptr; }
  };
  static constexpr NoException exception{};

  antlr4::tree::TerminalNode *getToken(size_t, size_t) { return nullptr; }
  std::vector<antlr4::tree::TerminalNode *> getTokens(size_t) { return {}; }
  template <class Context> Context *getRuleContext(size_t) { return nullptr; }
  template <class Context> std::vector<Context *> getRuleContexts() { return {}; }
};

/// Parses the tokens of one unit and drives an `AstBuilder`. See `ModuleParser` for the use.
class LeanParser {
public:
  /// Prepares for the tokens of a unit. `bodyClosed` tells of a function body whether its closing
  /// brace exists; if not, the unit around it reports that.
  void start(TokenList tokens, AstBuilder &builder, DiagnosticList &diagnostics, bool isBody,
             bool bodyClosed);

  /// Whether the body parsed last has an end: its closing brace, or one inside that the scan took
  /// for that of a block.
  bool sawEndOfBody() const { return bodyClosed; }

  /// Whether a function seemed to start inside of the body parsed last.
  bool sawFunctionInside() const { return functionInside; }

  /// Rules nested deeper than this are an error. Every level of braces or parentheses takes two to
  /// four rules; a frame of the generated code is some 150 bytes of stack.
  static constexpr unsigned maxDepth = 8192;

protected:
  static constexpr size_t EOF = static_cast<size_t>(-1);

  struct RecognitionException {};
  struct NoViableAltException : RecognitionException {
    explicit NoViableAltException(LeanParser *parser) { parser->unexpected(); }
  };

  class Input {
  public:
    /// The kind of the next token as ANTLR numbers it: -1 at the end.
    size_t LA(int) const { return static_cast<size_t>(static_cast<int8_t>(next->kind())); }
    const Token *next = nullptr;
    Input *operator->() { return this; }
  };
  Input _input;

  struct Tracker {
    template <class Context> Context *createInstance(antlr4::ParserRuleContext *, size_t) {
      return nullptr;
    }
  };
  Tracker _tracker;
  antlr4::ParserRuleContext *_ctx = nullptr;

  class ErrorHandler {
  public:
    explicit ErrorHandler(LeanParser &parser) : parser(parser) {}
    ErrorHandler *operator->() { return this; }
    void sync(LeanParser *) {}
    void reportMatch(LeanParser *) {}
    void reportError(LeanParser *, const RecognitionException &) {}
    void recoverInline(LeanParser *) { parser.unexpected(); }
    template <class Exception> void recover(LeanParser *, Exception &&) {}

  private:
    LeanParser &parser;
  };
  ErrorHandler _errHandler{*this};

  void setState(size_t) {}
  size_t getState() const { return 0; }
  template <class Context> void enterOuterAlt(Context *, size_t) {}

  template <class F> struct AtExit {
    F f;
    ~AtExit() { f(); }
  };
  template <class F> AtExit<F> finally(F f) { return {f}; }

  // What becomes of the generated calls of `enterRule` and `exitRule`, by the macros below.
  template <Rule rule> [[gnu::always_inline]] void beginRule() {
    if (LLVM_UNLIKELY(depth >= maxDepth))
      tooDeep();
    assert(depth < std::size(frames));
    Frame &frame = frames[depth++];
    frame.rule = rule;
    if constexpr (AstBuilder::actsOnLeave(rule) || recovers(rule))
      frame.mark = builder->mark(position());
    if (AstBuilder::actsOnEnter(rule) && !unwinding)
      builder->enter(rule, position());
  }

  template <Rule rule> [[gnu::always_inline]] void endRule() {
    if constexpr (AstBuilder::actsOnLeave(rule) || recovers(rule)) {
      if (LLVM_UNLIKELY(unwinding))
        return endBrokenRule(rule);
    }
    --depth;
    if constexpr (AstBuilder::actsOnLeave(rule))
      builder->leave(rule, frames[depth].mark, position(), frames[depth - 1].rule);
  }

  [[gnu::always_inline]] antlr4::Token *match(size_t kind) {
    if (LLVM_UNLIKELY(_input.LA(1) != kind) && mismatch(static_cast<TokenKind>(kind)))
      return nullptr;
    if (!AstBuilder::drops(static_cast<TokenKind>(kind)))
      builder->keep(static_cast<TokenKind>(kind), position());
    if (kind != EOF)
      ++_input.next;
    return nullptr;
  }

  /// Takes a token of a set, of which none is punctuation.
  [[gnu::always_inline]] antlr4::Token *consume() {
    assert(!AstBuilder::drops(_input.next->kind()));
    builder->keep(_input.next->kind(), position());
    ++_input.next;
    return nullptr;
  }

private:
  friend class SyntaxErrors;

  struct Frame {
    AstBuilder::Mark mark;
    Rule rule;
  };

  /// Whether an error inside the rule ends there: the rule is over, and parsing goes on after it.
  static constexpr bool recovers(Rule rule) {
    return rule == Rule::Statement || rule == Rule::ModuleItem || rule == Rule::SectionLine ||
           rule == Rule::VersionDirective || rule == Rule::TargetDirective ||
           rule == Rule::AddressSizeDirective || rule == Rule::Module ||
           rule == Rule::FragmentModule;
  }

  uint32_t position() const { return static_cast<uint32_t>(_input.next - tokens.begin()); }

  // Recovery.cpp: cold code, entered only on a syntax error.
  [[gnu::cold, gnu::noinline]] bool mismatch(TokenKind wanted);
  [[gnu::cold, gnu::noinline]] void unexpected();
  [[gnu::cold, gnu::noinline]] void tooDeep();
  [[gnu::cold, gnu::noinline]] void endBrokenRule(Rule rule);
  void unwind();
  void recover();
  bool resumeStatements(TokenKind wanted);
  bool resumeModule();
  enum class Scope : uint8_t { Module, Body, Section };
  class BrokenConstruct;
  void skip(Scope scope, uint32_t first);
  void skipHeaderLine();
  bool declaresFunction(uint32_t token) const;
  bool onNewLine(uint32_t token) const;

  TokenList tokens;
  AstBuilder *builder = nullptr;
  DiagnosticList *diagnostics = nullptr;
  uint32_t lastError = ~0u; ///< token at which the last error was reported
  uint32_t resumeAt = 0;    ///< token at which to go on after an error; 0 if that is not known
  bool headerBroken = false;
  bool isBody = false;
  bool bodyClosed = true;
  bool functionInside = false;
  bool reportedDepth = false;
  /// Whether the rules that an error passes are ending. Until one recovers, the next token is one
  /// that no rule takes, so that the generated code falls through to the ends of its functions.
  bool unwinding = false;
  const Token *stoppedAt = nullptr; ///< the token of the error
  unsigned depth = 1;               ///< frames[0] is for what is around the first rule
  /// Rules that end without a token can begin others, of which there are few.
  static constexpr unsigned slack = 64;
  Frame frames[maxDepth + slack];
};

} // namespace ptx

#endif // PTX_SYNTAX_LEANPARSER_H
