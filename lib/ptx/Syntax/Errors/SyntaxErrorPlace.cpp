// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is in the text where a syntax error is, as messages show it.

#include "ptx/Isa/Reference/Words.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The text of a token for a message: in backticks, shortened, on one line.
std::string SyntaxErrors::shown(uint32_t token) const {
  constexpr size_t most = 40;
  StringRef text = parser.tokens.text(token);
  StringRef shown = text.take_front(most).take_until([](char c) { return c == '\n' || c == '\r'; });
  return ("`" + shown + (shown.size() < text.size() ? "..." : "") + "`").str();
}

std::string SyntaxErrors::found() const {
  uint32_t at = parser.position();
  if (kind() != TokenKind::EndOfFile)
    return shown(at);
  uint32_t offset = parser.tokens[at].offset();
  if (parser.isBody && parser.bodyClosed && offset < parser.tokens.buffer().size())
    return "`}`";
  return "end of file";
}

unsigned SyntaxErrors::statementFrame() const {
  for (unsigned i = parser.depth - 1; i != 0; --i)
    switch (parser.frames[i].rule) {
    case Rule::LabelOrInstruction:
    case Rule::LabelOrCall:
    case Rule::GuardedInstruction:
    case Rule::ContinuedInstruction:
    case Rule::VariableDeclaration:
    case Rule::LocDirective:
    case Rule::LocIntermediate:
    case Rule::PragmaDirective:
    case Rule::Entry:
    case Rule::DeviceFunction:
    case Rule::Block:
    case Rule::Body:
      return i;
    default:
      break;
    }
  return 0;
}

/// The token of the mnemonic of the current instruction, if the parser has consumed it.
std::optional<uint32_t> SyntaxErrors::mnemonic() const {
  const LeanParser::Frame &frame = parser.frames[statementFrame()];
  uint32_t token = frame.mark.firstToken;
  switch (frame.rule) {
  case Rule::LabelOrInstruction:
  case Rule::LabelOrCall:
    break;
  case Rule::GuardedInstruction: // @p or @!p comes first
    token += parser.tokens.kind(token + 1) == TokenKind::Not ? 3 : 2;
    token += token < parser.position() && parser.tokens.kind(token) == TokenKind::Backslash;
    break;
  case Rule::ContinuedInstruction:
    ++token;
    break;
  default:
    return std::nullopt;
  }
  return token < parser.position() ? std::optional(token) : std::nullopt;
}

/// The token after the modifiers of the instruction whose mnemonic is at `token`.
uint32_t SyntaxErrors::endOfModifiers(uint32_t token) const {
  do
    ++token;
  while (token < parser.position() && parser.tokens.text(token).starts_with("."));
  return token;
}

/// The mnemonic with modifiers of the current instruction, in backticks; empty outside of
/// instructions.
std::string SyntaxErrors::instruction() const {
  std::optional<uint32_t> first = mnemonic();
  if (!first)
    return "";
  constexpr size_t most = 80;
  std::string text;
  for (uint32_t i = *first; i != endOfModifiers(*first) && text.size() < most; ++i)
    text += parser.tokens.text(i).take_front(most);
  return ptx::quoted(text);
}

/// The position of a missing `;`: after the operands, or after a mnemonic without operands.
void SyntaxErrors::placeAfterOperands(ExpectedSyntax &expected) const {
  if (std::string name = instruction(); !name.empty()) {
    expected.followsOperands = hasOperands();
    expected.where = (expected.followsOperands ? " after the operands of " : " after ") + name;
    return;
  }
  Rule statement = parser.frames[statementFrame()].rule;
  if (statement == Rule::VariableDeclaration)
    expected.where = " after the declaration";
  else if (statement == Rule::PragmaDirective)
    expected.where = " after `.pragma`";
}

/// Whether a token is between the modifiers of the current instruction and the token found.
bool SyntaxErrors::hasOperands() const {
  std::optional<uint32_t> first = mnemonic();
  return first && endOfModifiers(*first) != parser.position();
}

bool SyntaxErrors::startsMnemonic() const {
  uint32_t at = parser.position();
  return touches(at + 1) && parser.tokens.text(at + 1).starts_with(".") &&
         findOpcode(parser.tokens.text(at));
}

bool SyntaxErrors::startsOperand() const {
  if (startsMnemonic())
    return false;
  switch (kind()) {
  case TokenKind::Identifier:
  case TokenKind::Call:
  case TokenKind::Integer:
  case TokenKind::Float:
  case TokenKind::Float32:
  case TokenKind::Float64:
  case TokenKind::WarpSize:
  case TokenKind::LBracket:
  case TokenKind::LBrace:
  case TokenKind::LParen:
  case TokenKind::Sink:
    return !parser.onNewLine(parser.position());
  default:
    return false;
  }
}
