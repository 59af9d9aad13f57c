// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax errors whose cause can be told: mistakes that authors make, each recognized by its tokens.
// ForeignStatements.cpp and OperandCauses.cpp have others.
// What is not recognized here is worded by SyntaxErrors.cpp as what was expected and found.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/TargetOptions.h"
#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Syntax/Errors/JoinedGuard.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Syntax/Lex/CharScan.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

std::string SyntaxErrors::inBackticks(StringRef text) {
  constexpr size_t most = 60;
  return ("`" + text.take_front(most) + (text.size() > most ? "..." : "") + "`").str();
}

TokenKind SyntaxErrors::kindAt(uint32_t token) const {
  return token < parser.tokens.size() ? parser.tokens.kind(token) : TokenKind::EndOfFile;
}

StringRef SyntaxErrors::textAt(uint32_t token) const {
  return token < parser.tokens.size() ? parser.tokens.text(token) : StringRef();
}

bool SyntaxErrors::touches(uint32_t token) const {
  return token != 0 && token < parser.tokens.size() &&
         parser.tokens.range(token - 1).end == parser.tokens[token].offset();
}

/// The first token of the current instruction or label, after its guard, if there is one.
std::optional<uint32_t> SyntaxErrors::firstWord() const {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  if (frame.rule == Rule::LabelOrInstruction || frame.rule == Rule::LabelOrCall)
    return frame.mark.firstToken;
  return mnemonic();
}

bool SyntaxErrors::likelyCause(TokenKind wanted) {
  return foreignStatement() || missingAt() || endedDeclaration() || missingColon() ||
         endedEarlier() || singleColon() || splitMnemonic() || joinedGuard() ||
         registerArithmetic() || openAddress() || unknownVector() || missingSpace() ||
         wrongName() || tooManyCounts() || missingComma(wanted);
}

/// `.reqntid 1, 2, 3, 4`
bool SyntaxErrors::tooManyCounts() {
  constexpr uint32_t most = 3, before = 2 * most; // with a comma after each
  uint32_t at = parser.position();
  if (kind() != TokenKind::Comma || rule() != Rule::Entry || at < before + 1 ||
      !textAt(at - before).starts_with(".") || kindAt(at + 1) != TokenKind::Integer)
    return false;
  for (uint32_t token = at - before + 1; token != at; ++token)
    if ((kindAt(token) == TokenKind::Comma) != ((at - token) % 2 == 0))
      return false;
  parser.diagnostics->emit(diag::SyntaxError{.range = parser.tokens.range(at + 1),
                                             .expected = "at most 3 numbers",
                                             .where = " after " + inBackticks(textAt(at - before)),
                                             .found = "a fourth one, " + shown(at + 1)});
  return true;
}

//===-- Where a statement ends ----------------------------------------------------------------===//

/// Reports a guard without its `@`, if `name` is declared as a predicate and an instruction
/// follows. `range` begins where the `@` is missing.
bool SyntaxErrors::reportMissingAt(uint32_t name, SourceRange range) {
  if (kindAt(name) != TokenKind::Identifier || findOpcode(textAt(name)) ||
      kindAt(name + 1) != TokenKind::Identifier || !findOpcode(textAt(name + 1)) ||
      declaredType(textAt(name), name) != ".pred")
    return false;
  parser.diagnostics->emit(diag::MissingAt{.range = range, .name = textAt(name).take_front(60)})
      .fix({range.begin, range.begin}, "@", "insert `@`", Applicability::Unsafe);
  parser.resumeAt = name + 1;
  return true;
}

/// `p add.u32 …`
bool SyntaxErrors::missingAt() {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  uint32_t first = frame.mark.firstToken;
  return frame.rule == Rule::LabelOrInstruction && parser.position() - first <= maxReadAgain &&
         reportMissingAt(first, parser.tokens.range(first));
}

/// `!p add.u32 …`
bool SyntaxErrors::negatedGuard() {
  uint32_t at = parser.position();
  return textAt(at) == "!" &&
         reportMissingAt(at + 1, {here().begin, parser.tokens.range(at + 1).end});
}

/// `.reg .pred p setp.eq.u32 …`: the next statement follows a declaration without its end.
bool SyntaxErrors::endedDeclaration() {
  constexpr unsigned mostLevels = 4;
  unsigned up = 0;
  while (up != mostLevels && rule(up) != Rule::VariableDeclaration)
    ++up;
  uint32_t at = parser.position();
  if (up == mostLevels || at == 0)
    return false;
  bool isInstruction = kind() == TokenKind::Identifier && findOpcode(textAt(at)) &&
                       kindAt(at + 1) == TokenKind::Modifier && touches(at + 1);
  bool isOther = parser.onNewLine(at) && (textAt(at) == "@" || textAt(at).starts_with("."));
  TokenKind before = kindAt(at - 1);
  bool isAfterName =
      before == TokenKind::Identifier || textAt(at - 1) == ">" || textAt(at - 1) == "]";
  if (!isAfterName || !(isInstruction || isOther))
    return false;
  SourceRange last = parser.tokens.range(at - 1);
  uint32_t begin = parser.tokens.range(parser.frames[parser.depth - 1 - up].mark.firstToken).begin;
  StringRef declaration = parser.tokens.buffer().slice(begin, last.end);
  if (declaration.contains('\n'))
    declaration = textAt(at - 1);
  parser.diagnostics
      ->emit(diag::SyntaxError{.range = last,
                               .expected = "`;`",
                               .where = " after " + inBackticks(declaration),
                               .found = shown(at)})
      .fix({last.end, last.end}, ";", "insert `;`");
  parser.resumeAt = at;
  return true;
}

/// A word on its own line that is not an instruction of PTX is a label.
bool SyntaxErrors::missingColon() {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  uint32_t first = frame.mark.firstToken;
  if (frame.rule != Rule::LabelOrInstruction || parser.position() == first ||
      kindAt(first) != TokenKind::Identifier || parser.position() - first > maxReadAgain)
    return false;
  bool isMnemonic = kindAt(first + 1) == TokenKind::Identifier && findOpcode(textAt(first + 1)) &&
                    kindAt(first + 2) == TokenKind::Modifier && touches(first + 2);
  bool isAlone = parser.onNewLine(first + 1);
  if (!isAlone && !isMnemonic)
    return false;
  StringRef name = textAt(first);
  if (findOpcode(name) || name.starts_with("%") || touches(first)) // `17f` is a number
    return false;
  SourceRange range = parser.tokens.range(first);
  parser.diagnostics->emit(diag::MissingColon{.range = range, .name = name.take_front(60)})
      .fix({range.end, range.end}, ":", "insert `:`",
           // `p add.u32 ...` can lack the `@` of a guard.
           isAlone ? Applicability::Safe : Applicability::Unsafe);
  parser.resumeAt = first + 1;
  return true;
}

/// The next instruction, on its own line, was parsed as operands.
bool SyntaxErrors::endedEarlier() {
  std::optional<uint32_t> first = mnemonic();
  uint32_t at = parser.position();
  if (!first || at - *first > maxReadAgain)
    return false;
  for (uint32_t i = *first + 1; i < at; ++i) {
    TokenKind before = kindAt(i - 1);
    bool isLabel = i + 1 == at && kind() == TokenKind::Colon;
    if (!parser.onNewLine(i) || kindAt(i) != TokenKind::Identifier ||
        (!findOpcode(textAt(i)) && !isLabel) || before == TokenKind::Comma)
      continue;
    if (!findOpcode(textAt(*first)))
      return false;
    std::string name = inBackticks(textAt(*first));
    SourceRange last = parser.tokens.range(i - 1);
    parser.diagnostics
        ->emit(diag::SyntaxError{
            .range = last, .expected = "`;`", .where = " after " + name, .found = shown(i)})
        .fix({last.end, last.end}, ";", "insert `;`");
    parser.resumeAt = i;
    return true;
  }
  return false;
}

//===-- Blanks and commas ---------------------------------------------------------------------===//

/// `ld global.u32`, `ld. global.u32`
bool SyntaxErrors::splitMnemonic() {
  std::optional<uint32_t> first = mnemonic();
  if (!first)
    return false;
  uint32_t at = parser.position();
  uint32_t word = endOfModifiers(*first);
  SourceRange gap;
  if (word == at && kind() == TokenKind::Unexpected && textAt(at) == "." && touches(at)) {
    word = at + 1;
    gap = {parser.tokens.range(at).end, parser.tokens[word].offset()};
  } else if (word < at && at - word <= maxReadAgain) {
    gap = {parser.tokens.range(word - 1).end, parser.tokens[word].offset()};
  } else {
    return false;
  }
  if (kindAt(word) != TokenKind::Identifier || textAt(word).starts_with("%") ||
      parser.onNewLine(word))
    return false;
  std::optional<Opcode> opcode = findOpcode(textAt(*first));
  if (!opcode || !ptx::takes(*opcode, findModifier(textAt(word))))
    return false;
  std::string whole;
  for (uint32_t i = *first; i != word && textAt(i) != "."; ++i)
    whole += textAt(i);
  whole += ("." + textAt(word)).str();
  uint32_t next = word + 1;
  for (; touches(next) && textAt(next).starts_with("."); ++next)
    whole += textAt(next);
  // A word before a comma is an operand.
  if (kindAt(next) == TokenKind::Comma || kindAt(next) == TokenKind::Semicolon)
    return false;
  bool hasPoint = word == at + 1;
  parser.diagnostics
      ->emit(diag::SplitMnemonic{.range = gap, .mnemonic = StringRef(whole).take_front(60)})
      .fix(gap, hasPoint ? "" : ".", hasPoint ? "remove the blank" : "replace the blank by `.`");
  return true;
}

/// `ld.shared:cta.u32`: a modifier with one colon where it has two.
bool SyntaxErrors::singleColon() {
  uint32_t at = parser.position();
  if (kind() != TokenKind::Colon || at == 0 || !textAt(at - 1).starts_with(".") || !touches(at))
    return false;
  constexpr size_t maxModifier = 80;
  uint32_t begin = parser.tokens.range(at - 1).begin;
  StringRef word = parser.tokens.buffer().substr(begin, maxModifier).take_while([](char c) {
    return charscan::is(c, charscan::Word) || c == '.' || c == ':';
  });
  // Up to the dot that starts the next one.
  llvm::SmallVector<StringRef, 4> parts;
  word.take_front(word.find('.', 1)).split(parts, ':', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  std::string whole = llvm::join(parts, "::");
  if (parts.size() < 2 || findModifier(StringRef(whole).drop_front()) == Modifier::none)
    return false;
  parser.diagnostics
      ->emit(diag::SyntaxError{.range = here(),
                               .expected = "`::`",
                               .where = " in " + inBackticks(whole),
                               .found = "`:`"})
      .fix(here(), "::", "replace `:` by `::`");
  return true;
}

/// `@%p1add.s32 …`, `@%p1ret;`: the guard and the first word of the instruction are one name.
bool SyntaxErrors::joinedGuard() {
  uint32_t at = parser.position();
  if (rule() != Rule::GuardedInstruction || at == 0 || kindAt(at - 1) != TokenKind::Identifier ||
      (!touches(at) && kindAt(at) != TokenKind::Semicolon))
    return false;
  // The parser does not know the declared names.
  auto isGuard = [](StringRef) { return true; };
  return reportJoinedGuard(textAt(at - 1), parser.tokens.range(at - 1), isGuard,
                           *parser.diagnostics);
}

/// Whether all forms of the instruction of the token `opcode` have the same number of operands.
bool SyntaxErrors::hasFixedCount(uint32_t opcode) const {
  llvm::ArrayRef<FormInfo> forms = formsOf(*findOpcode(textAt(opcode)));
  unsigned count = forms.front().maxOperands();
  return llvm::all_of(forms, [&](const FormInfo &form) {
    return form.minOperands() == count && form.maxOperands() == count;
  });
}

/// Two operands, elements or arguments follow each other.
bool SyntaxErrors::missingComma(TokenKind wanted) {
  if (!startsOperand() || parser.position() == 0)
    return false;
  bool isList = (wanted == TokenKind::RBrace && rule() == Rule::Vector) ||
                (wanted == TokenKind::RParen && rule() == Rule::CallArguments);
  std::optional<uint32_t> first = mnemonic();
  bool isOperand =
      wanted == TokenKind::Semicolon && first && hasOperands() && findOpcode(textAt(*first));
  // `call (r), f(a)`, `call (r) f, (a)`
  bool isCall = first && kindAt(*first) == TokenKind::Call &&
                (wanted == TokenKind::Comma ||
                 (wanted == TokenKind::Semicolon && kind() == TokenKind::LParen));
  if (!isCall && ((!isList && !isOperand) || touches(parser.position())))
    return false;
  uint32_t at = parser.position();
  SourceRange before = parser.tokens.range(at - 1);
  // One of two equal operands may be an accidental duplicate.
  bool isDoubled = textAt(at - 1) == textAt(at) && (!isOperand || !hasFixedCount(*first));
  parser.diagnostics->emit(diag::MissingComma{.range = here(), .before = found()})
      .fix({before.end, before.end}, ",", "insert `,`",
           isDoubled ? Applicability::Unsafe : Applicability::Safe);
  return true;
}

static bool isWordOfTarget(StringRef word) { return findTarget(word) || targetOptionNamed(word); }

/// `.target sm_90 debug`: names of `.target` follow each other.
bool SyntaxErrors::missingCommaOfTarget() {
  uint32_t at = parser.position();
  if (kind() != TokenKind::Identifier || at < 2 || kindAt(at - 1) != TokenKind::Identifier)
    return false;
  uint32_t first = at - 1;
  while (first >= 2 && kindAt(first - 1) == TokenKind::Comma)
    first -= 2;
  if (first == 0 || kindAt(first - 1) != TokenKind::Target)
    return false;
  if (!isWordOfTarget(textAt(at - 1)) && !isWordOfTarget(textAt(at)))
    return false;
  SourceRange before = parser.tokens.range(at - 1);
  parser.diagnostics->emit(diag::MissingComma{.range = here(), .before = found()})
      .fix({before.end, before.end}, ",", "insert `,`");
  return true;
}

//===-- Places --------------------------------------------------------------------------------===//

/// An item that is only allowed outside of function bodies is one error if it is in a body.
bool SyntaxErrors::outsideOfBody() {
  if (!parser.isBody)
    return false;
  const DirectiveInfo *directive = directiveOf(kind());
  bool isOutside = directive && !directive->canBe(DirectivePlace::InBody) &&
                   (directive->canBe(DirectivePlace::ModuleHeader) ||
                    directive->canBe(DirectivePlace::ModuleScope) ||
                    directive->canBe(DirectivePlace::BeforeVariable));
  if (isOutside)
    parser.diagnostics->emit(
        diag::OutsideOfBody{.range = here(), .what = shown(parser.position())});
  return isOutside;
}
