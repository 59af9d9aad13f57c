// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `add.32`, a type without its letter, which is a number for the scanner: what the registers of the
// statement are declared tells which letter it was.

#include "ptx/Isa/Forms/FormMatcher.h"
#include "ptx/Syntax/Errors/SyntaxErrors.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

/// The search distance for declarations before a statement, and the number of errors in a list that
/// get a fix. They keep the time linear.
static constexpr uint32_t maxBefore = 4096;
static constexpr size_t maxErrors = 64;
/// The maximum number of operand tokens that are examined.
static constexpr uint32_t maxOperands = 64;

/// Whether `declared`, possibly with a number of registers, declares `name`.
static bool declares(StringRef declared, bool isNumbered, StringRef name) {
  if (!isNumbered)
    return declared == name;
  return name.consume_front(declared) && !name.empty() && llvm::all_of(name, llvm::isDigit);
}

/// The type in the last declaration of the register before the token `end`, such as `.u32`; empty
/// if none is found.
StringRef SyntaxErrors::declaredType(StringRef name, uint32_t end) const {
  StringRef type, found;
  for (uint32_t i = end > maxBefore ? end - maxBefore : 0; i < end; ++i) {
    if (textAt(i) == ".reg")
      type = textAt(i + 1);
    else if (kindAt(i) == TokenKind::Semicolon)
      type = "";
    else if (isTypeName(type) && kindAt(i) == TokenKind::Identifier &&
             declares(textAt(i), kindAt(i + 1) == TokenKind::Less, name))
      found = type;
  }
  return found;
}

/// The type of all registers of the statement that are neither predicates nor in brackets; empty if
/// they have several.
StringRef SyntaxErrors::typeOfOperands(uint32_t first) const {
  StringRef common;
  unsigned brackets = 0;
  for (uint32_t i = first; i != first + maxOperands; ++i) {
    TokenKind kind = kindAt(i);
    if (kind == TokenKind::Semicolon || kind == TokenKind::EndOfFile)
      return common;
    brackets += kind == TokenKind::LBracket;
    brackets -= kind == TokenKind::RBracket && brackets != 0;
    if (kind != TokenKind::Identifier || brackets != 0)
      continue;
    StringRef type = declaredType(textAt(i), first);
    if (type == ".pred")
      continue;
    if (type.empty() || (!common.empty() && common != type))
      return "";
    common = type;
  }
  return "";
}

void SyntaxErrors::fixLostLetter(uint32_t number, Diagnostic &d) const {
  std::optional<uint32_t> first = mnemonic();
  std::optional<Opcode> opcode = first ? findOpcode(textAt(*first)) : std::nullopt;
  StringRef width = parser.tokens.text(number).drop_front();
  StringRef declared;
  if (opcode && parser.diagnostics->size() < maxErrors)
    declared = typeOfOperands(number + 1);
  if (declared.drop_front(std::min<size_t>(declared.size(), 2)) != width)
    return;
  llvm::SmallVector<Modifier, 10> words;
  for (uint32_t i = *first + 1; i != number; ++i)
    words.push_back(findModifier(textAt(i).drop_front()));
  auto fits = [&](StringRef type) {
    words.push_back(findModifier(type.drop_front()));
    bool isMatch = matchForms(*opcode, words, /*findsChanges=*/false).matched();
    words.pop_back();
    return isMatch;
  };
  std::vector<std::string> candidates;
  if (fits(declared)) {
    candidates.push_back(declared.str());
  } else {
    for (char letter : {'b', 'u', 's', 'f'})
      if (std::string type = std::string(".") + letter + width.str(); fits(type))
        candidates.push_back(type);
  }
  if (candidates.size() == 1)
    d.fix(parser.tokens.range(number), candidates.front(),
          "replace by `" + candidates.front() + "`", Applicability::Unsafe);
}
