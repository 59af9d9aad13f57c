// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The values of string expressions in a Python source. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_LANGUAGES_PYTHONSTRINGS_H
#define PTX_INLINE_LANGUAGES_PYTHONSTRINGS_H

#include "ptx/Inline/Languages/PythonNames.h"
#include "ptx/Inline/Read/EmbeddedSource.h"

#include <memory>
#include <optional>
#include <string>

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

  /// Sets the variant of `a if b else c` for later evaluations; none if there is no choice.
  void choose(std::optional<unsigned> variant) { state->choice = {variant, "", 1}; }
  /// The number of variants of the expressions that were evaluated since the last call of `choose`.
  unsigned variants() const { return state->choice.count; }

private:
  /// The alternatives that are in effect: those of one condition, since others can depend on it.
  struct Choice {
    std::optional<unsigned> variant;
    std::string condition;
    unsigned count = 1;
  };
  struct State {
    unsigned depth = 0;
    size_t size = 0;           // of the literals read for one expression
    unsigned replacements = 0; // that it is in
    Choice choice;
  };

  /// For the expression in a literal, whose tokens are `inner`; `token` is the literal.
  PythonStrings(PythonStrings &outer, llvm::ArrayRef<PythonToken> inner, uint32_t token)
      : source(outer.source), tokens(inner), names(outer.names), around(&outer), place(token),
        state(outer.state) {}

  std::optional<TokenRange> choose(llvm::ArrayRef<TokenRange> alternatives,
                                   llvm::StringRef condition);
  std::optional<TokenRange> chosenOf(TokenRange conditional);
  std::optional<TokenRange> chosenOfTable(TokenRange table);
  bool isInteger(TokenRange expression, unsigned level = 0);
  bool isIntegerOperand(TokenRange operand, unsigned level);
  void readExpression(SourceRange braces, uint32_t token, PythonString &result);
  /// The evaluator of the source, and the position there of what the literal `token` is in.
  PythonStrings &outermost() { return around ? around->outermost() : *this; }
  const PythonStrings &outermost() const { return around ? around->outermost() : *this; }
  uint32_t placeOf(uint32_t token) const { return around ? around->placeOf(place) : token; }
  std::optional<PythonString> readSum(TokenRange range, PythonFormatting formatting);
  /// The literals, parentheses or call at the start of a term, before its methods and operators.
  struct TermStart {
    TokenRange inside; ///< the literals, or the contents of the parentheses
    uint32_t end;      ///< the token after it
  };
  std::optional<TermStart> termStart(TokenRange term) const;
  std::optional<PythonString> readTerm(TokenRange range, PythonFormatting formatting);
  std::optional<PythonString> readWord(uint32_t token, PythonFormatting formatting);
  std::optional<PythonString> readRepeated(TokenRange repeated, uint32_t count,
                                           PythonFormatting formatting);
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
  PythonStrings *around = nullptr;
  uint32_t place = 0;
  std::shared_ptr<State> state = std::make_shared<State>();
};

} // namespace ptx

#endif // PTX_INLINE_LANGUAGES_PYTHONSTRINGS_H
