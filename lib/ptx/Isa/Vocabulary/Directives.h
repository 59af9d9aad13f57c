// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_VOCABULARY_DIRECTIVES_H
#define PTX_ISA_VOCABULARY_DIRECTIVES_H

#include "ptx/Isa/Platform/Targets.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <vector>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The word of a directive. Those of a header are in the order of the canonical form.
enum class DirectiveWord : uint8_t {
#define PTX_DIRECTIVE(id, ...) id,
#include "ptx/Isa/Directives.inc"
};

/// Words of directives as a set: bit n is the word whose number is n.
using DirectiveSet = uint64_t;

constexpr DirectiveSet directiveBit(DirectiveWord word) {
  return DirectiveSet(1) << static_cast<unsigned>(word);
}

/// Where a directive can be.
enum class DirectivePlace : uint8_t {
#define PTX_DIRECTIVE_PLACE(id, text) id,
#include "ptx/Isa/Directives.inc"
};

constexpr uint16_t placeBit(DirectivePlace place) {
  return static_cast<uint16_t>(1u << static_cast<unsigned>(place));
}

/// The treatment of a 0 among the numbers of a directive.
enum class Zero : uint8_t {
  Fits,
  Rejected, ///< an error
  Ignored,  ///< `ptxas` accepts it, although such a kernel cannot be launched
};

/// The record of a directive.
struct DirectiveInfo {
  DirectiveWord id;
  /// The versions and targets that have it.
  Feature feature;
  /// The PTX word: `.maxntid`.
  llvm::StringLiteral word;
  llvm::StringLiteral section;
  llvm::StringLiteral summary;
  /// The bits of its places.
  uint16_t places;
  Zero zero;
  /// Whether it can be repeated in one header.
  bool repeats;
  /// Directives that cannot be in the same header.
  DirectiveSet excludes;
  /// Directives that must all be in the same header.
  DirectiveSet requires_;
  /// Directives of which one must be in the same header to have an effect.
  DirectiveSet requiresOne;
  /// The versions that deprecate and remove it; 1.0 for never.
  PtxVersion deprecatedSince;
  PtxVersion removed;
  /// The replacement, or the directive itself.
  DirectiveWord replacement;

  constexpr bool canBe(DirectivePlace place) const { return (places & placeBit(place)) != 0; }
  /// Its places in words: `at module scope`.
  std::vector<llvm::StringRef> placeTexts() const;
  /// Whether it is deprecated in `version`, or removed.
  constexpr bool isDeprecated(PtxVersion version) const {
    return deprecatedSince > PtxVersion{} && deprecatedSince <= version;
  }
  constexpr bool isRemoved(PtxVersion version) const {
    return removed > PtxVersion{} && removed <= version;
  }
};

/// All directives, in the order of `DirectiveWord`.
llvm::ArrayRef<DirectiveInfo> allDirectives();

/// The record of `word`.
const DirectiveInfo &info(DirectiveWord word);

/// Calls `visit` with the records of the words in `set`, in their order.
template <class Visitor> void forEach(DirectiveSet set, Visitor visit) {
  for (const DirectiveInfo &directive : allDirectives())
    if (set & directiveBit(directive.id))
      visit(directive);
}

/// Writes the reference of state spaces and directives, in Markdown.
void printDirectives(llvm::raw_ostream &os);

/// Writes a description of the directives and state spaces called `word`, such as `.shared`, as
/// plain text. Returns false if there is none.
bool printDirective(llvm::raw_ostream &os, llvm::StringRef word);

} // namespace ptx

#endif // PTX_ISA_VOCABULARY_DIRECTIVES_H
