// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LLVMTOKENS_H
#define PTX_INLINE_LLVMTOKENS_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"

#include <vector>

namespace ptx {

/// What a token of LLVM IR is, as far as it matters here.
enum class LlvmKind : uint8_t {
  Word,       ///< a keyword, a type, a number, a local name
  Global,     ///< `@f`
  Attributes, ///< `#0`
  String,
  Punctuation, ///< one character
  Broken,      ///< a string without its end
};

/// A token of LLVM IR. Comments are none.
struct LlvmToken {
  SourceRange range;
  LlvmKind kind;

  llvm::StringRef text(llvm::StringRef source) const {
    return source.slice(range.begin, range.end);
  }
};

std::vector<LlvmToken> tokenizeLlvm(llvm::StringRef text);

} // namespace ptx

#endif // PTX_INLINE_LLVMTOKENS_H
