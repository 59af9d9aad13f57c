// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_FORMCHOICE_H
#define PTX_SEMA_INSTRUCTIONS_FORMCHOICE_H

#include "ptx/Sema/Operands/OperandMatcher.h"

namespace ptx {

/// What the author of an instruction that nothing fits most likely meant, and what has to change.
///
/// Each way to make the instruction fit costs what the author would have to have done wrong: one
/// operand that is not as expected is cheaper than one that is missing, too many or elsewhere, and
/// that is cheaper than two operands that are not as expected. The cheapest way is chosen.
struct FormChoice {
  enum class Change : uint8_t {
    /// None: a signature takes the operands.
    None,
    /// Each operand of `problems`.
    Operands,
    /// The type modifier `word`, so that the operands of `problems` fit.
    Type,
    /// `count` operands have to be added, the first as operand `operand`.
    Add,
    /// Operand `operand` has to go.
    Remove,
    /// Operand `operand` belongs on place `place`.
    Move,
    /// The operands of `groups` are the elements of vectors.
    Brace,
    /// The vector `operand` belongs in the brackets of the operand before it.
    Bracket,
    /// More than one operand is missing or too many.
    Count,
  };

  Change change = Change::Count;
  /// Of `Move`: whether other orders fit, too.
  bool ambiguous = false;
  /// The signature that is meant; null for `Count`.
  const Signature *signature = nullptr;
  /// Numbers of operands in the source and of places of the signature, from 0.
  unsigned operand = 0;
  unsigned place = 0;
  unsigned count = 1;
  /// Of `Type`: the number of the modifier, from 0, and the mnemonic that would do.
  unsigned word = 0;
  Modifier replacement = Modifier::none;
  std::string mnemonic;
  struct Problem {
    unsigned operand;
    OperandProblem what;
    /// How much it says against the signature.
    unsigned cost;
  };
  llvm::SmallVector<Problem, 2> problems;
  /// Of `Brace`: the first operand of a vector, and how many elements it has.
  struct Group {
    unsigned first;
    unsigned count;
  };
  llvm::SmallVector<Group, 2> groups;
};

/// Chooses what is meant by `inst`, whose modifiers fit some form.
FormChoice chooseForm(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic);

/// Moves operand `from` to place `to`; those between make room.
void moveOperand(llvm::SmallVectorImpl<ExprId> &operands, unsigned from, unsigned to);

/// How well the operands of `inst` fit `mnemonic`, whatever the mnemonic that is written: 0 if all
/// fit, 1 if their number does, 2 if not even that.
unsigned operandMisfit(const BodyScope &scope, const Instruction &inst, Mnemonic &mnemonic);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_FORMCHOICE_H
