// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Inline/Fragments/SplicedConstant.h"

#include "ptx/Inline/Fragments/PtxText.h"
#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using llvm::StringRef;

bool SplicedConstant::isIn(SourceRange range) const {
  return llvm::any_of(words, [&](const Word &word) {
    return word.source.begin < range.end && range.begin < word.source.end;
  });
}

/// Replaces each `from` in `text`, unless a digit follows.
static void replaceAll(std::string &text, const std::string &from, const std::string &to) {
  for (size_t at = 0; (at = text.find(from, at)) != std::string::npos; at += to.size()) {
    size_t end = at + from.size();
    if (end == text.size() || !llvm::isDigit(text[end]))
      text.replace(at, from.size(), to);
  }
}

void SplicedConstant::restore(Diagnostic &d, StringRef value) const {
  for (const Word &word : words) {
    std::string from = ("." + word.before + value + word.after).str();
    std::string to = ("." + word.before + word.name + word.after).str();
    replaceAll(d.message, from, to);
    for (std::string &argument : d.arguments)
      replaceAll(argument, from, to);
    for (Note &note : d.notes)
      replaceAll(note.message, from, to);
  }
}

/// The values that make a modifier of `before` and `after`, in ascending order.
static std::vector<std::string> valuesBetween(StringRef before, StringRef after) {
  constexpr unsigned greatest = 1024;
  std::vector<std::string> values;
  for (unsigned value = 0; value <= greatest; ++value)
    if (findModifier((before + llvm::Twine(value) + after).str()) != Modifier::none)
      values.push_back(std::to_string(value));
  return values;
}

std::optional<SplicedConstant> ptx::findSplicedConstant(const AsmStatement &statement) {
  constexpr size_t mostValues = 12, mostWords = 16;
  const AsmSyntax &syntax = *statement.syntax;
  StringRef bytes = statement.text.text();
  if (!statement.isExtended || !statement.hasOperands || statement.isBroken ||
      syntax.sign != cudaSyntax.sign || !statement.holes.empty())
    return std::nullopt;
  auto isPartOfWord = [&](size_t at) {
    return at < bytes.size() && bytes[at] != syntax.sign &&
           (isNameCharacter(bytes[at]) || bytes[at] == ':');
  };
  SplicedConstant found{0, {}, {}};
  for (size_t at = 0; (at = bytes.find(syntax.sign, at)) != StringRef::npos;) {
    StringRef digits = bytes.drop_front(at + 1).take_while(llvm::isDigit);
    unsigned index = 0;
    if (digits.empty() || digits.getAsInteger(10, index) || index >= statement.operands.size()) {
      at += digits.empty() ? 2 : 1;
      continue;
    }
    size_t end = at + 1 + digits.size(), begin = at, stop = end;
    while (begin > 0 && isPartOfWord(begin - 1))
      --begin;
    while (isPartOfWord(stop))
      ++stop;
    const AsmOperand &operand = statement.operands[index];
    bool isSpliced = begin != at || stop != end || (at > 0 && bytes[at - 1] == '.');
    if (operand.letters(syntax) == "n" && !operand.value && isSpliced) {
      bool isModifier = begin > 0 && bytes[begin - 1] == '.' && begin != at;
      bool isOther = !found.words.empty() && index != found.operand;
      bool isNext = stop < bytes.size() && bytes[stop] == syntax.sign;
      if (!isModifier || isOther || isNext || found.words.size() == mostWords)
        return std::nullopt;
      SplicedConstant::Word word{
          bytes.slice(begin, at), bytes.slice(at, end), bytes.slice(end, stop),
          statement.text.sourceOf({static_cast<uint32_t>(at), static_cast<uint32_t>(end)})};
      std::vector<std::string> values = valuesBetween(word.before, word.after);
      if (!found.words.empty())
        llvm::erase_if(values, [&](const std::string &value) {
          return !llvm::is_contained(found.values, value);
        });
      found.operand = index;
      found.values = std::move(values);
      found.words.push_back(word);
    }
    at = end;
  }
  bool isUsable = !found.values.empty() && found.values.size() <= mostValues;
  return isUsable ? std::optional(std::move(found)) : std::nullopt;
}
