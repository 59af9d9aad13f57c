// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_STRINGLITERAL_H
#define PTX_INLINE_READ_STRINGLITERAL_H

#include "ptx/Inline/Read/MappedText.h"

namespace ptx {

/// Appends the text of the string literal `range` of `source`, which includes prefix and quotes:
/// escape sequences and joined lines are decoded, other characters are copied. Returns whether the
/// literal has no suffix, as in `"a"_x`.
bool appendLiteral(llvm::StringRef source, SourceRange range, MappedText &text);

/// The position in `source` where the text of the literal `range` begins.
uint32_t startOfText(llvm::StringRef source, SourceRange range);

} // namespace ptx

#endif // PTX_INLINE_READ_STRINGLITERAL_H
