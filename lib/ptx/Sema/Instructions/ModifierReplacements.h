// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_MODIFIERREPLACEMENTS_H
#define PTX_SEMA_INSTRUCTIONS_MODIFIERREPLACEMENTS_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Sema/Instructions/MnemonicRepairs.h"

namespace ptx {

/// Changes of one modifier, or of two adjacent ones, after which some form matches all modifiers.
struct Replacement {
  /// How unlikely the first of `changes` is.
  Unlikeliness misfit = Unlikeliness::Unfit;
  /// How unlikely the mistake is: 0 for a setting such as the rounding mode, 1 for an extra
  /// modifier, 2 for a type, `operationWeight` for the operation.
  unsigned weight = 0;
  /// The index, from 0, of the wrong modifier, or of the first of two.
  unsigned index = 0;
  /// The most likely change first; none if no change helps.
  llvm::SmallVector<ModifierChange, 4> changes;

  static constexpr unsigned operationWeight = 3;

  /// Whether the modifier is to be removed.
  bool isRemoval() const { return !changes.empty() && changes.front().word == Modifier::none; }
};

/// The changes that match the operands best, and among them the most likely.
Replacement chooseReplacement(const BodyScope &scope, const Instruction &inst,
                              const Mnemonic &mnemonic);

/// Replacements of a modifier that is not a type by a word of another kind, so that everything
/// matches; no changes if there are none.
Replacement otherWord(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic);

/// If there are many changes of `written`, keeps those to a word with the same start, or to an
/// integer type of the same width, if any.
void keepLikeliest(Modifier written, llvm::SmallVectorImpl<ModifierChange> &changes);

/// Describes the words that `changes` insert for one modifier or two.
std::string describeChanges(llvm::ArrayRef<ModifierChange> changes);

/// Whether replacing one letter of the opcode or of a modifier also makes `inst` match a form:
/// `add.u32` for `and.u32`. Modifier `index` is skipped.
bool hasOtherReading(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                     std::optional<unsigned> index = std::nullopt);

/// The applicability of a replacement by exactly one word, a type that the operands match or a
/// rounding mode. It is safe if both words mean the same: bits for an integer of the same width,
/// and integer rounding in a conversion to an integer. `written`: the modifiers in the source.
std::optional<Applicability> applicabilityOf(const Replacement &replacement,
                                             llvm::ArrayRef<Modifier> written);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_MODIFIERREPLACEMENTS_H
