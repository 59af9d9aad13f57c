// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lsp/Documents/StatementAtCursor.h"

#include "ptx/Isa/Vocabulary/Directives.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::lsp;
using llvm::StringRef;

static bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == ':'; }

/// Whether `{` after the token `before` opens a vector or a list, not a block.
static bool opensList(const TokenList &tokens, uint32_t before) {
  StringRef text = tokens.text(before);
  char last = text.back();
  return last == ',' || last == '[' || last == '=' || last == '|' || text.starts_with(".") ||
         llvm::isAlnum(last);
}

/// Whether the token is the first of its line and does not continue a list.
static bool startsLine(const TokenList &tokens, uint32_t index) {
  if (index == 0)
    return true;
  StringRef between = tokens.buffer().slice(tokens.range(index - 1).end, tokens.range(index).begin);
  return between.contains('\n') && tokens.kind(index - 1) != TokenKind::Comma;
}

static bool isDirective(StringRef word) {
  return llvm::any_of(allDirectives(),
                      [&](const DirectiveInfo &directive) { return directive.word == word; });
}

/// The first token of the statement that contains the tokens before `end`.
static uint32_t startOf(const TokenList &tokens, uint32_t end) {
  unsigned depth = 0; // of closing braces, from the end
  for (uint32_t i = end; i-- != 0;) {
    switch (tokens.kind(i)) {
    case TokenKind::RBrace:
      // A statement starts after the brace of a block, but continues after the brace of a list.
      if (depth == 0 && i + 1 != end && tokens.kind(i + 1) != TokenKind::Comma &&
          tokens.text(i + 1) != "]")
        return i + 1;
      ++depth;
      break;
    case TokenKind::LBrace:
      if (depth == 0 && (i == 0 || !opensList(tokens, i - 1)))
        return i + 1;
      depth -= depth != 0;
      break;
    case TokenKind::Semicolon:
      return i + 1;
    case TokenKind::Identifier:
      if (depth == 0 && startsLine(tokens, i) && findOpcode(tokens.text(i)))
        return i; // after a statement without its `;`
      break;
    case TokenKind::Colon:
      if (depth == 0)
        return i + 1;
      break;
    default:
      // A directive of the header has no `;`.
      if (depth == 0 && startsLine(tokens, i) && isDirective(tokens.text(i)))
        return i;
      break;
    }
  }
  return 0;
}

/// Determines the position of the cursor among the operands from the tokens `first` to `end`.
static void readOperands(const TokenList &tokens, uint32_t first, uint32_t end,
                         StatementAtCursor &typed) {
  unsigned braces = 0, parentheses = 0, brackets = 0;
  for (uint32_t i = first; i < end; ++i) {
    StringRef text = tokens.text(i);
    char c = text.size() == 1 ? text.front() : ' ';
    braces += c == '{';
    parentheses += c == '(';
    brackets += c == '[';
    braces -= c == '}' && braces;
    parentheses -= c == ')' && parentheses;
    brackets -= c == ']' && brackets;
    typed.operand += c == ',' && braces + parentheses + brackets == 0;
  }
  typed.inAddress = brackets != 0;
  typed.inVector = braces != 0;
}

StatementAtCursor lsp::statementAtCursor(const PtxPiece &code, uint32_t offset) {
  StatementAtCursor typed;
  static_cast<UnitView &>(typed.unit) = placeAt(code.units(), offset);
  const TokenList &tokens = typed.unit.unit->tokens();
  StringRef text = code.text();

  uint32_t begin = offset;
  while (begin != 0 && isWordCharacter(text[begin - 1]) && text[begin - 1] != ':')
    --begin;
  // `.shared::cta` is one word; `L:mov` are two.
  while (text.take_front(begin).ends_with("::")) {
    begin -= 2;
    while (begin != 0 && llvm::isAlnum(text[begin - 1]))
      --begin;
  }
  if (begin != 0 && (text[begin - 1] == '.' || text[begin - 1] == '%'))
    --begin;
  typed.word = {begin, offset};

  uint32_t end = 0; // the token at the cursor
  while (end + 1 < tokens.size() && tokens.range(end).begin < begin)
    ++end;
  uint32_t first = startOf(tokens, end);
  if (first < end && tokens.text(first) == "@") { // the guard
    first += first + 1 < end && tokens.text(first + 1) == "!" ? 3 : 2;
    if (first > end) {
      typed.part = StatementAtCursor::Part::Operand; // any predicate
      typed.opcode.reset();
      return typed;
    }
  }
  if (first >= end) {
    typed.part = StatementAtCursor::Part::Start;
    return typed;
  }
  typed.first = tokens.text(first);
  typed.opcode = findOpcode(typed.first);
  if (!typed.opcode)
    return typed;
  uint32_t next = first + 1;
  for (; next < end && tokens.text(next).starts_with("."); ++next)
    typed.modifiers.push_back(findModifier(tokens.text(next).drop_front()));
  bool touches = tokens.range(next - 1).end == begin;
  if (next == end && touches && text.substr(begin).starts_with(".")) {
    typed.part = StatementAtCursor::Part::Modifier;
    return typed;
  }
  typed.part = StatementAtCursor::Part::Operand;
  readOperands(tokens, next, end, typed);
  return typed;
}
