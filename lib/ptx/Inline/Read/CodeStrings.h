// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// PTX in the string literals of C++. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_CODESTRINGS_H
#define PTX_INLINE_READ_CODESTRINGS_H

#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Inline/Read/CppTokens.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// Adds the PTX modules in the literals of C++, and the statements in literals with CUDA C++, such
/// as those for NVRTC. `find` reads a text of C++ without its strings.
void addCodeStrings(llvm::StringRef source, llvm::ArrayRef<CppToken> tokens,
                    std::vector<AsmStatement> (*find)(const SourceBuffer &),
                    std::vector<AsmStatement> &statements);

} // namespace ptx

#endif // PTX_INLINE_READ_CODESTRINGS_H
