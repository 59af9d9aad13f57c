// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LANGUAGES_PYTHONTOKENS_H
#define PTX_INLINE_LANGUAGES_PYTHONTOKENS_H

#include "ptx/Inline/Read/SourceToken.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace ptx {

/// What a token of Python is, as far as it matters here.
enum class PythonKind : uint8_t {
  Name, ///< keywords as well
  Number,
  String,   ///< of any prefix
  Operator, ///< brackets and commas as well
  LineEnd,  ///< of a logical line that has tokens
  Broken,   ///< a literal without its end, after which nothing is read
};

struct PythonToken : SourceToken<PythonKind> {
  /// Of the first token of a logical line: how far to the right it is.
  uint32_t indentation;
  bool startsLine;
  /// Of an opening bracket: the index of the token that closes it, or the number of tokens.
  uint32_t closing = 0;
};

/// Tokens of a source, from `begin` to the one before `end`.
struct TokenRange {
  uint32_t begin, end;

  bool empty() const { return begin >= end; }
};

/// The tokens of `source`. Lines of the shell and of IPython, in notebooks, are none.
std::vector<PythonToken> tokenizePython(llvm::StringRef source);

/// What commas divide of the tokens `range`, brackets aside.
llvm::SmallVector<TokenRange> elementsOf(llvm::StringRef source, llvm::ArrayRef<PythonToken> tokens,
                                         TokenRange range);

/// The prefix, such as `rf`, and the quotes of a literal.
struct PythonLiteral {
  llvm::StringRef prefix;
  /// One or three quotes.
  llvm::StringRef quotes;
  /// What is between them.
  SourceRange contents;

  bool has(char letter) const { return prefix.contains_insensitive(llvm::StringRef(&letter, 1)); }
  bool isFormatted() const { return has('f') || has('t'); }
};

/// The parts of the string token `range` of `source`.
PythonLiteral partsOfLiteral(llvm::StringRef source, SourceRange range);

/// Where the expression in braces ends, with its brace, whose opening one is at `brace`; `npos` if
/// it has no end.
size_t endOfReplacement(llvm::StringRef source, size_t brace);

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_PYTHONTOKENS_H
