// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Notes and fixes of syntax errors.

#include "ptx/Diagnostics/Suggestion.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Support/Spelling.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// A dotted word where a directive should be may be a misspelt one.
void SyntaxErrors::suggestKeyword(Diagnostic &diagnostic) const {
  StringRef text = parser.tokens.text(parser.position());
  NearestSpelling nearest(text);
  auto consider = [&](StringRef word) {
    if (word.starts_with("."))
      nearest.consider(word);
  };
  if (text.size() < 32) {
#define PTX_SPELLING(name, spelling) consider(spelling);
#include "ptx/Syntax/TokenKinds.inc"
  }
  suggest(diagnostic, here(), nearest.words());
}

/// Whether a constant can end in such a token.
static bool endsConstant(TokenKind kind) {
  return kind == TokenKind::Integer || kind == TokenKind::WarpSize || kind == TokenKind::RParen;
}

/// An explanation of brackets where other brackets are required; empty if the error is not about
/// brackets.
std::string SyntaxErrors::bracketHint() const {
  uint32_t at = parser.position();
  TokenKind before = parser.tokens.kind(at - 1);
  std::optional<uint32_t> first = mnemonic();
  if (!first)
    return "";
  bool isCall = parser.tokens.kind(*first) == TokenKind::Call;
  if (isCall && kind() == TokenKind::Comma)
    return "results and arguments are in parentheses: `call (r), f, (a, b)`";
  if (before == TokenKind::LParen && kind() == TokenKind::Identifier && !isCall)
    return "parentheses are for constants; an address is in `[]`, a vector in `{}`";
  if (before == TokenKind::RBracket && (kind() == TokenKind::Plus || kind() == TokenKind::Minus))
    return "an offset is inside the brackets, as in `[%rd1+4]`";
  if (kind() == TokenKind::RBracket && before == TokenKind::Identifier && rule() != Rule::Address)
    return "no `[` opens the address";
  if (kind() == TokenKind::Assign)
    return "operands are separated by `,`";
  if (kind() == TokenKind::Percent && parser.tokens.text(at + 1).starts_with("%"))
    return "`%%` is for the text of inline assembly; PTX has one `%`";
  return "";
}

/// Whether the list that contains the current brace continues after it. The text between braces is
/// not in the token list.
bool SyntaxErrors::closesLater() const {
  constexpr size_t mostLooked = 1024;
  StringRef text = parser.tokens.buffer().substr(here().end, mostLooked);
  return text.take_until([](char c) { return StringRef("({;}").contains(c); }).contains(')');
}

/// The position of the only missing bracket: the construct that it would close ends before the
/// current token, or the construct that the current token closes starts with the name before it.
void SyntaxErrors::fixBracket(TokenKind wanted, Diagnostic &d) const {
  uint32_t at = parser.position();
  if (at == 0)
    return;
  uint32_t end = parser.tokens.range(at - 1).end;
  bool endsStatement = kind() == TokenKind::Semicolon;
  bool isMissing =
      (wanted == TokenKind::RBracket && rule() == Rule::Address && endsStatement) ||
      (wanted == TokenKind::Greater && rule() == Rule::ParameterizedName && endsStatement) ||
      (wanted == TokenKind::RParen && rule() == Rule::ParameterList &&
       kind() == TokenKind::LBrace && !closesLater());
  if (isMissing)
    d.fix({end, end}, tokenSpelling(wanted).str(), "insert " + ptx::quoted(tokenSpelling(wanted)));
  bool isHeader = rule() == Rule::Entry || rule() == Rule::DeviceFunction;
  if (isHeader && kind() == TokenKind::RParen && kindAt(at - 1) == TokenKind::Identifier)
    d.fix({end, end}, "(", "insert `(`");
}

/// `[%rd1-4]`: an offset is added, also a negative one.
bool SyntaxErrors::hintAtMinus(Diagnostic &diagnostic, const ExpectedSyntax &expected) const {
  uint32_t at = parser.position();
  Rule innermost = rule();
  if (kind() != TokenKind::Minus || kindAt(at - 1) != TokenKind::Identifier ||
      (innermost != Rule::Address && innermost != Rule::Index && !expected.followsOperands))
    return false;
  diagnostic.note(here(), "an offset is always added; write `+-` to subtract");
  // One of two signs may be an accidental duplicate.
  diagnostic.fix(here(), "+-", "replace `-` by `+-`",
                 kindAt(at + 1) == TokenKind::Integer ? Applicability::Safe
                                                      : Applicability::Unsafe);
  return true;
}

bool SyntaxErrors::hintAtBracket(Diagnostic &diagnostic) const {
  std::string note = bracketHint();
  if (note.empty())
    return false;
  diagnostic.note(here(), note);
  std::optional<uint32_t> first = mnemonic();
  std::optional<Opcode> opcode = first ? findOpcode(textAt(*first)) : std::nullopt;
  uint32_t before = parser.tokens.range(parser.position() - 1).begin;
  // For an instruction with a list in brackets, the opening bracket may belong further to the left.
  if (kind() == TokenKind::RBracket && opcode && !hasListInBrackets(*opcode))
    diagnostic.fix({before, before}, "[", "insert `[`");
  return true;
}

/// `7 %4`
bool SyntaxErrors::hintAtRemainder(Diagnostic &diagnostic) const {
  uint32_t at = parser.position();
  if (kind() != TokenKind::Identifier || !textAt(at).starts_with("%") ||
      !endsConstant(kindAt(at - 1)) || parser.onNewLine(at))
    return false;
  diagnostic.note(here(),
                  (ptx::quoted(textAt(at)) + " is a name; a remainder requires a blank after `%`"));
  diagnostic.fix({here().begin + 1, here().begin + 1}, " ", "insert a blank");
  return true;
}

void SyntaxErrors::addHints(Diagnostic &diagnostic, const ExpectedSyntax &expected) const {
  uint32_t at = parser.position();
  TokenKind found = kind();
  if (at == 0 || hintAtMinus(diagnostic, expected) || hintAtBracket(diagnostic) ||
      hintAtRemainder(diagnostic))
    return;
  if (const DirectiveInfo *directive = directiveOf(found);
      directive && directive->places == placeBit(DirectivePlace::EntryHeader)) {
    diagnostic.note(here(),
                    shown(at) + " belongs between the parameters and the body of an `.entry`");
    return;
  }
  if (found == TokenKind::Modifier && rule() != Rule::Operand) {
    // Only registers are declared with a count.
    if (isTypeName(textAt(at)) && kindAt(at + 1) == TokenKind::Identifier &&
        kindAt(at + 2) == TokenKind::Less)
      diagnostic.fix({here().begin, here().begin}, ".reg ", "insert `.reg`");
    else
      suggestKeyword(diagnostic);
    return;
  }
  if (found == TokenKind::Sink && expected.isOperand) {
    diagnostic.note(here(), "`_` can only take the place of an unused result");
    return;
  }
  if (expected.isEnd && (parser.onNewLine(at) || startsMnemonic())) {
    SourceRange before = parser.tokens.range(at - 1);
    if (diagnostic.range.begin != before.begin)
      diagnostic.note(before, "the statement ends here");
    diagnostic.fix({before.end, before.end}, ";", "insert `;`");
  }
}
