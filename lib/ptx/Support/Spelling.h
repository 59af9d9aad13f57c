// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_SPELLING_H
#define PTX_SUPPORT_SPELLING_H

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace ptx {

/// Finds the word that is spelled most like a text, if one is close enough to be meant: one letter
/// in three may differ, and one letter in any case.
class NearestSpelling {
public:
  explicit NearestSpelling(llvm::StringRef text)
      : text(text), distance(std::max<unsigned>(1, static_cast<unsigned>(text.size() / 3)) + 1) {}

  void consider(llvm::StringRef word) {
    unsigned d = text.edit_distance(word, /*AllowReplacements=*/true, distance);
    if (d < distance) {
      distance = d;
      nearest = word;
    }
  }

  /// The first of the nearest words; empty if none is near.
  llvm::StringRef word() const { return nearest; }

private:
  llvm::StringRef text;
  llvm::StringRef nearest;
  unsigned distance; ///< what a word has to be below
};

/// The word of `words` that is spelled most like `text`; empty if none is near.
template <class Words> llvm::StringRef nearestSpelling(llvm::StringRef text, Words &&words) {
  NearestSpelling nearest(text);
  for (llvm::StringRef word : words)
    nearest.consider(word);
  return nearest.word();
}

} // namespace ptx

#endif // PTX_SUPPORT_SPELLING_H
