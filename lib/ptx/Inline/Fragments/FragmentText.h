// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The template of an `asm` statement after substitution of its operands. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_FRAGMENTTEXT_H
#define PTX_INLINE_FRAGMENTS_FRAGMENTTEXT_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Inline/Read/AsmStatements.h"

namespace ptx {

/// The number in the name that replaces an integer of unknown value; no operand has it.
constexpr unsigned unknownInteger = 1000;

/// Appends the template of `statement` to `text`, with operands and escapes replaced as the
/// compiler of its language does, and reports the errors of the substitution. Returns whether no
/// PTX statement has an unknown part.
bool appendTemplate(const AsmStatement &statement, unsigned part, MappedText &text,
                    DiagnosticList &diagnostics, Unknown unknown = Unknown::Blank);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_FRAGMENTTEXT_H
