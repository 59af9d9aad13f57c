// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Common elements of two sequences. Private to lib/ptx/Diff.

#ifndef PTX_DIFF_SEQUENCES_H
#define PTX_DIFF_SEQUENCES_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <vector>

namespace ptx {

/// An element of the old sequence and an equal one of the new sequence.
struct SequencePair {
  uint32_t before;
  uint32_t after;

  friend bool operator==(const SequencePair &, const SequencePair &) = default;
};

/// A stretch of the old sequence and one of the new sequence; ends are exclusive.
struct SequenceGap {
  uint32_t beforeBegin, beforeEnd;
  uint32_t afterBegin, afterEnd;

  bool isOneSided() const { return beforeBegin == beforeEnd || afterBegin == afterEnd; }
};

/// Matches sequences of hashes, whose lowest bit does not matter. Elements that both have once are
/// matched first, as many as have the same order on both sides, since a person takes those for the
/// same; what is between them by the fewest changes. The time is linear in the number of elements
/// but for the sorting of the former.
class SequenceMatcher {
public:
  /// Appends the pairs of equal elements in `gap`, which rise on both sides.
  void match(llvm::ArrayRef<uint64_t> before, llvm::ArrayRef<uint64_t> after,
             const SequenceGap &gap, std::vector<SequencePair> &pairs);

  /// The number of comparisons so far.
  uint64_t steps = 0;

private:
  std::vector<SequencePair> anchors(llvm::ArrayRef<uint64_t> before, llvm::ArrayRef<uint64_t> after,
                                    const SequenceGap &gap);
  void matchBetween(llvm::ArrayRef<uint64_t> before, llvm::ArrayRef<uint64_t> after,
                    const SequenceGap &gap, std::vector<SequencePair> &pairs);
};

/// What is between `pairs` inside of `gap`, which rise; empty stretches are left out.
std::vector<SequenceGap> gapsBetween(llvm::ArrayRef<SequencePair> pairs, const SequenceGap &gap);

/// The elements of the old and of the new sequence, of those given by their indices, that are equal
/// and occur once among them on each side, in the order of the old one.
std::vector<SequencePair> uniquePairs(llvm::ArrayRef<uint64_t> before,
                                      llvm::ArrayRef<uint32_t> beforeIndices,
                                      llvm::ArrayRef<uint64_t> after,
                                      llvm::ArrayRef<uint32_t> afterIndices);

} // namespace ptx

#endif // PTX_DIFF_SEQUENCES_H
