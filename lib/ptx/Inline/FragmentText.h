// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the template of an `asm` statement is when its operands are in place. Private to
// lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTTEXT_H
#define PTX_INLINE_FRAGMENTTEXT_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Inline/AsmStatements.h"
#include "ptx/Isa/Types.h"

namespace ptx {

/// The type of the register that the letters of a constraint mean; none if they mean no register.
std::optional<TypeId> registerType(llvm::StringRef letters);

/// How the operand `index` of part `part` of a fragment is called in its text. The first part's
/// have the names that the template and messages give them: `%1`.
std::string operandName(unsigned index, unsigned part = 0);

/// `text` with each of these names as messages have it.
std::string withoutPart(llvm::StringRef text);

/// Appends the template of `statement` to `text`, with `%%`, `%=` and operands replaced as `nvcc`
/// does it, and reports what it rejects. PTX statements of which a part is not known are left
/// blank. Returns whether there are none.
bool appendTemplate(const AsmStatement &statement, unsigned part, MappedText &text,
                    DiagnosticList &diagnostics);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTTEXT_H
