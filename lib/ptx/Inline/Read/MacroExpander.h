// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Macros with parameters, as the preprocessor replaces them. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_FRAGMENTS_MACROEXPANDER_H
#define PTX_INLINE_FRAGMENTS_MACROEXPANDER_H

#include "ptx/Inline/Read/AsmReader.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>
#include <string>
#include <vector>

namespace ptx {

/// What a use of a macro is replaced by, as a text of its own, and where it comes from.
class ExpandedText {
public:
  llvm::StringRef text() const { return bytes; }
  llvm::ArrayRef<CppToken> tokens() const { return all; }

  /// Appends a token of the text `spelling`, which the source has at `origin` if it is `verbatim`,
  /// and makes of what is there if not.
  void add(llvm::StringRef spelling, CppKind kind, SourceRange origin, bool verbatim);
  /// Where in the source `range` of the text comes from.
  SourceRange sourceOf(SourceRange range) const;
  /// Gives all places of `statement`, which is one of the text, those of the source.
  void toSource(AsmStatement &statement) const;

private:
  struct Origin {
    SourceRange source;
    bool verbatim;
  };

  const Origin *originOf(uint32_t offset, uint32_t &begin) const;

  std::string bytes;
  std::vector<CppToken> all;
  std::vector<Origin> origins; // of the tokens
};

/// Finds the definition of a macro by its name; null for one that is not known.
using FindDefinition = llvm::function_ref<const Directives::Macro *(llvm::StringRef name)>;

/// What the use of a macro that begins with the first of `tokens` is replaced by, with all that is
/// in there, and with how many tokens it ends; none if it is no use of one that is known, or too
/// long.
std::optional<std::pair<ExpandedText, size_t>> expandMacro(llvm::StringRef source,
                                                           llvm::ArrayRef<CppToken> tokens,
                                                           MacroBudget &budget,
                                                           FindDefinition find);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_MACROEXPANDER_H
