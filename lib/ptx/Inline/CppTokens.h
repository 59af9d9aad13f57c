// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The only user of clang's lexer. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_CPPTOKENS_H
#define PTX_INLINE_CPPTOKENS_H

#include "ptx/Inline/SourceToken.h"

#include <vector>

namespace ptx {

/// What a token of C++ is, as far as it matters here.
enum class CppKind : uint8_t {
  Identifier, ///< keywords as well
  String,     ///< of any prefix, raw or not
  Hash,
  LeftParen,
  RightParen,
  LeftBrace,
  RightBrace,
  LeftSquare,
  RightSquare,
  Colon,
  ColonColon,
  Comma,
  Semicolon,
  Broken, ///< such as a literal without its end
  Other,
};

/// A token of C++. Comments are none, and lines that a backslash joins are one.
struct CppToken : SourceToken<CppKind> {
  bool startsLine;
};

/// The tokens of `text`, which a NUL follows. Nothing is included, expanded or left out.
std::vector<CppToken> tokenizeCpp(llvm::StringRef text);

} // namespace ptx

#endif // PTX_INLINE_CPPTOKENS_H
