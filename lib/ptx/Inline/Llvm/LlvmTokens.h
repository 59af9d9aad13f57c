// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LLVM_LLVMTOKENS_H
#define PTX_INLINE_LLVM_LLVMTOKENS_H

#include "ptx/Inline/Read/AsmStatements.h"
#include "ptx/Inline/Read/SourceToken.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <vector>

namespace ptx {

/// The kinds of LLVM IR and MLIR tokens that are distinguished here.
enum class LlvmKind : uint8_t {
  Word,       ///< a keyword, a type, a number, a local name
  Global,     ///< `@f`
  Attributes, ///< `#0`
  String,
  Punctuation, ///< one character
  Broken,      ///< a string without its end
};

using LlvmToken = SourceToken<LlvmKind>;

/// The syntax of comments and strings; other tokens are the same in both languages.
struct LlvmSpelling {
  llvm::StringRef comment;
  /// The characters after a backslash in a string, besides two hexadecimal digits, and their
  /// meanings.
  llvm::StringRef escapes, meanings;
};

extern const LlvmSpelling llvmSpelling;
extern const LlvmSpelling mlirSpelling;

/// The tokens of a source.
class LlvmTokens {
public:
  LlvmTokens(llvm::StringRef source, const LlvmSpelling &spelling);

  uint32_t count() const { return static_cast<uint32_t>(tokens.size()); }
  const LlvmToken &operator[](uint32_t index) const { return tokens[index]; }
  llvm::StringRef text(SourceRange range) const { return source.slice(range.begin, range.end); }
  /// From token `first` to `end`, exclusive.
  SourceRange range(uint32_t first, uint32_t end) const {
    return {tokens[first].range.begin, tokens[end - 1].range.end};
  }

  bool is(uint32_t index, LlvmKind kind) const {
    return index < count() && tokens[index].kind == kind;
  }
  /// The text of a token; empty for a string, and after the last one.
  llvm::StringRef word(uint32_t index) const {
    return index < count() && tokens[index].kind != LlvmKind::String ? tokens[index].text(source)
                                                                     : "";
  }
  /// The text between the quotes.
  SourceRange contents(uint32_t string) const {
    return {tokens[string].range.begin + 1, tokens[string].range.end - 1};
  }
  llvm::StringRef contentText(uint32_t string) const { return text(contents(string)); }
  /// Appends the contents of the string.
  void appendString(uint32_t string, MappedText &text) const;
  /// The contents of the string in `key = "value"`; empty if there is none.
  llvm::StringRef valueOf(uint32_t key) const;

  /// The elements between the bracket `open` and its closing bracket. Returns the token after that.
  uint32_t readList(uint32_t open, llvm::SmallVectorImpl<SourceRange> &elements) const;
  bool opensList(uint32_t index) const;
  bool closesList(uint32_t index) const;

  /// The name in `%name = ... keyword` whose last word before it is at `from` or later; `count()`
  /// if there is none.
  uint32_t resultName(uint32_t keyword, uint32_t from) const;

private:
  llvm::StringRef source;
  const LlvmSpelling &spelling;
  std::vector<LlvmToken> tokens;
};

/// A statement, by its index, with the token that names its result.
struct LlvmResult {
  size_t statement;
  uint32_t name;
};

/// Marks the statements whose result has no other use in its function. `functions`: the tokens at
/// which functions begin.
void markUnusedResults(const LlvmTokens &tokens, llvm::ArrayRef<uint32_t> functions,
                       llvm::ArrayRef<LlvmResult> results, std::vector<AsmStatement> &statements);

} // namespace ptx

#endif // PTX_INLINE_LLVM_LLVMTOKENS_H
