// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_FORMMATCHER_H
#define PTX_ISA_FORMS_FORMMATCHER_H

#include "ptx/Isa/Instructions.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace ptx {

/// A form that matches the modifiers of an instruction. The operands may still not match.
struct FormCandidate {
  InstrView view;
  /// Whether the modifiers are in the order of the manual.
  bool manualOrder = true;
};

/// The reason why no form matches the modifiers of an instruction.
enum class MatchFailure : uint8_t {
  None,
  /// `word` is not a modifier or type of PTX.
  UnknownModifier,
  /// No form of the opcode takes `word`.
  NotAllowed,
  /// Some form takes `word`, but none together with `other`.
  NotTogether,
  /// `word` must follow the opcode directly.
  Misplaced,
  /// `word` is of the same kind as `other`, or equal to it.
  Conflict,
  /// The closest form requires a modifier at its position `place`.
  Missing,
  /// Rule `rule` of the closest form is violated.
  RuleBroken,
};

/// A replacement of modifier `index`, from 0, and of the one after it.
struct ModifierChange {
  uint8_t index;
  /// `Modifier::none`: the modifier is removed.
  Modifier word;
  /// `Modifier::none`: the next modifier does not change.
  Modifier next = Modifier::none;

  /// `words` after the change.
  llvm::SmallVector<Modifier, 10> appliedTo(llvm::ArrayRef<Modifier> words) const;
};

/// The forms that match the modifiers of an instruction, or the reason why there is none.
struct MatchResult {
  static constexpr uint8_t noWord = 0xFF;

  /// In the order of the records, but forms that match the modifiers in the manual's order come
  /// first.
  llvm::SmallVector<FormCandidate, 1> candidates;
  /// The second of two equal modifiers that `ptxas` accepts twice, or `noWord`.
  uint8_t repeated = noWord;
  /// A modifier that `ptxas` ignores although no form has it, or `noWord`.
  uint8_t ignored = noWord;
  bool hasIdleModifiers() const { return repeated != noWord || ignored != noWord; }

  /// The release of `ptxas` whose rules apply.
  ReleaseNumber release = newestRelease;
  MatchFailure failure = MatchFailure::None;
  /// If no form matches: the closest form. Null for `UnknownModifier`.
  const FormInfo *nearest = nullptr;
  /// The places of that form, with the modifiers that could be placed.
  InstrView nearestView;
  /// Numbers of modifiers of the instruction, from 0, or `noWord`.
  uint8_t word = noWord;
  uint8_t other = noWord;
  uint8_t place = 0;
  /// The possible words for a missing modifier, in the closest forms.
  llvm::SmallVector<Modifier, 0> missing;
  const RuleInfo *rule = nullptr;
  /// The changes after which some form matches all modifiers: replacing one by another of its kind,
  /// swapping two adjacent ones whose order matters and that are not types, and removing one.
  llvm::SmallVector<ModifierChange, 0> changes;

  bool matched() const { return !candidates.empty(); }
};

/// Finds the forms that match the modifiers `words` of `opcode`. The order of modifiers is free,
/// except for leading ones, which are part of the instruction's name, for types and state spaces
/// among themselves, and for modifiers that can be at the same positions. An instruction with more
/// than 32 modifiers matches nothing. Changes are only computed with \p findsChanges, since it
/// takes long. The rules are those of `ptxas` of \p release.
MatchResult matchForms(Opcode opcode, llvm::ArrayRef<Modifier> words, bool findsChanges = true,
                       ReleaseNumber release = newestRelease);

/// Whether a form of `opcode` accepts all of `words`. It takes far less time than `matchForms`,
/// which explains why no form matches.
bool someFormTakes(Opcode opcode, llvm::ArrayRef<Modifier> words, ReleaseNumber release);

/// The reason why forms of `opcode` other than `removed` do not match `words`, if it is a missing
/// modifier; otherwise `MatchFailure::None`.
MatchResult matchWithout(const FormInfo &removed, llvm::ArrayRef<Modifier> words);

} // namespace ptx

#endif // PTX_ISA_FORMS_FORMMATCHER_H
