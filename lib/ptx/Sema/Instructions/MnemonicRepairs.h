// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_MNEMONICREPAIRS_H
#define PTX_SEMA_INSTRUCTIONS_MNEMONICREPAIRS_H

#include "ptx/Sema/Instructions/FormChoice.h"

namespace ptx {

/// How unlikely it is that `mnemonic` is what the author of `inst` meant, whatever is written.
enum class Unlikeliness : uint8_t {
  /// The operands fit a form.
  None,
  /// Their number fits.
  OtherTypes,
  /// The same of forms that the module's version and target, or the manual, do not have.
  OtherTarget,
  OtherTypesAndTarget,
  /// Their number does not fit, or no form takes the modifiers.
  Unfit,
};

Unlikeliness unlikeliness(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic);

/// Whether the operands fit as they are.
inline bool takesOperands(Unlikeliness of) {
  return of == Unlikeliness::None || of == Unlikeliness::OtherTarget;
}

/// What has to be added to a mnemonic that lacks modifiers.
struct Completion {
  /// The places of the nearest form, with the modifiers that are written and those of `added`.
  InstrView view;
  /// The modifiers that can only be one word, in the order of the manual.
  llvm::SmallVector<Modifier, 2> added;
  /// The first place that several words can fill, and those that are the likeliest; none if all
  /// that is missing is in `added`.
  size_t place = 0;
  llvm::SmallVector<Modifier, 0> choices;
  /// Of the completed mnemonic.
  Unlikeliness misfit = Unlikeliness::Unfit;

  /// How many places had to be filled.
  size_t count() const { return added.size() + !choices.empty(); }
};

/// Completes `mnemonic`, whose failure is `Missing`.
Completion completeMnemonic(const BodyScope &scope, const Instruction &inst,
                            const Mnemonic &mnemonic);

/// Completes `mnemonic`, whose failure is `RuleBroken`, if the rule asks for a modifier that is not
/// there; `misfit` is `Unfit` otherwise.
Completion completeRule(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic);

/// The words that in place of modifier `index`, from 0, give a mnemonic that the operands fit and
/// the module can have, in the order of the records; none if nothing is missing without it.
llvm::SmallVector<Modifier, 0> alternativeWords(const BodyScope &scope, const Instruction &inst,
                                                const Mnemonic &mnemonic, unsigned index);

/// The same of a mnemonic with the modifiers `words`, whatever is missing
/// without it.
llvm::SmallVector<Modifier, 0> wordsInPlaceOf(const BodyScope &scope, const Instruction &inst,
                                              const Mnemonic &mnemonic,
                                              llvm::ArrayRef<Modifier> words, unsigned index);

/// The first modifier without which some form takes the others and the operands, if there is one.
std::optional<unsigned> needlessWord(const BodyScope &scope, const Instruction &inst,
                                     const Mnemonic &mnemonic);

/// The first of two neighbouring modifiers without which some form takes the others and the
/// operands, if there are such.
std::optional<unsigned> needlessPair(const BodyScope &scope, const Instruction &inst,
                                     const Mnemonic &mnemonic);

/// The first of two neighbouring types that the operands fit the other way round; none if none or
/// several pairs are such.
std::optional<unsigned> exchangedTypes(const BodyScope &scope, const Instruction &inst,
                                       const Mnemonic &mnemonic);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MNEMONICREPAIRS_H
