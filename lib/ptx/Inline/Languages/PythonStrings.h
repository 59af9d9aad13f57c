// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The values of string expressions in a Python source. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LANGUAGES_PYTHONSTRINGS_H
#define PTX_INLINE_LANGUAGES_PYTHONSTRINGS_H

#include "ptx/Inline/Languages/EmbeddedSource.h"
#include "ptx/Inline/Languages/PythonNames.h"

#include <optional>

namespace ptx {

/// A string of a Python source.
struct PythonString : PartlyKnownText {
  /// The literals of the string.
  std::vector<SourceRange> literals;
  /// The special characters of its literals: format braces, percent signs.
  llvm::StringRef reserved;

  /// Appends another string.
  void add(const PythonString &other);
};

/// Reads expressions whose values are strings.
class PythonStrings {
public:
  PythonStrings(llvm::StringRef source, llvm::ArrayRef<PythonToken> tokens,
                const PythonNames &names)
      : source(source), tokens(tokens), names(names) {}

  /// The value of the expression; none if no part of it is a known string. `formatting`: the
  /// operation applied to it afterwards.
  std::optional<PythonString> evaluate(TokenRange expression,
                                       PythonFormatting formatting = PythonFormatting::None);

private:
  std::optional<PythonString> readSum(TokenRange range, PythonFormatting formatting);
  std::optional<PythonString> readTerm(TokenRange range, PythonFormatting formatting);
  std::optional<PythonString> readName(uint32_t token);
  std::optional<PythonString> readJoin(TokenRange separator, TokenRange list);
  bool addElements(TokenRange list, llvm::SmallVectorImpl<TokenRange> &elements) const;
  std::optional<unsigned> readNumber(uint32_t token) const;
  bool readLiterals(TokenRange range, PythonFormatting formatting, PythonString &result);
  void readLiteral(uint32_t token, PythonFormatting formatting, PythonString &result);
  uint32_t readEscape(uint32_t at, uint32_t end, bool isBytes, MappedText &text);
  uint32_t readReplacement(uint32_t at, uint32_t end, uint32_t token, bool isExpression,
                           PythonString &result);
  static uint32_t conversionEnd(llvm::StringRef source, uint32_t at, uint32_t end);
  llvm::StringRef word(uint32_t token) const {
    return token < tokens.size() ? tokens[token].text(source) : "";
  }
  uint32_t next(uint32_t token) const { return std::max(token, tokens[token].closing) + 1; }

  llvm::StringRef source;
  llvm::ArrayRef<PythonToken> tokens;
  const PythonNames &names;
  unsigned depth = 0;
  size_t size = 0; // of the literals read for one expression
};

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_PYTHONSTRINGS_H
