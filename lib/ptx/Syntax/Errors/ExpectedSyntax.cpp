// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a rule of the grammar or a token is called where it was expected.

#include "ptx/Isa/Reference/Words.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"
#include "ptx/Syntax/Lex/GrammarWords.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// A description of the syntax that a rule expects.
struct RuleWords {
  Rule rule;
  llvm::StringLiteral words;
};

} // namespace

/// The role of a name in each rule that has one; other names are "a name".
static constexpr RuleWords nameWords[] = {
    {Rule::Entry, "the name of the entry"},
    {Rule::DeviceFunction, "the name of the function"},
    {Rule::Declarator, "the name of a variable"},
    {Rule::VariableDeclaration, "the name of a variable"},
    {Rule::Parameter, "the name of the parameter"},
    {Rule::Guard, "a predicate register"},
    {Rule::TargetDirective, "a target such as `sm_90`"},
    {Rule::AliasDirective, "the name of a function"},
    {Rule::Target, "a label or function"},
    {Rule::TargetList, "a label or function"},
    {Rule::LabelledDirective, "a label or function"},
    {Rule::CallOperands, "the function to call"},
    {Rule::PairedName, "a predicate register"},
    {Rule::PairedPredicate, "a predicate register"},
    {Rule::GuardedInstruction, "an instruction"},
    {Rule::InlinedLocation, "a label"},
};

/// The expected syntax if no alternative of a rule matches, for rules where it depends on nothing
/// else.
static constexpr RuleWords startWords[] = {
    {Rule::ConstantExpression, "a constant"},
    {Rule::ConstantTerm, "a constant"},
    {Rule::ConstantPrimary, "a constant"},
    {Rule::ConstantAtom, "a constant"},
    {Rule::ConstantRest, "a constant"},
    {Rule::StateSpace, "a state space"},
    {Rule::PointedSpace, "a state space"},
    {Rule::Qualifier, "a state space"},
    {Rule::Count, "a number"},
    {Rule::Entry, "a body `{ ... }` or `;`"},
    {Rule::DeviceFunction, "a body `{ ... }` or `;`"},
    {Rule::ModuleItem, "a variable, `.entry` or `.func`"},
    {Rule::VariableDeclaration, "a state space"},
    {Rule::Address, "an address"},
    {Rule::Index, "an index"},
    {Rule::Coordinates, "a coordinate"},
    {Rule::VectorElement, "an element of the vector"},
    {Rule::CallOperands, "the function to call"},
    {Rule::CallArgument, "an argument"},
    {Rule::CallArguments, "an argument"},
    {Rule::SectionLine, "a label or data such as `.b8 1`"},
    {Rule::SectionValue, "a value"},
    {Rule::DwarfValue, "a value"},
    {Rule::DwarfDirective, "a value"},
    {Rule::Language, "a language such as `\"ptx\"`"},
    {Rule::FieldValue, "a value"},
    {Rule::Declarator, "`,` or `;`"},
    {Rule::PairedName, "a predicate register or `_`"},
    {Rule::MaskedAddress, "the name of a variable or a number"},
};

/// The words of `rule`, or `other` if it is not in the table.
static std::string wordsOf(llvm::ArrayRef<RuleWords> table, Rule rule, StringRef other) {
  const RuleWords *row =
      llvm::find_if(table, [&](const RuleWords &row) { return row.rule == rule; });
  return (row == table.end() ? other : StringRef(row->words)).str();
}

static ExpectedSyntax semicolon() { return {.what = "`;`", .isEnd = true}; }

static ExpectedSyntax operandOrSemicolon() {
  return {.what = "an operand or `;`", .isOperand = true};
}

ExpectedSyntax SyntaxErrors::expectedHere() const {
  switch (rule()) {
  case Rule::Operand:
  case Rule::Destination:
  case Rule::SignedOperand:
  case Rule::ConstantStart: {
    std::string name = instruction();
    return {.what = name.empty() ? "an operand" : "an operand of " + name, .isOperand = true};
  }
  case Rule::Initializer:
  case Rule::InitializerElement:
    if (parser.position() == parser.frames[parser.depth - 1].mark.firstToken)
      return {"an initial value"};
    return {rule() == Rule::Initializer ? "`,` or `;`" : "`,` or `}`"};
  case Rule::Name:
  case Rule::PlainName:
    return {wordsOf(nameWords, rule(1), "a name")};
  case Rule::GuardedInstruction:
  case Rule::ContinuedInstruction:
    if (instruction().empty())
      return {parser.tokens.kind(parser.position() - 1) == TokenKind::Backslash
                  ? "an instruction after `\\`"
                  : "an instruction"};
    [[fallthrough]];
  case Rule::LabelledDirective:
  case Rule::LabelOrInstruction:
  case Rule::LabelOrCall: {
    ExpectedSyntax expected =
        parser.onNewLine(parser.position()) ? semicolon() : operandOrSemicolon();
    expected.where = " after " + instruction();
    return expected;
  }
  case Rule::Parameter:
    return {parser.tokens.kind(parser.position() - 1) == TokenKind::Modifier
                ? "the name of the parameter"
                : "a state space such as `.param`"};
  default:
    return {wordsOf(startWords, rule(), "something else")};
  }
}

/// The expected syntax where an instruction, or another statement, can end.
ExpectedSyntax SyntaxErrors::expectedEnd() const {
  if (instruction().empty() || parser.onNewLine(parser.position()))
    return semicolon();
  if (!hasOperands())
    return operandOrSemicolon();
  return startsOperand() ? ExpectedSyntax{"`,` or `;`"} : semicolon();
}

ExpectedSyntax SyntaxErrors::expectedToken(TokenKind wanted) const {
  ExpectedSyntax expected =
      wanted == TokenKind::Semicolon ? expectedEnd() : ExpectedSyntax{tokenWords(wanted)};
  expected.where = context(wanted);
  if (expected.where.empty() && wanted == TokenKind::Semicolon)
    placeAfterOperands(expected);
  return expected;
}

/// A token in the terms of the manual.
std::string SyntaxErrors::tokenWords(TokenKind wanted) const {
  StringRef spelling = tokenSpelling(wanted);
  switch (wanted) {
  case TokenKind::Modifier:
    switch (rule()) {
    case Rule::SectionDirective:
      return "a section name such as `.debug_str`";
    case Rule::Attribute:
      return "an attribute such as `.managed`";
    default:
      return "a type such as `.u32`";
    }
  case TokenKind::Identifier:
    return "a name";
  case TokenKind::Integer:
    return "an integer";
  case TokenKind::Float:
    return "a version such as `9.2`";
  case TokenKind::String:
    return "a string";
  case TokenKind::SourceText:
    return "a text between `.source_begin` and `.source_end`";
  case TokenKind::RBrace:
  case TokenKind::RParen:
    if (startsOperand())
      return ("`,` or `" + spelling + "`").str();
    break;
  default:
    break;
  }
  return ptx::quoted(spelling);
}

/// The context of an expected single token.
std::string SyntaxErrors::context(TokenKind wanted) const {
  switch (rule()) {
  case Rule::Address:
    return " to close the address";
  case Rule::Index:
    return " to close the index";
  case Rule::Vector:
    return " to close the vector";
  case Rule::CallArguments:
    return " to close the argument list";
  case Rule::ParameterList:
  case Rule::ReturnParameters:
    return " to close the parameter list";
  case Rule::InitializerList:
    return " to close the initializer";
  case Rule::ConstantAtom:
  case Rule::Cast:
    return " to close the parenthesis";
  case Rule::FirstDimension:
  case Rule::ArrayDimensions:
    return " to close the array dimension";
  case Rule::ParameterizedName:
    return " to close the register count";
  case Rule::Attributes:
  case Rule::Attribute:
    return wanted == TokenKind::RParen ? " to close the attribute" : "";
  case Rule::Conditional:
    return " of the conditional expression";
  case Rule::SectionDirective:
    return wanted == TokenKind::RBrace   ? " to close the section"
           : wanted == TokenKind::LBrace ? " after the section name"
                                         : "";
  case Rule::Block:
    return " to close the block";
  default:
    return "";
  }
}
