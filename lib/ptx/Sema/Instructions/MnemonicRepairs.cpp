// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/MnemonicRepairs.h"
#include "ptx/Isa/Tables.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <optional>

using namespace ptx;

/// No form lacks more modifiers than this.
static constexpr unsigned maxAdded = 6;

/// The modifiers of `view`, in the order of the manual.
static llvm::SmallVector<Modifier, 10> modifiersOf(const InstrView &view) {
  llvm::SmallVector<Modifier, 10> words;
  llvm::copy_if(view.modifiers, std::back_inserter(words),
                [](Modifier word) { return word != Modifier::none; });
  return words;
}

Unlikeliness ptx::unlikeliness(const BodyScope &scope, const Instruction &inst,
                               Mnemonic &mnemonic) {
  if (!mnemonic.match().matched())
    return Unlikeliness::Unfit;
  unsigned misfit = operandMisfit(scope, inst, mnemonic);
  if (misfit > 1)
    return Unlikeliness::Unfit;
  auto count = static_cast<unsigned>(scope.unit.list(inst.operands()).size());
  bool canHave =
      llvm::any_of(mnemonic.signatures(count, false).all, [](const Signature &signature) {
        return signature.gateFailures.empty() && !signature.brokenRule &&
               !signature.uncheckedRule && !signature.view.form->undocumented;
      });
  if (canHave)
    return misfit == 0 ? Unlikeliness::None : Unlikeliness::OtherTypes;
  return misfit == 0 ? Unlikeliness::OtherTarget : Unlikeliness::OtherTypesAndTarget;
}

/// Chooses the most likely of `words` for the empty position of `completion`.
static void chooseWords(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                        llvm::ArrayRef<Modifier> words, Completion &completion) {
  llvm::SmallVector<Unlikeliness, 16> misfits;
  for (Modifier word : words) {
    InstrView view = completion.view;
    view.modifiers[completion.place] = word;
    Mnemonic other = mnemonic.with(modifiersOf(view));
    misfits.push_back(unlikeliness(scope, inst, other));
  }
  completion.misfit = Unlikeliness::Unfit;
  for (Unlikeliness misfit : misfits)
    completion.misfit = std::min(completion.misfit, misfit);
  for (auto [word, misfit] : llvm::zip(words, misfits))
    if (misfit == completion.misfit)
      completion.choices.push_back(word);
}

Completion ptx::completeMnemonic(const BodyScope &scope, const Instruction &inst,
                                 const Mnemonic &mnemonic) {
  Completion completion;
  completion.view = mnemonic.match().nearestView;
  // Further missing words are only known after adding the first.
  std::optional<Mnemonic> current(mnemonic.with(writtenWords(scope.unit, inst)));
  while (current->match().failure == MatchFailure::Missing && completion.added.size() < maxAdded) {
    const MatchResult &match = current->match();
    if (match.missing.size() != 1)
      break;
    completion.view = match.nearestView;
    completion.view.modifiers[match.place] = match.missing.front();
    completion.added.push_back(match.missing.front());
    current.emplace(mnemonic.with(modifiersOf(completion.view)));
  }
  completion.misfit = unlikeliness(scope, inst, *current);
  if (current->match().failure != MatchFailure::Missing)
    return completion;
  const MatchResult &match = current->match();
  completion.view = match.nearestView;
  completion.place = match.place;
  chooseWords(scope, inst, mnemonic, match.missing, completion);
  return completion;
}

Completion ptx::completeRule(const BodyScope &scope, const Instruction &inst,
                             const Mnemonic &mnemonic) {
  Completion completion;
  const MatchResult &match = mnemonic.match();
  const ConditionNode &implied = tables::conditions()[match.rule->implied];
  completion.view = match.nearestView;
  completion.place = implied.place;
  if (implied.kind == ConditionKind::Modifier &&
      completion.view.modifiers[implied.place] == Modifier::none)
    chooseWords(scope, inst, mnemonic, match.nearest->slots()[implied.place].words(), completion);
  return completion;
}

llvm::SmallVector<Modifier, 0> ptx::alternativeWords(const BodyScope &scope,
                                                     const Instruction &inst,
                                                     const Mnemonic &mnemonic, unsigned index) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  for (auto [i, word] : llvm::enumerate(words))
    if (word == Modifier::none && i != index)
      return {};
  // If nothing is missing without the word, it does not replace another one.
  ModifierChange removal{static_cast<uint8_t>(index), Modifier::none};
  if (Mnemonic other = mnemonic.with(removal.appliedTo(words));
      unlikeliness(scope, inst, other) < Unlikeliness::OtherTarget)
    return {};
  return wordsInPlaceOf(scope, inst, mnemonic, words, index);
}

llvm::SmallVector<Modifier, 0> ptx::wordsInPlaceOf(const BodyScope &scope, const Instruction &inst,
                                                   const Mnemonic &mnemonic,
                                                   llvm::ArrayRef<Modifier> words, unsigned index) {
  llvm::SmallVector<Modifier, 0> tried, alternatives;
  for (const FormInfo &form : formsOf(mnemonic.opcode())) {
    if (form.undocumented || words.size() > form.slots().size())
      continue;
    for (const SlotInfo &slot : form.slots())
      for (Modifier word : slot.words()) {
        if (llvm::is_contained(words, word) || llvm::is_contained(tried, word))
          continue;
        tried.push_back(word);
        ModifierChange change{static_cast<uint8_t>(index), word};
        Mnemonic other = mnemonic.with(change.appliedTo(words));
        if (unlikeliness(scope, inst, other) == Unlikeliness::None)
          alternatives.push_back(word);
      }
  }
  return alternatives;
}

std::optional<unsigned> ptx::needlessWord(const BodyScope &scope, const Instruction &inst,
                                          const Mnemonic &mnemonic) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  for (unsigned index = 0; index != words.size(); ++index) {
    ModifierChange removal{static_cast<uint8_t>(index), Modifier::none};
    if (Mnemonic other = mnemonic.with(removal.appliedTo(words));
        unlikeliness(scope, inst, other) == Unlikeliness::None)
      return index;
  }
  return std::nullopt;
}

std::optional<unsigned> ptx::needlessPair(const BodyScope &scope, const Instruction &inst,
                                          const Mnemonic &mnemonic) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  for (unsigned first = 0; first + 1 < words.size(); ++first) {
    llvm::SmallVector<Modifier, 10> fewer(words);
    fewer.erase(fewer.begin() + first, fewer.begin() + first + 2);
    if (Mnemonic other = mnemonic.with(fewer); takesOperands(unlikeliness(scope, inst, other)))
      return first;
  }
  return std::nullopt;
}

std::optional<unsigned> ptx::exchangedTypes(const BodyScope &scope, const Instruction &inst,
                                            const Mnemonic &mnemonic) {
  llvm::SmallVector<Modifier, 10> words = writtenWords(scope.unit, inst);
  std::optional<unsigned> found;
  for (unsigned first = 0; first + 1 < words.size(); ++first) {
    if (!info(words[first]).isType || !info(words[first + 1]).isType)
      continue;
    llvm::SmallVector<Modifier, 10> exchanged(words);
    std::swap(exchanged[first], exchanged[first + 1]);
    Mnemonic other = mnemonic.with(exchanged);
    if (!takesOperands(unlikeliness(scope, inst, other)))
      continue;
    if (found)
      return std::nullopt;
    found = first;
  }
  return found;
}
