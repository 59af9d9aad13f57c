// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_EDITS_H
#define PTX_TEST_AGREEMENT_EDITS_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace ptx::test {

/// Where a mutant differs from its origin.
struct Edit {
  /// The tokens that are new or were replaced, from the first to the last; empty if tokens were
  /// only removed.
  SourceRange changed;
  /// The tokens around them; empty at the end of the line.
  SourceRange before, after;
  /// Whether one token was replaced, removed or added.
  bool single = false;

  /// Whether one of `ranges`, by which a message points at something, covers the edited token, or
  /// one of its neighbours if it was removed. An empty range covers the token that it touches. Of
  /// several edited tokens a part is enough.
  bool isCoveredBy(llvm::ArrayRef<SourceRange> ranges) const;
};

/// Finds the edit that `description` tells in `source`, the text of the mutant. The description is
/// `[line N: ]OLD  ->  NEW` with a line of the origin and what replaced it. A modifier or type
/// with its dot is a token. Nothing if the line is not there, or no token differs.
std::optional<Edit> findEdit(llvm::StringRef description, llvm::StringRef source);

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_EDITS_H
