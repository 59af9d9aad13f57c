// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_FORMMATCHER_H
#define PTX_ISA_FORMS_FORMMATCHER_H

#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace ptx {

/// A form that takes the modifiers of an instruction. The operands may still not fit.
struct FormCandidate {
  InstrView view;
  /// Whether the modifiers are in the order of the manual.
  bool manualOrder = true;
};

/// Why no form takes the modifiers of an instruction.
enum class MatchFailure : uint8_t {
  None,
  /// `word` is not a modifier or type of PTX.
  UnknownModifier,
  /// No form of the opcode takes `word`.
  NotAllowed,
  /// Some form takes `word`, but none together with `other`.
  NotTogether,
  /// `word` must follow the mnemonic at once.
  Misplaced,
  /// `word` says the same kind of thing as `other`, or is the same.
  Conflict,
  /// The nearest form needs a modifier at its place `place`.
  Missing,
  /// Rule `rule` of the nearest form is broken.
  RuleBroken,
};

/// Another word in place of modifier `index`, from 0, and of the one after it.
struct ModifierChange {
  uint8_t index;
  /// `Modifier::none`: the modifier is left out.
  Modifier word;
  /// `Modifier::none`: the modifier after it stays.
  Modifier next = Modifier::none;

  /// `words` after the change.
  llvm::SmallVector<Modifier, 10> appliedTo(llvm::ArrayRef<Modifier> words) const;
};

/// The forms that take the modifiers of an instruction, or why there is none.
struct MatchResult {
  static constexpr uint8_t noWord = 0xFF;

  /// In the order of the records; those that take the modifiers in the manual's order come first.
  llvm::SmallVector<FormCandidate, 1> candidates;
  /// The second of two equal modifiers that `ptxas` accepts twice, or `noWord`.
  uint8_t repeated = noWord;
  /// A modifier that `ptxas` ignores although no form takes it, or `noWord`.
  uint8_t ignored = noWord;
  bool hasIdleModifiers() const { return repeated != noWord || ignored != noWord; }

  /// The release of `ptxas` whose rules count.
  ReleaseNumber release = newestRelease;
  MatchFailure failure = MatchFailure::None;
  /// If no form matches: the form that lacks least. Null with `UnknownModifier`, which no form
  /// explains.
  const FormInfo *nearest = nullptr;
  /// The places of that form, with the modifiers that could be placed.
  InstrView nearestView;
  /// Numbers of modifiers of the instruction, from 0, or `noWord`.
  uint8_t word = noWord;
  uint8_t other = noWord;
  uint8_t place = 0;
  /// The words that would do in place of a missing one, in the nearest form and in those as near.
  llvm::SmallVector<Modifier, 0> missing;
  const RuleInfo *rule = nullptr;
  /// The changes after which some form takes all modifiers: of one to another of its kind, of two
  /// neighbours whose order counts and that are not types, and of one that is too many.
  llvm::SmallVector<ModifierChange, 0> changes;

  bool matched() const { return !candidates.empty(); }
};

/// Finds the forms that take the modifiers `words` of `opcode`. The order of modifiers is free but
/// for those that lead, which are part of the mnemonic's name, for the types and the state
/// spaces among themselves, and for modifiers that can each be on the same places.
/// An instruction with more than 32 modifiers matches nothing.
/// Without \p findsChanges the changes are not looked for, which takes long.
/// The rules are those of `ptxas` of \p release.
MatchResult matchForms(Opcode opcode, llvm::ArrayRef<Modifier> words, bool findsChanges = true,
                       ReleaseNumber release = newestRelease);

/// What keeps the forms of `opcode` other than `removed` from taking `words`, if it is a missing
/// modifier; `MatchFailure::None` otherwise.
MatchResult matchWithout(const FormInfo &removed, llvm::ArrayRef<Modifier> words);

} // namespace ptx

#endif // PTX_ISA_FORMS_FORMMATCHER_H
