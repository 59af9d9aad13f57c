// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Edits of a source text. Private to lib/ptx/Canonical.

#ifndef PTX_CANONICAL_RESPELLING_H
#define PTX_CANONICAL_RESPELLING_H

#include "ptx/Support/SourceRange.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ptx {

/// Replacements of single words, and moves of ranges of text, in any order. A replacement may be
/// inside a moved range; otherwise edits must not overlap.
class Respelling {
public:
  void replace(SourceRange where, std::string text) {
    replacements.push_back({where, std::move(text)});
  }
  /// Replaces the text at `to` by the text at `from`.
  void move(SourceRange from, SourceRange to) { moves.push_back({from, to}); }

  /// Adds the edits of `other`.
  void append(Respelling &&other);

  bool empty() const { return replacements.empty() && moves.empty(); }

  /// The edited text. Call it once, at the end.
  std::string apply(llvm::StringRef source);

private:
  struct Replacement {
    SourceRange where;
    std::string text;
  };
  struct Move {
    SourceRange from;
    SourceRange to;
  };

  void copy(llvm::StringRef source, SourceRange range, std::string &out) const;

  std::vector<Replacement> replacements;
  std::vector<Move> moves;
};

} // namespace ptx

#endif // PTX_CANONICAL_RESPELLING_H
