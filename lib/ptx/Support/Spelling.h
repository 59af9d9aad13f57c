// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_SPELLING_H
#define PTX_SUPPORT_SPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ptx {

/// The Damerau distance of `a` and `b`: the number of insertions, deletions, replacements and swaps
/// of adjacent letters, with no letter changed twice. Returns `limit` + 1 if it is larger than
/// `limit`.
unsigned spellingDistance(llvm::StringRef a, llvm::StringRef b, unsigned limit);

/// The likelihood that one name is a typing error for another. Different names of a text often
/// differ in one letter: `tile_a` and `tile_b`, `top` and `stop`.
enum class Slip : uint8_t {
  /// Different names often differ like this.
  None,
  /// Two adjacent letters of a word are swapped, or an inner letter is missing, extra or, in a word
  /// of five letters or more, replaced: different names seldom differ like this.
  Likely,
  /// The same in a word of five letters or more without a replaced letter, or words of three
  /// letters or more that differ in case: different names never differ like this.
  Certain,
};

/// The words of a name are separated by underscores, digits and capital letters.
Slip slipBetween(llvm::StringRef written, llvm::StringRef meant);

/// Whether `b` is `a` with other digits. Then the intended number is unknown.
bool differsInNumbers(llvm::StringRef a, llvm::StringRef b);

/// Finds the words most similar to a text. One letter in three may differ, at most 16, and always
/// at least one.
class NearestSpelling {
public:
  explicit NearestSpelling(llvm::StringRef text);

  /// The considered words must outlive this object.
  void consider(llvm::StringRef word);

  /// The nearest words, each once, in the order in which they were considered.
  llvm::ArrayRef<llvm::StringRef> words() const { return nearest; }
  /// The most similar word; empty if there is none or several are equally similar.
  llvm::StringRef word() const { return nearest.size() == 1 ? nearest[0] : llvm::StringRef(); }

private:
  llvm::StringRef text;
  llvm::SmallVector<llvm::StringRef, 4> nearest;
  unsigned distance; ///< the maximum distance of a word
};

/// The word of `words` most similar to `text`; empty if there is none or several are equally
/// similar.
template <class Words> llvm::StringRef nearestSpelling(llvm::StringRef text, Words &&words) {
  NearestSpelling nearest(text);
  for (llvm::StringRef word : words)
    nearest.consider(word);
  return nearest.word();
}

} // namespace ptx

#endif // PTX_SUPPORT_SPELLING_H
