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

/// The words that some form of `opcode` takes, sorted, without their points.
llvm::SmallVector<llvm::StringRef, 32> wordsOf(Opcode opcode);

/// Adds to `diagnostic` what the author of `inst`, whose first word PTX does not have, may have
/// meant: what PTX has for a word of another language, else the words that are spelled most like
/// it. What the modifiers do not go with is not a fix.
void suggestOpcode(const SyntaxUnit &unit, const Instruction &inst, Diagnostic &diagnostic);

/// The same for modifier `index` of `inst`, which `opcode` does not take. For a modifier that PTX
/// has, no other that is spelled like it is suggested. `alternatives`: the words that would do in
/// its place; they are named if none is spelled like it.
void suggestModifier(const SyntaxUnit &unit, const Instruction &inst, unsigned index, Opcode opcode,
                     llvm::ArrayRef<Modifier> alternatives, Diagnostic &diagnostic);

/// The same for a word at `range`, without its point `word`, in the place of a type.
void suggestType(SourceRange range, llvm::StringRef word, Diagnostic &diagnostic);

} // namespace ptx

#endif // PTX_SEMA_INSTRUCTIONS_SUGGESTIONS_H
