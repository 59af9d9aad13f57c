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

/// The kinds of Python tokens that are distinguished here.
enum class PythonKind : uint8_t {
  Name, ///< keywords as well
  Number,
  String,   ///< of any prefix
  Operator, ///< brackets and commas as well
  LineEnd,  ///< of a logical line that has tokens
  Broken,   ///< a literal without its end, after which nothing is read
};

struct PythonToken : SourceToken<PythonKind> {
  /// The indentation, for the first token of a logical line.
  uint32_t indentation;
  bool startsLine;
  /// For an opening bracket: the index of the closing token, or the number of tokens.
  uint32_t closing = 0;
};

/// Tokens of a source, from `begin` to `end`, exclusive.
struct TokenRange {
  uint32_t begin, end;

  bool empty() const { return begin >= end; }
};

/// The tokens of `source`. Shell and IPython lines in notebooks are skipped.
std::vector<PythonToken> tokenizePython(llvm::StringRef source);

/// Splits the tokens `range` at commas outside of brackets.
llvm::SmallVector<TokenRange> elementsOf(llvm::StringRef source, llvm::ArrayRef<PythonToken> tokens,
                                         TokenRange range);

/// The prefix, such as `rf`, and the quotes of a literal.
struct PythonLiteral {
  llvm::StringRef prefix;
  /// One or three quotes.
  llvm::StringRef quotes;
  /// The text between the quotes.
  SourceRange contents;

  bool has(char letter) const { return prefix.contains_insensitive(llvm::StringRef(&letter, 1)); }
  bool isFormatted() const { return has('f') || has('t'); }
};

/// The parts of the string token `range` of `source`.
PythonLiteral partsOfLiteral(llvm::StringRef source, SourceRange range);

/// The end of the expression in braces, including the closing brace. The opening one is at `brace`.
/// `npos` if it has no end.
size_t endOfReplacement(llvm::StringRef source, size_t brace);

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_PYTHONTOKENS_H
