// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_INSTRUCTIONTEXT_H
#define PTX_SEMA_INSTRUCTIONS_INSTRUCTIONTEXT_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Isa/Instructions.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

#include <string>

namespace ptx {

/// The mnemonic of `inst` with its modifiers, on one line even if the source splits it.
std::string mnemonicText(const SyntaxUnit &unit, const Instruction &inst);
SourceRange mnemonicRange(const SyntaxUnit &unit, const Instruction &inst);

/// Modifier `index` of `inst`, from 0.
TokenId modifierToken(const Instruction &inst, unsigned index);

/// The modifiers of `inst` as written; `Modifier::none` for words that are not modifiers of PTX.
llvm::SmallVector<Modifier, 10> writtenWords(const SyntaxUnit &unit, const Instruction &inst);

/// Adjacent modifiers that `::` or `_` joins to a PTX modifier: `.shared.cta` for `.shared::cta`,
/// `.commit.group` for `.commit_group`.
struct JoinedModifiers {
  /// From 0.
  unsigned first, last;
  Modifier word;
};

/// The joinable modifiers of `inst`, in source order.
llvm::SmallVector<JoinedModifiers, 1> joinedModifiers(const SyntaxUnit &unit,
                                                      const Instruction &inst);

/// The index, from 0, of the modifier of `inst` at position `place` of `view`; none if the position
/// is empty.
std::optional<unsigned> writtenModifier(const SyntaxUnit &unit, const Instruction &inst,
                                        const InstrView &view, size_t place);

/// The mnemonic of `view` with its modifiers in the order of the manual. An empty position that
/// must be filled is shown by its name.
std::string manualMnemonic(const InstrView &view);

/// One operand in the notation of syntax lines: `[addr]`, `d[|p]`, `{!}c`.
struct OperandSyntax {
  llvm::StringRef text;
  bool optional;
};

/// The operands of the form's syntax line. Each pair of brackets counts as one operand.
llvm::SmallVector<OperandSyntax, 8> operandSyntax(const FormInfo &form);

/// The syntax line of the form of `view`, with the modifiers of `view` instead of the manual's
/// names for them: `add.u32 d, a, b`. It contains the optional operands that `view` has; if `view`
/// has no operands, it contains all of them, in braces.
std::string syntaxLine(const InstrView &view);

/// "`.a`, `.b` or `.c`"; for very many words, the first ones and the number of the others.
std::string listOfModifiers(llvm::ArrayRef<Modifier> words);

/// Adds the note "the syntax is `add.u32 d, a, b`".
void noteSyntax(const SyntaxUnit &unit, const Instruction &inst, const InstrView &view,
                Diagnostic &d);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_INSTRUCTIONTEXT_H
