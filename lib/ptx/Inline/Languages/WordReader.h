// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The tokens of languages of words, strings and single signs. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LANGUAGES_WORDREADER_H
#define PTX_INLINE_LANGUAGES_WORDREADER_H

#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Inline/Read/SourceToken.h"

#include <vector>

namespace ptx {

/// The kinds of tokens that are distinguished here.
enum class WordKind : uint8_t {
  Word, ///< names, keywords, numbers, characters
  String,
  Punctuation, ///< one character
  Broken,      ///< a literal without its end, after which nothing is read
};

struct WordToken : SourceToken<WordKind> {
  uint32_t closing = 0; ///< of an opening bracket: the token that closes it
};

/// The tokens of a language.
struct WordSyntax {
  llvm::StringRef lineComment, commentBegin, commentEnd; ///< comments with an end nest
  /// The length and kind of the token at the start of a text, which is neither blank nor a comment.
  /// `isAfterValue`: a name or a closing bracket precedes it, without a blank.
  std::pair<size_t, WordKind> (*firstToken)(llvm::StringRef text, bool isAfterValue);
};

/// Reads a source as tokens with matched brackets.
class WordReader {
protected:
  WordReader(llvm::StringRef source, const WordSyntax &syntax);

  llvm::StringRef textOf(uint32_t token) const { return tokens[token].text(source); }
  bool isString(uint32_t token) const {
    return token < tokens.size() && tokens[token].kind == WordKind::String;
  }
  /// The text of a token that is no string; empty after the last one.
  llvm::StringRef word(uint32_t token) const {
    return token < tokens.size() && !isString(token) ? textOf(token) : "";
  }
  bool is(uint32_t token, llvm::StringRef text) const { return word(token) == text; }
  uint32_t count() const { return static_cast<uint32_t>(tokens.size()); }

  llvm::StringRef source;
  std::vector<WordToken> tokens;
  std::vector<AsmStatement> statements;
};

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_WORDREADER_H
