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

/// Non-overlapping edits, and the mapping from old to new offsets.
class TextEdits {
public:
  /// Adds an edit, unless it overlaps an existing one or starts at the same offset. Returns whether
  /// it was added. Edits must be added in order.
  bool add(const FixIt &fix);

  size_t size() const { return edits.size(); }

  /// `text` with all edits made.
  std::string apply(llvm::StringRef text) const;

  /// The new offset of an old one: before a replacement or insertion at this offset, and after it.
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
