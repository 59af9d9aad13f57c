// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Canonical/UnitSpeller.h"
#include "ptx/Syntax/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSwitch.h"

using namespace ptx;
using llvm::StringRef;

void UnitSpeller::run() {
  spellMnemonics();
  spellNumbers();
  spellComponents();
  for (const Variable &variable : unit.variables())
    order(variable);
  for (const Function &function : unit.functions())
    order(function);
}

bool UnitSpeller::hasTriviaInside(TokenId first, TokenId last) const {
  llvm::SmallVector<Trivia, 4> trivia;
  for (uint32_t i = first.index; i != last.index && trivia.empty(); ++i)
    collectTrivia(unit.tokens().buffer(),
                  {unit.range(TokenId{i}).end, unit.range(TokenId{i + 1}).begin}, trivia);
  return !trivia.empty();
}

void UnitSpeller::replace(SourceRange range, std::string text) {
  if (keptLines.touch(range))
    return;
  // If lines are identified by number, no line may be removed.
  if (!keptLines.empty())
    text.append(unit.tokens().buffer().slice(range.begin, range.end).count('\n'), '\n');
  edits.replace(range, std::move(text));
}

void UnitSpeller::spellMnemonics() {
  if (!checked)
    return;
  for (auto [inst, signature] : llvm::zip(unit.instructions(), checked->signatures)) {
    if (!signature || signature->view.form->undocumented) {
      kept.push_back(&inst);
      continue;
    }
    StringRef text = mnemonics.respelled(unit, inst, *signature);
    TokenId last{inst.opcode.index + inst.modifierCount};
    if (!text.empty() && !hasTriviaInside(inst.opcode, last))
      replace(unit.range(inst.opcode, last), text.str());
  }
}

bool UnitSpeller::isKept(TokenId token) const {
  auto *next = llvm::upper_bound(kept, token.index, [](uint32_t index, const Instruction *inst) {
    return index < inst->first().index;
  });
  return next != kept.begin() && token.index <= next[-1]->last.index;
}

/// A number with lower-case prefix and exponent letters and upper-case digits. (Manual 4.5.1,
/// 4.5.2)
static std::string canonicalNumber(TokenKind kind, StringRef text) {
  if (kind == TokenKind::Float)
    return text.lower();
  if (!llvm::isAlpha(text[1])) // decimal or octal, perhaps with a `U`
    return text.str();
  return text.take_front(2).lower() + text.drop_front(2).upper();
}

void UnitSpeller::spellNumbers() {
  const TokenList &tokens = unit.tokens();
  for (uint32_t i = 0; i != tokens.size(); ++i) {
    switch (tokens.kind(i)) {
    case TokenKind::Integer:
    case TokenKind::Float:
    case TokenKind::Float32:
    case TokenKind::Float64:
      break;
    default:
      continue;
    }
    if (tokens[i].storedLength() < 3) // no prefix, no exponent
      continue;
    StringRef text = tokens.text(i);
    if (llvm::none_of(text, llvm::isAlpha) || isKept({i}))
      continue;
    if (std::string number = canonicalNumber(tokens.kind(i), text); number != text)
      replace(tokens.range(i), std::move(number));
  }
}

StringRef ptx::canonicalComponent(StringRef text) {
  return llvm::StringSwitch<StringRef>(text)
      .Case(".r", ".x")
      .Case(".g", ".y")
      .Case(".b", ".z")
      .Case(".a", ".w")
      .Default(text);
}

void UnitSpeller::spellComponents() {
  for (const Expr &e : unit.expressions()) {
    if (e.kind != ExprKind::Member)
      continue;
    StringRef text = unit.text(e.component());
    if (StringRef component = canonicalComponent(text); component != text && !isKept(e.token))
      replace(unit.range(e.component()), component.str());
  }
}
