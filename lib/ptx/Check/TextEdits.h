// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Edits of a text that are made at the same time. Private to lib/ptx/Check.

#ifndef PTX_CHECK_TEXTEDITS_H
#define PTX_CHECK_TEXTEDITS_H

#include "ptx/Diagnostics/Diagnostic.h"

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace ptx {

/// Edits that do not overlap, and where each place of the old text is in the new one.
class TextEdits {
public:
  /// Adds an edit unless it overlaps one that is there, or begins at the same place. Returns
  /// whether it is there now. They come in the order of their places.
  bool add(const FixIt &fix);

  size_t size() const { return edits.size(); }

  /// `text` with all edits made.
  std::string apply(llvm::StringRef text) const;

  /// Where a place of the old text is in the new one: before what replaces it, or what is inserted
  /// there, and after that.
  SourceRange placesOf(uint32_t offset) const;
  SourceRange placesOf(SourceRange range) const {
    return {placesOf(range.begin).begin, placesOf(range.end).end};
  }

private:
  struct Edit {
    SourceRange range;
    std::string replacement;
    int64_t shift; ///< of what follows it
  };

  std::vector<Edit> edits;
};

} // namespace ptx

#endif // PTX_CHECK_TEXTEDITS_H
