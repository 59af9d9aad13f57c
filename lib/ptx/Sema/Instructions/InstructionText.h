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

/// The modifiers of `inst` as they are written; `Modifier::none` for what is not a modifier of PTX.
llvm::SmallVector<Modifier, 10> writtenWords(const SyntaxUnit &unit, const Instruction &inst);

/// Neighbouring modifiers that `::` joins to one of PTX: `.shared.cta`, which is `.shared::cta`.
struct JoinedModifiers {
  /// From 0.
  unsigned first, last;
  Modifier word;
};

/// Those that `inst` has, in their order.
llvm::SmallVector<JoinedModifiers, 1> joinedModifiers(const SyntaxUnit &unit,
                                                      const Instruction &inst);

/// The number, from 0, of the modifier of `inst` that is on `place` of `view`; none if the
/// place is empty.
std::optional<unsigned> writtenModifier(const SyntaxUnit &unit, const Instruction &inst,
                                        const InstrView &view, size_t place);

/// The mnemonic of `view` with its modifiers in the order of the manual; a place that must be
/// filled and is not is shown by its name.
std::string manualMnemonic(const InstrView &view);

/// One operand as the syntax line of a form writes it: `[addr]`, `d[|p]`, `{!}c`.
struct OperandSyntax {
  llvm::StringRef text;
  bool optional;
};

/// The operands of the form's syntax line; what is in one pair of brackets is one.
llvm::SmallVector<OperandSyntax, 8> operandSyntax(const FormInfo &form);

/// The syntax line of the form of `view`, with the modifiers that `view` has in place of what the
/// manual calls them: `add.u32 d, a, b`. The operands that can be absent are those that `view`
/// has, or all, in braces, if it has none at all.
std::string syntaxLine(const InstrView &view);

/// "`.a`, `.b` or `.c`"; of very many words the first ones, and how many others there are.
std::string listOfModifiers(llvm::ArrayRef<Modifier> words);

/// Adds the note "the syntax is `add.u32 d, a, b`".
void noteSyntax(const SyntaxUnit &unit, const Instruction &inst, const InstrView &view,
                Diagnostic &d);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_INSTRUCTIONTEXT_H
