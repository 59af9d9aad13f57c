// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_READ_ASMSYNTAX_H
#define PTX_INLINE_READ_ASMSYNTAX_H

#include "ptx/Isa/Vocabulary/Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>

namespace ptx {

/// How a language writes the operands of its `asm` statements.
struct AsmSyntax {
  struct Register {
    char letter;
    TypeId type;
  };

  /// What begins an operand in a template.
  char sign;
  /// Who reads it, as messages have it.
  llvm::StringRef reader;
  llvm::ArrayRef<Register> registers;
  /// The letters of constants, and of what is not a register for other reasons.
  llvm::StringRef constants;
  /// The letters of operands that are replaced by a text that is not known.
  llvm::StringRef texts;
  /// What can precede the letters of a constraint.
  llvm::StringRef modifiers;
  /// Whether a constraint can have several letters, one of which the compiler chooses.
  bool hasChoices;
  /// The word after `asm` that says that the statement has effects besides its outputs.
  llvm::StringRef effects;
  /// The letters that messages recommend.
  llvm::StringRef expected;
  /// Whether a constraint is a string beside the expression, and no word before it.
  bool quotesConstraints;
  /// What a template has in place of a number that differs in each copy of the statement.
  llvm::StringRef unique;
  /// The number that it is here.
  static constexpr llvm::StringLiteral numberOfCopy = "17";

  /// The letters and digits of `constraint`, without the modifiers.
  llvm::StringRef letters(llvm::StringRef constraint) const { return constraint.ltrim(modifiers); }
  /// The type of the register that the letters of a constraint mean; none if they mean no register.
  std::optional<TypeId> registerType(llvm::StringRef letters) const;
  /// Whether no text of the operand is known.
  bool isText(llvm::StringRef letters) const;
  /// Whether the language has the constraint, whose letters are not a number.
  bool knows(llvm::StringRef letters) const;

  /// How operand `index` of part `part` of a fragment is called in its text. The first part's have
  /// the names that the template and messages give them: `%1`.
  std::string name(unsigned index, unsigned part = 0) const;
  /// Whether `name` begins as an operand does.
  bool isOperand(llvm::StringRef name) const;
};

extern const AsmSyntax cudaSyntax;
extern const AsmSyntax llvmSyntax;
/// Of templates whose operands became `$0` and so on, as LLVM has them.
extern const AsmSyntax rustSyntax;

} // namespace ptx

#endif // PTX_INLINE_READ_ASMSYNTAX_H
