// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// A constant of unknown value in the words of a template. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_SPLICEDCONSTANT_H
#define PTX_INLINE_FRAGMENTS_SPLICEDCONSTANT_H

#include "ptx/Diagnostics/Diagnostic.h"
#include "ptx/Inline/Read/AsmStatements.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// An operand `n` of unknown value that completes modifiers, such as `%3` in `.x%3`.
struct SplicedConstant {
  unsigned operand;
  /// The values for which all these words are modifiers of PTX.
  std::vector<std::string> values;
  /// Such a word, as in the template: the text before the operand, the operand and the text after.
  struct Word {
    llvm::StringRef before, name, after;
    SourceRange source;
  };
  std::vector<Word> words;

  /// Whether `range` of the source overlaps one of the operands in the words.
  bool isIn(SourceRange range) const;
  /// Replaces the words with `value` in the texts of `d` by the words of the template.
  void restore(Diagnostic &d, llvm::StringRef value) const;
};

/// The only such operand of `statement`, with at least one value; none if there is none, or if
/// another part of the template is unknown.
std::optional<SplicedConstant> findSplicedConstant(const AsmStatement &statement);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_SPLICEDCONSTANT_H
