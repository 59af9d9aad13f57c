// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The base class of the parser that tools/ptx-leanparser generates from ANTLR's output for
// grammar/PtxParser.g4. Private to lib/ptx/Syntax.
//
// The generated functions call nothing but the members here: inline, without contexts, parse tree,
// prediction, exceptions or heap.

#ifndef PTX_SYNTAX_PARSE_LEANPARSER_H
#define PTX_SYNTAX_PARSE_LEANPARSER_H

#include "ptx/Syntax/Parse/AstBuilder.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace ptx {

/// Parses the tokens of one unit and drives an `AstBuilder`. See `UnitParser` for the use.
class LeanParser {
public:
  /// Prepares for the tokens of a unit. For a function body, `bodyClosed` is true if its closing
  /// brace exists; if not, the enclosing unit reports that.
  void start(TokenList tokens, AstBuilder &builder, DiagnosticList &diagnostics, bool isBody,
             bool bodyClosed);

  /// Whether the last parsed body has an end: its closing brace, or one inside that the scan
  /// treated as the end of a block.
  bool sawEndOfBody() const { return bodyClosed; }

  /// Some tokens, without the one at `end`.
  struct TokenSpan {
    uint32_t first;
    uint32_t end;
  };

  /// The tokens of the last parsed unit that are in no node because of errors.
  llvm::ArrayRef<TokenSpan> skipped() const { return skippedSpans; }

  /// The maximum nesting of rules; deeper nesting is an error. Every level of braces or parentheses
  /// uses two to four rules. A frame of the generated code uses about 150 bytes of stack.
  static constexpr unsigned maxDepth = 8192;

protected:
  const Token *next = nullptr;

  /// Whether the next token is of one of the kinds.
  template <TokenKind... kinds> [[gnu::always_inline]] bool nextIs() const {
    TokenKind kind = next->kind();
    if constexpr (sizeof...(kinds) <= 2) {
      return ((kind == kinds) || ...);
    } else {
      // Two sets of 64 bits, from the lowest kind on.
      constexpr unsigned lowest = std::min({static_cast<unsigned>(kinds)...});
      static_assert(((static_cast<unsigned>(kinds) - lowest < 128) && ...));
      constexpr uint64_t low = (setBit(static_cast<unsigned>(kinds) - lowest) | ...);
      constexpr uint64_t high = (setBit(static_cast<unsigned>(kinds) - lowest - 64) | ...);
      unsigned at = static_cast<unsigned>(kind) - lowest;
      return (at < 64 && (low >> at & 1)) || (high != 0 && at - 64 < 64 && (high >> (at - 64) & 1));
    }
  }

  /// The next token matches no alternative of a rule.
  void noAlternative() { unexpected(); }

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

  [[gnu::always_inline]] void match(TokenKind kind) {
    if (LLVM_UNLIKELY(next->kind() != kind) && mismatch(kind))
      return;
    if (!AstBuilder::drops(kind))
      builder->keep(kind, position());
    if (kind != TokenKind::EndOfFile)
      ++next;
  }

  /// Consumes a token of one of the kinds. None of them is punctuation.
  template <TokenKind... kinds> [[gnu::always_inline]] void consume() {
    if (LLVM_UNLIKELY(!nextIs<kinds...>()))
      return unexpected();
    assert(!AstBuilder::drops(next->kind()));
    builder->keep(next->kind(), position());
    ++next;
  }

private:
  friend class SyntaxErrors;

  struct Frame {
    AstBuilder::Mark mark;
    Rule rule;
  };

  /// Whether error recovery ends at this rule: the rule ends, and parsing continues after it.
  static constexpr bool recovers(Rule rule) {
    return rule == Rule::Statement || rule == Rule::ModuleItem || rule == Rule::SectionLine ||
           rule == Rule::VersionDirective || rule == Rule::TargetDirective ||
           rule == Rule::AddressSizeDirective || rule == Rule::Module ||
           rule == Rule::FragmentModule;
  }

  uint32_t position() const { return static_cast<uint32_t>(next - tokens.begin()); }

  static constexpr uint64_t setBit(unsigned at) { return at < 64 ? uint64_t(1) << at : 0; }

  // Recovery.cpp: cold code, entered only on a syntax error.
  [[gnu::cold, gnu::noinline]] bool mismatch(TokenKind wanted);
  [[gnu::cold, gnu::noinline]] void unexpected();
  [[gnu::cold, gnu::noinline]] void tooDeep();
  [[gnu::cold, gnu::noinline]] void endBrokenRule(Rule rule);
  void unwind();
  void recover();
  void resumeAfter(Frame frame);
  bool continueBroken();
  bool resumeStatements(TokenKind wanted);
  bool resumeModule();
  enum class Scope : uint8_t { Module, Body, Section };
  class BrokenConstruct;
  void skip(Scope scope, uint32_t first);
  void skipHeaderLine();
  bool onNewLine(uint32_t token) const;

  TokenList tokens;
  AstBuilder *builder = nullptr;
  DiagnosticList *diagnostics = nullptr;
  uint32_t lastError = ~0u; ///< token at which the last error was reported
  uint32_t resumeAt = 0;    ///< token at which to continue after an error; 0 if unknown
  bool headerBroken = false;
  bool isBody = false;
  bool bodyClosed = true;
  bool reportedDepth = false;
  llvm::SmallVector<TokenSpan, 0> skippedSpans;
  /// Whether rules are being left after an error. Until one recovers, the next token is one that no
  /// rule accepts, so that the generated code falls through to the ends of its functions.
  bool unwinding = false;
  const Token *stoppedAt = nullptr; ///< the token of the error
  unsigned depth = 1;               ///< frames[0] is the parent of the first rule
  /// Rules that end without a token can begin others, but only a few.
  static constexpr unsigned slack = 64;
  Frame frames[maxDepth + slack];
};

} // namespace ptx

#endif // PTX_SYNTAX_PARSE_LEANPARSER_H
