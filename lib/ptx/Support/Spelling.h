// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_SPELLING_H
#define PTX_SUPPORT_SPELLING_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace ptx {

/// How many letters have to be put in, left out or replaced, or change places with the next one, to
/// make `b` of `a` (Damerau's distance, no letter touched twice). More than `limit` is `limit` + 1.
unsigned spellingDistance(llvm::StringRef a, llvm::StringRef b, unsigned limit);

/// How like a slip of the keyboard it is that one name is written in place of another. Names of one
/// text are often one letter apart on purpose: `tile_a` and `tile_b`, `top` and `stop`.
enum class Slip : uint8_t {
  /// Two names can well differ like that.
  None,
  /// Two neighbours of a word have changed places, or a letter inside of it is missing, one too
  /// many or, in a word of five letters or more, another one: two names seldom differ like that.
  Likely,
  /// The same in a word of five letters or more, no letter being another one; or words of three
  /// letters or more in another case. No two names differ like that.
  Certain,
};

/// The words of a name are what is between its underscores, digits and capital letters.
Slip slipBetween(llvm::StringRef written, llvm::StringRef meant);

/// Whether `b` is `a` with other digits: a mistake in a number does not say which number was meant.
bool differsInNumbers(llvm::StringRef a, llvm::StringRef b);

/// Finds the words that are spelled most like a text, if some are close enough to be meant: one
/// letter in three may differ, at most 16, and one letter in any case.
class NearestSpelling {
public:
  explicit NearestSpelling(llvm::StringRef text);

  /// What is considered has to outlive this.
  void consider(llvm::StringRef word);

  /// The nearest words, each once, in the order in which they were considered.
  llvm::ArrayRef<llvm::StringRef> words() const { return nearest; }
  /// The nearest word; empty if none is near or several are equally so.
  llvm::StringRef word() const { return nearest.size() == 1 ? nearest[0] : llvm::StringRef(); }

private:
  llvm::StringRef text;
  llvm::SmallVector<llvm::StringRef, 4> nearest;
  unsigned distance; ///< what a word must not be above
};

/// The word of `words` that is spelled most like `text`; empty if none is near or several are
/// equally so.
template <class Words> llvm::StringRef nearestSpelling(llvm::StringRef text, Words &&words) {
  NearestSpelling nearest(text);
  for (llvm::StringRef word : words)
    nearest.consider(word);
  return nearest.word();
}

} // namespace ptx

#endif // PTX_SUPPORT_SPELLING_H
