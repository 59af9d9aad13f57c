// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The common parts of the tokens of the host languages. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_SOURCETOKEN_H
#define PTX_INLINE_READ_SOURCETOKEN_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// A token of one of the kinds `Kind`.
template <class Kind> struct SourceToken {
  SourceRange range;
  Kind kind;

  llvm::StringRef text(llvm::StringRef source) const {
    return source.slice(range.begin, range.end);
  }
};

/// Whether `text` contains the word `asm`, which most sources do not: much faster than a general
/// search for a word.
bool mentionsAsm(llvm::StringRef text);

/// How many statements a reader of `text` reserves memory for. A list that grows is copied, and
/// both copies exist for a while.
size_t expectedStatements(llvm::StringRef text);

/// The same for the first letters of `.version`.
bool mentionsPtxVersion(llvm::StringRef text);

/// The same for `asm`, `Asm` or `ptx`.
bool mentionsAsmOrPtx(llvm::StringRef text);

} // namespace ptx

#endif // PTX_INLINE_READ_SOURCETOKEN_H
