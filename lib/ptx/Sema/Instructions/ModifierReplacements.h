// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_MODIFIERREPLACEMENTS_H
#define PTX_SEMA_INSTRUCTIONS_MODIFIERREPLACEMENTS_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Sema/Instructions/MnemonicRepairs.h"

namespace ptx {

/// Changes of one modifier, or of two neighbours, after which some form takes all.
struct Replacement {
  /// How badly the first of `changes` fits.
  Unlikeliness misfit = Unlikeliness::Unfit;
  /// How unlikely the mistake is: 0 for a setting such as the rounding, 1 for one modifier too
  /// many, 2 for a type, `operationWeight` for the operation.
  unsigned weight = 0;
  /// The modifier at fault, from 0; of two neighbours the first.
  unsigned index = 0;
  /// The likeliest first; none if no change helps.
  llvm::SmallVector<ModifierChange, 4> changes;

  static constexpr unsigned operationWeight = 3;

  /// Whether the modifier is one too many.
  bool isRemoval() const { return !changes.empty() && changes.front().word == Modifier::none; }
};

/// The changes that fit the operands best, of these the likeliest.
Replacement chooseReplacement(const BodyScope &scope, const Instruction &inst,
                              const Mnemonic &mnemonic);

/// A word of another kind in place of one that is not a type, so that all fits; no changes if there
/// is none.
Replacement otherWord(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic);

/// Of many changes of `written` keeps those to a word that begins alike, or to an integer type as
/// wide, if there are some.
void keepLikeliest(Modifier written, llvm::SmallVectorImpl<ModifierChange> &changes);

/// What `changes` have in place of one modifier, or of two, in words.
std::string describeChanges(llvm::ArrayRef<ModifierChange> changes);

/// Whether another opcode or modifier, one letter away from that which is written, makes a form of
/// `inst` too: `add.u32` of `and.u32`. Modifier `index` is not looked at.
bool hasOtherReading(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                     std::optional<unsigned> index = std::nullopt);

/// Whether there is one word to put in the place of another, a type that the operands fit or a
/// rounding. It is safe if both say the same: bits in place of an integer of the same width, and
/// the rounding to an integer of a conversion to one. `written`: the modifiers of the source.
std::optional<Applicability> applicabilityOf(const Replacement &replacement,
                                             llvm::ArrayRef<Modifier> written);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MODIFIERREPLACEMENTS_H
