// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The only user of clang's lexer. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_CPPTOKENS_H
#define PTX_INLINE_READ_CPPTOKENS_H

#include "ptx/Inline/Read/SourceToken.h"

#include <string>
#include <vector>

namespace ptx {

/// The kinds of C++ tokens that are distinguished here.
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

/// A token of C++. Comments are skipped, and lines joined by a backslash are one line.
struct CppToken : SourceToken<CppKind> {
  bool startsLine;
};

/// Whether an identifier is the keyword `asm`, with underscores or without.
inline bool isAsmKeyword(llvm::StringRef word) {
  return (word.front() == 'a' || word.front() == '_') && word.trim('_') == "asm";
}

/// The tokens of `text`, which must be followed by a NUL. There is no preprocessing.
std::vector<CppToken> tokenizeCpp(llvm::StringRef text);

/// The tokens of a text that changes a little at a time.
class CppTokenCache {
public:
  /// The same result as `tokenizeCpp`, but only the tokens around the changes since the last call
  /// are read.
  const std::vector<CppToken> &tokenize(llvm::StringRef text);

private:
  size_t firstToRead(size_t same) const;
  void readFrom(llvm::StringRef newText, size_t first, size_t tail);

  std::string text;
  std::vector<CppToken> tokens;
};

} // namespace ptx

#endif // PTX_INLINE_READ_CPPTOKENS_H
