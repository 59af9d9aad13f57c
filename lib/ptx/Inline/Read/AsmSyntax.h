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

/// The syntax of operands of `asm` statements in a language.
struct AsmSyntax {
  struct Register {
    char letter;
    TypeId type;
  };

  /// The start of an operand in a template.
  char sign;
  /// The name of its compiler in messages.
  llvm::StringRef reader;
  llvm::ArrayRef<Register> registers;
  /// The letters of constants and other operands that are not registers.
  llvm::StringRef constants;
  /// The letters of operands that are replaced by an unknown text.
  llvm::StringRef texts;
  /// What can precede the letters of a constraint.
  llvm::StringRef modifiers;
  /// Whether a constraint can have several letters, one of which the compiler chooses.
  bool hasChoices;
  /// The word after `asm` for a statement with effects other than its outputs.
  llvm::StringRef effects;
  /// The letters that messages recommend.
  llvm::StringRef expected;
  /// Whether a constraint is a string beside the expression, and no word before it.
  bool quotesConstraints;
  /// The escape in a template for a number that differs in each copy of the statement.
  llvm::StringRef unique;
  /// The number that replaces it here.
  static constexpr llvm::StringLiteral numberOfCopy = "17";

  /// The letters and digits of `constraint`, without the modifiers.
  llvm::StringRef letters(llvm::StringRef constraint) const { return constraint.ltrim(modifiers); }
  /// The type of the register that the letters of a constraint mean; none if they mean no register.
  std::optional<TypeId> registerType(llvm::StringRef letters) const;
  /// Whether the text of the operand is unknown.
  bool isText(llvm::StringRef letters) const;
  /// Whether the language has the constraint, whose letters are not a number.
  bool knows(llvm::StringRef letters) const;

  /// The name of operand `index` of part `part` in the text of a fragment. Operands of the first
  /// part have the names in the template and in messages: `%1`.
  std::string name(unsigned index, unsigned part = 0) const;
  /// Whether `name` begins like an operand.
  bool isOperand(llvm::StringRef name) const;
};

extern const AsmSyntax cudaSyntax;
extern const AsmSyntax llvmSyntax;
/// The syntax of templates whose operands became `$0` and so on, as in LLVM.
extern const AsmSyntax rustSyntax;
/// The syntax of `ptx_asm!` of cuda-oxide, whose templates are those of CUDA C++.
extern const AsmSyntax cudaOxideSyntax;

} // namespace ptx

#endif // PTX_INLINE_READ_ASMSYNTAX_H
