// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which assembly language an `asm` statement holds. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_DIALECT_H
#define PTX_INLINE_DIALECT_H

#include "ptx/Inline/AsmStatements.h"

namespace ptx {

enum class Dialect : uint8_t {
  Empty, ///< nothing but blanks and comments
  Ptx,
  /// Words that PTX has and others have, too: `ret`.
  Perhaps,
  Other,
};

/// The language of `statement`, as far as it tells itself.
Dialect dialectOf(const AsmStatement &statement);

} // namespace ptx

#endif // PTX_INLINE_DIALECT_H
