// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// What the template of an `asm` statement is when its operands are in place. Private to
// lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_FRAGMENTTEXT_H
#define PTX_INLINE_FRAGMENTS_FRAGMENTTEXT_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Inline/Read/AsmStatements.h"

namespace ptx {

/// Appends the template of `statement` to `text`, with operands and escapes replaced as the
/// compiler of its language does it, and reports what that rejects. Returns whether there are no
/// PTX statements of which a part is not known.
bool appendTemplate(const AsmStatement &statement, unsigned part, MappedText &text,
                    DiagnosticList &diagnostics, Unknown unknown = Unknown::Blank);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_FRAGMENTTEXT_H
