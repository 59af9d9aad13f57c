// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/Suggestions.h"

#include "ptx/Diagnostics/Suggestion.h"
#include "ptx/Isa/Forms/FormMatcher.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Vocabulary/ForeignWords.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Support/Spelling.h"
#include "ptx/Syntax/Lex/Token.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

using namespace ptx;
using llvm::StringRef;
using Words = llvm::SmallVector<StringRef, 8>;

/// Suggestions for an instruction with more modifiers are not worth their cost.
static constexpr size_t maxModifiers = 32;
/// A word that differs in more letters is unlikely.
static constexpr unsigned mostLetters = 2;

/// The modifiers of `inst`, without their dots.
static Words modifiersOf(const SyntaxUnit &unit, const Instruction &inst) {
  Words words;
  for (uint32_t i = 1; i <= std::min<size_t>(inst.modifierCount, maxModifiers); ++i)
    words.push_back(unit.text(TokenId{inst.opcode.index + i}).drop_front());
  return words;
}

/// Whether PTX has an instruction with this name and these modifiers. Parts of the name that
/// contain dots count as several.
static bool isMnemonic(StringRef opcode, llvm::ArrayRef<StringRef> modifiers) {
  auto [name, more] = opcode.split('.');
  std::optional<Opcode> code = findOpcode(name);
  if (!code)
    return false;
  Words words;
  more.split(words, '.', -1, /*KeepEmpty=*/false);
  llvm::SmallVector<Modifier, 8> list;
  for (StringRef modifier : modifiers)
    modifier.split(words, '.', -1, /*KeepEmpty=*/false);
  for (StringRef word : words)
    list.push_back(findModifier(word));
  return list.size() <= maxModifiers && matchForms(*code, list).matched();
}

/// Whether the only one of `candidates` can replace `word`; if `isFitting`, some form accepts it.
/// If the mistake is in a number, the intended number is unknown.
static std::optional<Applicability>
applicabilityOfWord(StringRef word, llvm::ArrayRef<StringRef> candidates, bool isFitting) {
  if (!isFitting || candidates.size() != 1)
    return std::nullopt;
  return differsInNumbers(word, candidates.front()) ? Applicability::Unsafe : Applicability::Safe;
}

static std::string lowerMnemonic(StringRef opcode, llvm::ArrayRef<StringRef> modifiers) {
  std::string text = opcode.lower();
  for (StringRef modifier : modifiers)
    text += "." + modifier.lower();
  return text;
}

/// Keeps only the candidates that match, if there are any.
template <class Fits> static bool preferFitting(Words &candidates, Fits fits) {
  Words fitting;
  llvm::copy_if(candidates, std::back_inserter(fitting), fits);
  if (fitting.empty())
    return false;
  candidates = fitting;
  return true;
}

//===-- The first word ------------------------------------------------------------------------===//

/// `word` instead of the first word of `inst`; modifiers that it includes may already be present.
static void replaceForeign(SourceRange range, const ForeignWord &word,
                           llvm::ArrayRef<StringRef> modifiers, Diagnostic &diagnostic) {
  StringRef ptx = word.ptx;
  Words parts;
  ptx.split(parts, '.');
  std::string whole = ptx.str(), rest = parts.front().str();
  for (StringRef part : llvm::drop_begin(parts))
    if (!llvm::is_contained(modifiers, part))
      rest += ("." + part).str();
  for (const std::string &text : {whole, rest})
    if (isMnemonic(text, modifiers))
      return suggest(diagnostic, range, StringRef(text), "",
                     word.differsInSign ? Applicability::Unsafe : Applicability::Safe);
}

bool ptx::isDirective(StringRef name) {
  for (unsigned kind = 0; kind != static_cast<unsigned>(TokenKind::EndOfFile); ++kind)
    if (StringRef text = tokenSpelling(static_cast<TokenKind>(kind));
        text.consume_front(".") && text == name)
      return true;
  return false;
}

/// The mnemonic for `name` with missing dots, or with underscores instead of dots: `mov.u32` for
/// `mov_u32` and `movu32`. Empty if there is none.
static std::string splitOpcode(StringRef name, llvm::ArrayRef<StringRef> modifiers) {
  std::string found;
  for (const OpcodeInfo &opcode : allOpcodes()) {
    StringRef rest = name;
    if (!rest.consume_front(opcode.name) || rest.empty())
      continue;
    rest.consume_front("_");
    std::string words = rest.str();
    for (bool isSplit : {false, true}) {
      if (isSplit)
        std::replace(words.begin(), words.end(), '_', '.');
      std::string text = (opcode.name + "." + words).str();
      if (isMnemonic(text, modifiers) && text.size() >= found.size())
        found = text;
    }
  }
  return found;
}

void ptx::suggestOpcode(const SyntaxUnit &unit, const Instruction &inst, Diagnostic &diagnostic) {
  StringRef name = unit.text(inst.opcode);
  SourceRange range = unit.range(inst.opcode);
  if (inst.modifierCount > maxModifiers)
    return;
  Words modifiers = modifiersOf(unit, inst);
  if (std::string lower = name.lower(); lower != name && findOpcode(lower)) {
    diagnostic.note(range, "PTX is written in lower case");
    std::string text = lowerMnemonic(name, modifiers);
    if (auto [first, rest] = StringRef(text).split('.'); isMnemonic(first, rest))
      suggest(diagnostic, unit.range(inst.opcode, {inst.opcode.index + inst.modifierCount}),
              StringRef(text));
    return;
  }
  if (std::optional<ForeignWord> word = findForeignWord(ForeignKind::Opcode, name)) {
    diagnostic.note(range, describeForeignWord(ForeignKind::Opcode, name, *word));
    if (word->isReplaced)
      replaceForeign(range, *word, modifiers, diagnostic);
    return;
  }
  if (isDirective(name)) {
    diagnostic.note(range, ("the directive is written `." + name + "`").str());
    diagnostic.fix({range.begin, range.begin}, ".", "insert `.`");
    return;
  }
  NearestSpelling nearest(name);
  // `$exit` is the name of a label.
  if (llvm::isAlpha(name.front()))
    for (const OpcodeInfo &opcode : allOpcodes())
      nearest.consider(opcode.name);
  Words candidates(nearest.words());
  bool isFitting =
      preferFitting(candidates, [&](StringRef word) { return isMnemonic(word, modifiers); });
  if (std::string split = splitOpcode(name, modifiers); !split.empty()) {
    // `addcc` can be `add.cc` and `addc`.
    bool isOther = isFitting && spellingDistance(name, candidates.front(), 1) == 1;
    return suggest(diagnostic, range, StringRef(split), "",
                   isOther ? Applicability::Unsafe : Applicability::Safe);
  }
  suggest(diagnostic, range, candidates, "", applicabilityOfWord(name, candidates, isFitting));
}

/// Whether the instruction with these modifiers is the same for signed and unsigned integers.
static bool ignoresSign(Opcode opcode, llvm::ArrayRef<StringRef> modifiers) {
  llvm::SmallVector<Modifier, 8> list;
  for (StringRef word : modifiers)
    list.push_back(findModifier(word));
  MatchResult match = matchForms(opcode, list);
  return match.matched() && match.candidates.front().view.form->has(Trait::IgnoresSign);
}

//===-- Modifiers -----------------------------------------------------------------------------===//

llvm::SmallVector<StringRef, 32> ptx::wordsOf(Opcode opcode) {
  llvm::SmallVector<StringRef, 32> words;
  for (const FormInfo &form : formsOf(opcode))
    for (const SlotInfo &slot : form.slots())
      for (Modifier word : slot.words())
        words.push_back(info(word).name);
  llvm::sort(words);
  words.erase(llvm::unique(words), words.end());
  return words;
}

/// For `.shared.cta` instead of `.shared::cta`, suggests the word that modifier `index` and
/// adjacent modifiers form. Returns whether there is one.
static bool suggestJoined(const SyntaxUnit &unit, const Instruction &inst, unsigned index,
                          Opcode opcode, Diagnostic &diagnostic) {
  for (const JoinedModifiers &parts : joinedModifiers(unit, inst)) {
    if (index < parts.first || parts.last < index || !takes(opcode, parts.word))
      continue;
    SourceRange range =
        unit.range(modifierToken(inst, parts.first), modifierToken(inst, parts.last));
    suggest(diagnostic, range, StringRef(info(parts.word).name), ".");
    return true;
  }
  return false;
}

void ptx::suggestModifier(const SyntaxUnit &unit, const Instruction &inst, unsigned index,
                          Opcode opcode, llvm::ArrayRef<Modifier> alternatives,
                          Diagnostic &diagnostic) {
  SourceRange range = unit.range(TokenId{inst.opcode.index + 1 + index});
  StringRef word = unit.text(TokenId{inst.opcode.index + 1 + index}).drop_front();
  if (inst.modifierCount > maxModifiers)
    return;
  const Words written = modifiersOf(unit, inst);
  Words modifiers(written);
  auto fits = [&](StringRef candidate) {
    modifiers[index] = candidate;
    return isMnemonic(info(opcode).name, modifiers);
  };
  std::string lower = word.lower();
  if (lower != word && findModifier(lower) != Modifier::none)
    return suggest(diagnostic, range, StringRef(lower), ".");
  if (suggestJoined(unit, inst, index, opcode, diagnostic))
    return;
  if (std::optional<ForeignWord> foreign = findForeignWord(ForeignKind::Modifier, word)) {
    bool isFitting = foreign->isReplaced && fits(foreign->ptx);
    // A word that PTX also has counts as foreign only if its replacement matches.
    if (findModifier(word) != Modifier::none && !isFitting)
      return;
    diagnostic.note(range, describeForeignWord(ForeignKind::Modifier, word, *foreign));
    if (isFitting)
      suggest(diagnostic, range, foreign->ptx, ".",
              foreign->differsInSign && !ignoresSign(opcode, modifiers) ? Applicability::Unsafe
                                                                        : Applicability::Safe);
    return;
  }
  if (findModifier(word) != Modifier::none)
    return;
  NearestSpelling nearest(word);
  for (StringRef candidate : wordsOf(opcode))
    nearest.consider(candidate);
  Words candidates(nearest.words());
  // The alternatives do not include words that are also written elsewhere.
  auto fitsOperands = [&](StringRef candidate) {
    return llvm::is_contained(alternatives, findModifier(candidate)) ||
           (llvm::is_contained(written, candidate) && fits(candidate));
  };
  bool isOnlyOne = preferFitting(candidates, fitsOperands) && candidates.size() == 1;
  bool isFitting = isOnlyOne || preferFitting(candidates, fits);
  auto isNear = [&](StringRef candidate) {
    return candidate.starts_with(word) ||
           spellingDistance(word, candidate, mostLetters) <= mostLetters;
  };
  constexpr size_t mostShown = 8;
  if (llvm::none_of(candidates, isNear) && !alternatives.empty() &&
      alternatives.size() <= mostShown) {
    diagnostic.note(range, "expected " + describeModifiers(alternatives));
    return;
  }
  std::optional<Applicability> applicability =
      applicabilityOfWord(word, candidates, isFitting && llvm::any_of(candidates, isNear));
  // The operands determine the intended number.
  if (applicability && isOnlyOne)
    applicability = Applicability::Safe;
  suggest(diagnostic, range, candidates, ".", applicability);
}

void ptx::suggestType(SourceRange range, StringRef word, Diagnostic &diagnostic) {
  std::string lower = word.lower();
  if (lower != word && findType(lower))
    return suggest(diagnostic, range, StringRef(lower), ".");
  if (std::optional<ForeignWord> foreign = findForeignWord(ForeignKind::Modifier, word)) {
    diagnostic.note(range, describeForeignWord(ForeignKind::Modifier, word, *foreign));
    std::string type = foreign->ptx.str(); // "v4.f32" is two words here
    if (size_t point = type.find('.'); point != std::string::npos)
      type.insert(point, " ");
    if (foreign->isReplaced)
      suggest(diagnostic, range, StringRef(type), ".");
    return;
  }
  NearestSpelling nearest(word);
  for (const TypeInfo &type : allTypes())
    if (type.inRegister || type.inMemory)
      nearest.consider(type.name);
  suggest(diagnostic, range, nearest.words(), ".",
          applicabilityOfWord(word, nearest.words(), /*isFitting=*/true));
}
