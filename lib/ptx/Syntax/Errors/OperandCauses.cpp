// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Syntax errors in operands and declarations whose cause can be told.

#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Syntax/Lex/CharScan.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;

/// The maximum length of a possible name that is examined.
static constexpr size_t maxName = 256;

//===-- Operands ------------------------------------------------------------------------------===//

/// `[%rd1+%rd2]`, `[%rd1*4]`, `%r1+%r2`
bool SyntaxErrors::registerArithmetic() {
  uint32_t at = parser.position();
  bool inAddress = false, inOffset = false;
  for (unsigned up = 0; up != 8; ++up) {
    inAddress |= rule(up) == Rule::Address || rule(up) == Rule::Index;
    inOffset |= rule(up) == Rule::AddressOffset;
  }
  StringRef where = inAddress ? "an address" : "an operand";
  auto report = [&](StringRef verb, uint32_t name) {
    std::string instead = (verb + " " + llvm::Twine(shown(name)) + " first").str();
    parser.diagnostics->emit(
        diag::RegisterArithmetic{.range = here(), .where = where, .instead = instead});
    return true;
  };
  if (inOffset && kind() == TokenKind::Identifier)
    return report("add", at);
  bool scales = kind() == TokenKind::Star || kind() == TokenKind::ShiftL;
  if (scales && (rule() == Rule::Address || rule() == Rule::Index) &&
      kindAt(at - 1) == TokenKind::Identifier)
    return report("scale", at - 1);
  return false;
}

bool SyntaxErrors::hasListInBrackets(Opcode opcode) {
  return llvm::any_of(formsOf(opcode), [](const FormInfo &form) {
    llvm::ArrayRef<OperandInfo> operands = form.operands();
    for (size_t i = 1; i < operands.size(); ++i)
      if (operands[i].bracket != 0 && operands[i].bracket == operands[i - 1].bracket)
        return true;
    return false;
  });
}

/// `st.global.u32 [%rd1, %r1;`, `tcgen05.mma [%r1, [%r2], ...`: an item that the brackets of the
/// instruction cannot contain is the next operand; so is an opening bracket.
bool SyntaxErrors::openAddress() {
  if (rule() != Rule::Address && rule() != Rule::Coordinates)
    return false;
  std::optional<uint32_t> first = mnemonic();
  std::optional<Opcode> opcode = first ? findOpcode(textAt(*first)) : std::nullopt;
  if (!opcode)
    return false;
  uint32_t at = parser.position(), comma = at - 1;
  if (kind() != TokenKind::LBracket) {
    if (hasListInBrackets(*opcode))
      return false;
    while (comma != *first && kindAt(comma) != TokenKind::LBracket && at - comma < maxReadAgain)
      --comma;
    if (kindAt(comma) != TokenKind::LBracket)
      return false;
    comma += 2; // after the register
  }
  if (kindAt(comma) != TokenKind::Comma)
    return false;
  uint32_t end = parser.tokens.range(comma - 1).end;
  parser.diagnostics
      ->emit(diag::SyntaxError{.range = parser.tokens.range(comma),
                               .expected = "`]`",
                               .where = " to close the address",
                               .found = "`,`"})
      .fix({end, end}, "]", "insert `]`");
  return true;
}

//===-- Declarations --------------------------------------------------------------------------===//

/// `.v1`, `.v3`
bool SyntaxErrors::unknownVector() {
  uint32_t at = parser.position();
  Rule statement = parser.frames[statementFrame()].rule;
  if (at == 0 || kind() != TokenKind::Modifier ||
      (statement != Rule::VariableDeclaration && statement != Rule::Entry &&
       statement != Rule::DeviceFunction))
    return false;
  StringRef word = textAt(at - 1);
  if (kindAt(at - 1) != TokenKind::Modifier || !word.starts_with(".v") || word.size() < 3 ||
      !llvm::all_of(word.drop_front(2), llvm::isDigit))
    return false;
  parser.diagnostics->emit(
      diag::UnknownVector{.range = parser.tokens.range(at - 1), .word = word.take_front(60)});
  return true;
}

/// `.func f(.b32 a)`
bool SyntaxErrors::missingSpace() {
  uint32_t at = parser.position();
  unsigned up = 0;
  while (up != 2 && rule(up) != Rule::ParameterList && rule(up) != Rule::ReturnParameters)
    ++up;
  if ((rule(up) != Rule::ParameterList && rule(up) != Rule::ReturnParameters) ||
      !isTypeName(textAt(at)) ||
      (kindAt(at - 1) != TokenKind::LParen && kindAt(at - 1) != TokenKind::Comma))
    return false;
  std::string what = "parameter";
  if (kindAt(at + 1) == TokenKind::Identifier)
    what += " " + shown(at + 1);
  bool isEntry = parser.frames[statementFrame()].rule == Rule::Entry;
  parser.diagnostics->emit(diag::MissingSpace{
      .range = here(), .what = what, .expected = isEntry ? "`.param`" : "`.reg` or `.param`"});
  return true;
}

/// The reason why `name`, without its `%`, is not a name of PTX; empty if it is one, or is not
/// meant as a name.
static std::string nameProblem(StringRef name) {
  auto bad = llvm::find_if(name, [](char c) { return !charscan::is(c, charscan::Word); });
  if (bad != name.end())
    return llvm::isPrint(*bad) ? ("a name cannot contain `" + llvm::Twine(*bad) +
                                  "`; `_` and `$` can take its place")
                                     .str()
                               : "";
  if (!name.empty() && llvm::isDigit(name.front()))
    return "a name cannot begin with a digit; `_` or `$` can come before it";
  return "";
}

/// Whether the name of a declaration or of a call target can end at the position where the rule
/// `rule` fails.
static bool followsName(Rule rule) {
  switch (rule) {
  case Rule::Entry:
  case Rule::DeviceFunction:
  case Rule::Declarator:
  case Rule::VariableDeclaration:
  case Rule::ParameterList:
  case Rule::ReturnParameters:
  case Rule::Parameter:
  case Rule::AliasDirective:
  case Rule::CallOperands:
  case Rule::LabelOrCall:
  case Rule::LabelledDirective:
  case Rule::TargetList:
  case Rule::Module: // a function may end with its name
    return true;
  default:
    return false;
  }
}

/// Whether the name of a declaration or of a call target is expected.
bool SyntaxErrors::isAtName() const {
  if (rule() != Rule::Name && rule() != Rule::PlainName)
    return false;
  Rule owner = rule(1);
  return owner == Rule::Entry || owner == Rule::DeviceFunction || owner == Rule::Declarator ||
         owner == Rule::VariableDeclaration || owner == Rule::Parameter ||
         owner == Rule::CallOperands;
}

/// The first token of a label of several tokens, `.L1:` or `foo.bar:`; none if there is none.
std::optional<uint32_t> SyntaxErrors::wrongLabel() const {
  uint32_t at = parser.position();
  if (kind() == TokenKind::Modifier && kindAt(at + 1) == TokenKind::Colon && touches(at + 1) &&
      parser.onNewLine(at))
    return at;
  std::optional<uint32_t> word = firstWord();
  if (!word || kind() != TokenKind::Colon)
    return std::nullopt;
  uint32_t first = at;
  while (first != *word && touches(first))
    --first;
  return first == *word && at - first > 1 ? word : std::nullopt;
}

/// `mov.u64 d, a.b.c`: `a.b` is read as an element of `a`.
bool SyntaxErrors::isInDottedOperand() const {
  uint32_t at = parser.position();
  std::optional<uint32_t> opcode = mnemonic();
  return opcode && at >= 2 && at - 2 > *opcode && kind() == TokenKind::Modifier &&
         kindAt(at - 2) == TokenKind::Identifier && textAt(at - 1).starts_with(".") &&
         touches(at - 1) && touches(at);
}

/// `.b64 foo.bar` in a section: `.bar` is read as the type of the next line, so that the parser
/// fails up to three tokens later.
std::optional<uint32_t> SyntaxErrors::dottedSectionName() const {
  constexpr unsigned mostLevels = 4, mostTokens = 3;
  unsigned up = 0;
  while (up != mostLevels && rule(up) != Rule::SectionDirective)
    ++up;
  if (up == mostLevels)
    return std::nullopt;
  uint32_t at = parser.position();
  for (uint32_t token = at; token != 0 && token + mostTokens > at; --token)
    if (kindAt(token) != TokenKind::Identifier && touches(token) &&
        textAt(token).starts_with(".")) {
      uint32_t first = token - 1;
      while (textAt(first).starts_with(".") && touches(first))
        --first;
      if (kindAt(first) == TokenKind::Identifier)
        return first;
    }
  return std::nullopt;
}

/// The first token of a name, other than a label, that the current token belongs to; none if it
/// belongs to no name.
std::optional<uint32_t> SyntaxErrors::nameStart() const {
  uint32_t at = parser.position();
  if (std::optional<uint32_t> first = dottedSectionName())
    return first;
  if (isInDottedOperand())
    return at - 2;
  if (touches(at) && followsName(rule()) &&
      (kindAt(at - 1) == TokenKind::Identifier || kindAt(at - 1) == TokenKind::Sink))
    return at - 1;
  return isAtName() ? std::optional(at) : std::nullopt;
}

/// `.func foo.bar`, `.entry 01`, `foo.bar:`, `mov.u64 d, a.b.c`
bool SyntaxErrors::wrongName() {
  uint32_t at = parser.position();
  if (kind() == TokenKind::EndOfFile || kind() == TokenKind::UnterminatedComment)
    return false;
  std::optional<uint32_t> label = wrongLabel(), first = label ? label : nameStart();
  bool isDirective = textAt(at).starts_with(".") && kind() != TokenKind::Modifier;
  bool isMissing = isAtName() && (parser.onNewLine(at) || isDirective);
  if (!first || isMissing)
    return false;
  // Up to a character that ends a name in any language.
  StringRef text = parser.tokens.buffer().substr(parser.tokens[*first].offset(), maxName);
  text = text.take_until([&](char c) {
    return charscan::is(c, charscan::Space) || StringRef("(){}[],;=\"").contains(c) ||
           (label && c == ':');
  });
  StringRef name = text;
  name.consume_front("%");
  std::string problem = nameProblem(name);
  if (problem.empty())
    return false;
  uint32_t begin = parser.tokens[*first].offset();
  parser.diagnostics->emit(
      diag::NameCharacter{.range = {begin, begin + static_cast<uint32_t>(text.size())},
                          .name = text.take_front(60),
                          .problem = problem});
  return true;
}
