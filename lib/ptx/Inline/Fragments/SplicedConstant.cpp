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

namespace {

/// The search for the operand that is spliced into modifiers of a statement.
class SpliceSearch {
public:
  SpliceSearch(const AsmStatement &statement)
      : statement(statement), bytes(statement.text.text()), sign(statement.syntax->sign) {}

  std::optional<SplicedConstant> run();

private:
  bool isPartOfWord(size_t at) const {
    return at < bytes.size() && bytes[at] != sign &&
           (isNameCharacter(bytes[at]) || bytes[at] == ':');
  }
  bool add(unsigned index, size_t begin, size_t end);

  const AsmStatement &statement;
  StringRef bytes;
  char sign;
  SplicedConstant found{0, {}, {}};
};

} // namespace

/// Adds the reference to an operand from `begin` to `end` if it is part of a word. Returns false if
/// the word is not a modifier, or if another operand is part of one.
bool SpliceSearch::add(unsigned index, size_t begin, size_t end) {
  constexpr size_t mostWords = 16;
  size_t first = begin, stop = end;
  while (first > 0 && isPartOfWord(first - 1))
    --first;
  while (isPartOfWord(stop))
    ++stop;
  const AsmOperand &operand = statement.operands[index];
  bool isSpliced = first != begin || stop != end || (begin > 0 && bytes[begin - 1] == '.');
  if (operand.letters(*statement.syntax) != "n" || operand.value || !isSpliced)
    return true;
  bool isModifier = first > 0 && bytes[first - 1] == '.' && first != begin;
  bool isOther = !found.words.empty() && index != found.operand;
  bool isNext = stop < bytes.size() && bytes[stop] == sign;
  if (!isModifier || isOther || isNext || found.words.size() == mostWords)
    return false;
  SplicedConstant::Word word{
      bytes.slice(first, begin), bytes.slice(begin, end), bytes.slice(end, stop),
      statement.text.sourceOf({static_cast<uint32_t>(begin), static_cast<uint32_t>(end)})};
  std::vector<std::string> values = valuesBetween(word.before, word.after);
  if (!found.words.empty())
    llvm::erase_if(
        values, [&](const std::string &value) { return !llvm::is_contained(found.values, value); });
  found.operand = index;
  found.values = std::move(values);
  found.words.push_back(word);
  return true;
}

std::optional<SplicedConstant> SpliceSearch::run() {
  constexpr size_t mostValues = 12;
  for (size_t at = 0; (at = bytes.find(sign, at)) != StringRef::npos;) {
    StringRef digits = bytes.drop_front(at + 1).take_while(llvm::isDigit);
    unsigned index = 0;
    if (digits.empty() || digits.getAsInteger(10, index) || index >= statement.operands.size()) {
      at += digits.empty() ? 2 : 1;
      continue;
    }
    size_t end = at + 1 + digits.size();
    if (!add(index, at, end))
      return std::nullopt;
    at = end;
  }
  bool isUsable = !found.values.empty() && found.values.size() <= mostValues;
  return isUsable ? std::optional(std::move(found)) : std::nullopt;
}

std::optional<SplicedConstant> ptx::findSplicedConstant(const AsmStatement &statement) {
  if (!statement.isExtended || !statement.hasOperands || statement.isBroken ||
      statement.syntax->sign != cudaSyntax.sign || !statement.holes.empty())
    return std::nullopt;
  return SpliceSearch(statement).run();
}
