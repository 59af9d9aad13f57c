// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

void SyntaxErrors::report(StringRef expected, StringRef where) {
  if (!explain(TokenKind()))
    reportExpected({expected.str(), where.str()}, TokenKind());
}

/// The last token before a missing end of a statement, if a new line follows; otherwise the current
/// token.
SourceRange SyntaxErrors::placeOf(const ExpectedSyntax &expected) const {
  uint32_t at = parser.position();
  if (!expected.isEnd || at == 0 || !parser.onNewLine(at))
    return here();
  return parser.tokens.range(at - 1);
}

void SyntaxErrors::reportExpected(const ExpectedSyntax &expected, TokenKind wanted) {
  Diagnostic &d = parser.diagnostics->emit(diag::SyntaxError{.range = placeOf(expected),
                                                             .expected = expected.what,
                                                             .where = expected.where,
                                                             .found = found()});
  addHints(d, expected);
  if (d.notes.empty() && d.fixes.empty())
    fixBracket(wanted, d);
  // `cvt.16.s32`: a number that looks like a modifier.
  if (uint32_t last = parser.position() - 1; parser.position() &&
                                             parser.tokens.kind(last) == TokenKind::Float &&
                                             parser.tokens.text(last).starts_with(".")) {
    d.note(parser.tokens.range(last),
           (ptx::quoted(parser.tokens.text(last)) + " is a number, not a modifier"));
    fixLostLetter(last, d);
  }
}

void SyntaxErrors::mismatch(TokenKind wanted) {
  if (rule() == Rule::VersionDirective && wanted == TokenKind::Version) {
    if (!notPtx() && !lexical())
      parser.diagnostics->emit(diag::MissingVersion{.range = here()});
    return;
  }
  if (rule() == Rule::TargetDirective && wanted == TokenKind::Target) {
    if (kind() == TokenKind::Semicolon)
      return stray();
    if (!lexical())
      parser.diagnostics->emit(diag::MissingTarget{.range = here()});
    return;
  }
  if (rule() == Rule::VersionDirective && wanted == TokenKind::Float) {
    uint32_t at = parser.position();
    bool sameLine = !parser.onNewLine(at);
    if (!lexical())
      parser.diagnostics->emit(diag::MalformedVersion{
          .range = sameLine ? here() : parser.tokens.range(at - 1),
          .found = sameLine ? parser.tokens.text(at).take_front(40) : parser.tokens.text(at - 1)});
    return;
  }
  // The texts are only built if no cause was found.
  if (!explain(wanted))
    reportExpected(expectedToken(wanted), wanted);
}

void SyntaxErrors::unexpected() {
  if (!explain(TokenKind()))
    reportExpected(expectedHere(), TokenKind());
}

bool SyntaxErrors::isTypeName(StringRef word) {
  return word == ".pred" || (word.size() > 2 && StringRef("bsuf").contains(word[1]) &&
                             llvm::all_of(word.drop_front(2), llvm::isDigit));
}

/// Whether the current token follows the end of a statement on the same line. A `;` elsewhere may
/// be the rest of an otherwise missing statement.
bool SyntaxErrors::followsEnd() const {
  uint32_t at = parser.position();
  if (at == 0 || parser.onNewLine(at))
    return false;
  TokenKind before = kindAt(at - 1);
  return before == TokenKind::Semicolon || before == TokenKind::RBrace;
}

/// A `}` or `;` that closes nothing.
void SyntaxErrors::stray() {
  if (kind() == TokenKind::RBrace)
    parser.diagnostics->emit(diag::StrayBrace{.range = here()});
  else
    parser.diagnostics->emit(diag::EmptyStatement{.range = here()})
        .fix(here(), "", "remove the `;`",
             followsEnd() ? Applicability::Safe : Applicability::Unsafe);
}

void SyntaxErrors::notAStatement() {
  if (canBe(kind(), DirectivePlace::AfterLabel))
    return report("a label and `:`", (" before " + llvm::Twine(shown(parser.position()))).str());
  switch (kind()) {
  case TokenKind::RBrace:
  case TokenKind::Semicolon:
    return stray();
  case TokenKind::Modifier:
    if (isTypeName(parser.tokens.text(parser.position())))
      return report("a state space such as `.reg`", "");
    [[fallthrough]];
  default:
    if (!outsideOfBody() && !negatedGuard())
      report("a statement", "");
  }
}

void SyntaxErrors::notAnItem() {
  if (kind() == TokenKind::RBrace || kind() == TokenKind::Semicolon)
    return stray();
  if (isTypeName(parser.tokens.text(parser.position())))
    return report("a state space such as `.global`", "");
  if (!missingCommaOfTarget())
    report("a variable, function or directive", " at module scope");
}

void SyntaxErrors::tooDeep() {
  auto count = [&](Rule rule) {
    uint64_t levels = 0;
    for (unsigned i = 1; i != parser.depth; ++i)
      levels += parser.frames[i].rule == rule;
    return levels;
  };
  struct Nest {
    StringRef what;
    TokenKind opening;
    uint64_t levels;
  };
  // A block is in a body, which has no frame.
  uint64_t blocks = count(Rule::Block), lists = count(Rule::InitializerList);
  const Nest nests[] = {
      {"parentheses", TokenKind::LParen, count(Rule::ConstantAtom)},
      {"braces", TokenKind::LBrace, lists + blocks + (blocks != 0)},
      {"conditional expressions", TokenKind::Question, count(Rule::Conditional)},
  };
  // Without an opening brace, the most frequent rule is nested too deeply for its contents.
  const Nest *nest = llvm::find_if(nests, [&](const Nest &n) { return n.opening == kind(); });
  bool opens = nest != std::end(nests);
  if (!opens)
    nest =
        llvm::max_element(nests, [](const Nest &a, const Nest &b) { return a.levels < b.levels; });
  parser.diagnostics->emit(diag::NestingTooDeep{
      .range = here(), .what = nest->what, .limit = nest->levels - (opens ? 0 : 1)});
}
