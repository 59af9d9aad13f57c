// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_INSTRUCTIONS_SUGGESTIONS_H
#define PTX_SEMA_INSTRUCTIONS_SUGGESTIONS_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Isa/Names.h"
#include "ptx/Syntax/Tree/SyntaxUnit.h"

namespace ptx {

/// Whether `.name` is a directive.
bool isDirective(llvm::StringRef name);

/// The words that some form of `opcode` accepts, sorted, without their dots.
llvm::SmallVector<llvm::StringRef, 32> wordsOf(Opcode opcode);

/// Adds suggestions to `diagnostic` for `inst`, whose first word is unknown: the PTX equivalent of
/// a word of another language, or else the words with the most similar spelling. A suggestion that
/// the modifiers do not match is not a fix.
void suggestOpcode(const SyntaxUnit &unit, const Instruction &inst, Diagnostic &diagnostic);

/// The same for modifier `index` of `inst`, which `opcode` does not accept. For a modifier that PTX
/// has, words with similar spelling are not suggested. `alternatives`: the possible replacements;
/// they are listed if none has a similar spelling.
void suggestModifier(const SyntaxUnit &unit, const Instruction &inst, unsigned index, Opcode opcode,
                     llvm::ArrayRef<Modifier> alternatives, Diagnostic &diagnostic);

/// The same for a word at `range`, `word` without its dot, at the position of a type.
void suggestType(SourceRange range, llvm::StringRef word, Diagnostic &diagnostic);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_SUGGESTIONS_H
