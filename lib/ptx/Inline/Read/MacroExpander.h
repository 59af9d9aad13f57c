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

/// The expansion of a macro use, as a separate text, with its origin.
class ExpandedText {
public:
  llvm::StringRef text() const { return bytes; }
  llvm::ArrayRef<CppToken> tokens() const { return all; }

  /// Appends a token with the text `spelling`. If `verbatim`, the source has this text at `origin`;
  /// otherwise it was computed from the text there.
  void add(llvm::StringRef spelling, CppKind kind, SourceRange origin, bool verbatim);
  /// The source range from which `range` of the text comes.
  SourceRange sourceOf(SourceRange range) const;
  /// Maps all ranges of `statement`, a statement of the text, to the source.
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

/// Finds the definition of a macro by name; null if unknown.
using FindDefinition = llvm::function_ref<const Directives::Macro *(llvm::StringRef name)>;

/// The full expansion of the macro use that starts at the first of `tokens`, and the number of
/// tokens of the use; none if it is not a use of a known macro, or is too long.
std::optional<std::pair<ExpandedText, size_t>> expandMacro(llvm::StringRef source,
                                                           llvm::ArrayRef<CppToken> tokens,
                                                           MacroBudget &budget,
                                                           FindDefinition find);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_MACROEXPANDER_H
