// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_FORMCHOICE_H
#define PTX_SEMA_INSTRUCTIONS_FORMCHOICE_H

#include "ptx/Sema/Operands/OperandMatcher.h"

namespace ptx {

/// The most likely intent for an instruction that no signature matches, and the required changes.
///
/// The cost of a change reflects the size of the author's mistake: one mismatched operand is
/// cheaper than one missing, extra or misplaced operand, which is cheaper than two mismatched
/// operands. The cheapest change is chosen.
struct FormChoice {
  enum class Change : uint8_t {
    /// No change: a signature matches the operands.
    None,
    /// Each operand of `problems`.
    Operands,
    /// The type modifier `word`, so that the operands of `problems` match.
    Type,
    /// `count` operands must be added, the first as operand `operand`.
    Add,
    /// Operand `operand` must be removed.
    Remove,
    /// Operand `operand` must be moved to position `place`.
    Move,
    /// The operands of `groups` are the elements of vectors.
    Brace,
    /// The vector `operand` belongs in the brackets of the operand before it.
    Bracket,
    /// More than one operand is missing or extra.
    Count,
  };

  Change change = Change::Count;
  /// For `Move`: whether other orders also match.
  bool ambiguous = false;
  /// For `Move`: whether the operand has another category than the operands that it passes, so that
  /// the exchange is certain.
  bool passesOthers = false;
  /// The intended signature; null for `Count`.
  const Signature *signature = nullptr;
  /// Indices of operands in the source and of positions in the signature, from 0.
  unsigned operand = 0;
  unsigned place = 0;
  unsigned count = 1;
  /// For `Type`: the index of the modifier, from 0, and the matching mnemonic.
  unsigned word = 0;
  Modifier replacement = Modifier::none;
  std::string mnemonic;
  struct Problem {
    unsigned operand;
    OperandProblem what;
    /// The cost of the change.
    unsigned cost;
  };
  llvm::SmallVector<Problem, 2> problems;
  /// For `Brace`: the first operand of a vector and its number of elements.
  struct Group {
    unsigned first;
    unsigned count;
  };
  llvm::SmallVector<Group, 2> groups;
};

/// Chooses the most likely intent of `inst`. Precondition: its modifiers match some form.
FormChoice chooseForm(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic);

/// Moves operand `from` to position `to` and shifts the operands between them.
void moveOperand(llvm::SmallVectorImpl<ExprId> &operands, unsigned from, unsigned to);

/// How well the operands of `inst` match `mnemonic`, regardless of its own mnemonic: 0 if all
/// match, 1 if only their number matches, 2 otherwise.
unsigned operandMisfit(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_FORMCHOICE_H
