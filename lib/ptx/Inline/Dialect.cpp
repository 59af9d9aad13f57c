// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Dialect.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Types.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

static bool isWordCharacter(char c) {
  return llvm::isAlnum(c) || c == '_' || c == '.' || c == ':' || c == '$';
}

/// Drops blanks, comments and braces, and what may precede a mnemonic: a guard, labels.
static StringRef toMnemonic(StringRef text) {
  for (;;) {
    text = text.ltrim(" \t\r\n\v\f{};");
    if (text.starts_with("//")) {
      text = text.drop_until([](char c) { return c == '\n'; });
    } else if (text.starts_with("/*")) {
      size_t end = text.find("*/", 2);
      text = end == StringRef::npos ? "" : text.drop_front(end + 2);
    } else if (text.starts_with("@")) {
      text = text.drop_front().ltrim(" !").ltrim('%').drop_while(isWordCharacter);
    } else {
      // A label; `::` belongs to a modifier.
      size_t end = text.find_if_not(
          [](char c) { return llvm::isAlnum(c) || c == '_' || c == '$' || c == '%' || c == '='; });
      size_t colon = text.find_first_not_of(" \t", end);
      if (end == 0 || colon == StringRef::npos || text[colon] != ':' ||
          text.drop_front(colon).starts_with("::"))
        return text;
      text = text.drop_front(colon + 1);
    }
  }
}

/// What the first word of a statement tells. The directives are those that can be in a body and
/// that no other assembler has.
static Dialect dialectOfWord(StringRef mnemonic) {
  if (mnemonic.starts_with("."))
    return llvm::is_contained({".reg", ".pragma", ".param", ".shared", ".local", ".const",
                               ".visible", ".branchtargets", ".callprototype"},
                              mnemonic)
               ? Dialect::Ptx
               : Dialect::Other;
  llvm::SmallVector<StringRef, 8> parts;
  mnemonic.split(parts, '.');
  bool isOpcode = findOpcode(parts[0]).has_value();
  if (parts.size() == 1)
    return isOpcode ? Dialect::Perhaps : Dialect::Other;
  if (isOpcode)
    return Dialect::Ptx;
  // A mnemonic that is misspelled; others have modifiers of a letter or two.
  constexpr size_t shortest = 4;
  for (StringRef part : llvm::ArrayRef(parts).drop_front())
    if (findType(part) || (part.size() >= shortest && findModifier(part) != Modifier::none))
      return Dialect::Ptx;
  return Dialect::Other;
}

Dialect ptx::dialectOf(const AsmStatement &statement) {
  Dialect best = Dialect::Empty;
  bool sawOther = false;
  StringRef text = statement.text.text();
  llvm::ArrayRef<uint32_t> holes = statement.holes;
  for (StringRef rest = toMnemonic(text); !rest.empty();) {
    StringRef mnemonic = rest.take_while(isWordCharacter);
    Dialect found = dialectOfWord(mnemonic);
    // What is not known can be the first part of the word.
    if (found == Dialect::Other && !holes.empty() && text.begin() + holes[0] <= mnemonic.end())
      found = Dialect::Perhaps;
    sawOther |= found == Dialect::Other;
    if (found != Dialect::Other || best == Dialect::Empty)
      best = best == Dialect::Ptx ? best : found;
    if (found == Dialect::Ptx)
      break;
    size_t end = rest.find_first_of(";\n");
    rest = rest.drop_front(std::min(end, rest.size() - 1) + 1);
    holes = holes.drop_while([&](uint32_t hole) { return text.begin() + hole < rest.begin(); });
    rest = toMnemonic(rest);
  }
  if (best == Dialect::Empty)
    return statement.holes.empty() && statement.text.text().find_first_of("{}") == StringRef::npos
               ? best
               : Dialect::Perhaps;
  if (best == Dialect::Perhaps && sawOther)
    return Dialect::Other;
  // NEON has mnemonics such as `vadd.f32`.
  for (const AsmOperand &operand : statement.operands)
    if (operand.constraint &&
        StringRef(*operand.constraint).find_first_of("wxyYvta,") != StringRef::npos)
      return Dialect::Other;
  return best;
}
