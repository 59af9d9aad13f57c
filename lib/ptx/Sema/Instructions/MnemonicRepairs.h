// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_MNEMONICREPAIRS_H
#define PTX_SEMA_INSTRUCTIONS_MNEMONICREPAIRS_H

#include "ptx/Sema/Instructions/FormChoice.h"

namespace ptx {

/// How unlikely `mnemonic` is as the intent of `inst`, regardless of its own mnemonic.
enum class Unlikeliness : uint8_t {
  /// The operands match a form.
  None,
  /// Their number matches.
  OtherTypes,
  /// The same for forms that the module's version and target do not support, or that the manual
  /// does not have.
  OtherTarget,
  OtherTypesAndTarget,
  /// Their number does not match, or no form matches the modifiers.
  Unfit,
};

Unlikeliness unlikeliness(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic);

/// Whether the operands match without changes.
inline bool takesOperands(Unlikeliness of) {
  return of == Unlikeliness::None || of == Unlikeliness::OtherTarget;
}

/// The additions to a mnemonic with missing modifiers.
struct Completion {
  /// The positions of the closest form, with the written modifiers and those of `added`.
  InstrView view;
  /// The missing modifiers with only one possible word, in the order of the manual.
  llvm::SmallVector<Modifier, 2> added;
  /// The first position with several possible words, and the most likely of them; none if `added`
  /// has all missing modifiers.
  size_t place = 0;
  llvm::SmallVector<Modifier, 0> choices;
  /// Of the completed mnemonic.
  Unlikeliness misfit = Unlikeliness::Unfit;

  /// The number of positions that had to be filled.
  size_t count() const { return added.size() + !choices.empty(); }
};

/// Completes `mnemonic`, whose failure is `Missing`.
Completion completeMnemonic(const BodyScope &scope, const Instruction &inst,
                            const Mnemonic &mnemonic);

/// Completes `mnemonic`, whose failure is `RuleBroken`, if the rule requires a missing modifier.
/// Otherwise `misfit` is `Unfit`.
Completion completeRule(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic);

/// The replacements of modifier `index`, from 0, that give a mnemonic which the operands match and
/// the module supports, in the order of the records; none if nothing is missing without it.
llvm::SmallVector<Modifier, 0> alternativeWords(const BodyScope &scope, const Instruction &inst,
                                                const Mnemonic &mnemonic, unsigned index);

/// The same for a mnemonic with the modifiers `words`, even if nothing is missing without it.
llvm::SmallVector<Modifier, 0> wordsInPlaceOf(const BodyScope &scope, const Instruction &inst,
                                              const Mnemonic &mnemonic,
                                              llvm::ArrayRef<Modifier> words, unsigned index);

/// The first modifier without which some form matches the others and the operands, if any.
std::optional<unsigned> needlessWord(const BodyScope &scope, const Instruction &inst,
                                     const Mnemonic &mnemonic);

/// The first of two adjacent modifiers without which some form matches the others and the operands,
/// if any.
std::optional<unsigned> needlessPair(const BodyScope &scope, const Instruction &inst,
                                     const Mnemonic &mnemonic);

/// The first of two adjacent types that match the operands if swapped; none if there is no such
/// pair or more than one.
std::optional<unsigned> exchangedTypes(const BodyScope &scope, const Instruction &inst,
                                       const Mnemonic &mnemonic);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MNEMONICREPAIRS_H
