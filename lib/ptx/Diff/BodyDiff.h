// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The comparison of two bodies. Private to lib/ptx/Diff.

#ifndef PTX_DIFF_BODYDIFF_H
#define PTX_DIFF_BODYDIFF_H

#include "ptx/Diff/Diff.h"
#include "ptx/Diff/Sequences.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/StringMap.h"

#include <array>

namespace ptx {

/// The name of the old module for a name of the new one.
using GlobalNames = llvm::StringMap<llvm::StringRef>;

/// That a name of the old side is one of the new side, and how much speaks for it.
struct NameVote {
  uint32_t before;
  uint32_t after;
  uint64_t weight;
};

/// Compares the bodies of `function` in two steps, between which names of the module are matched.
///
/// First lines are aligned by what they do, whatever the names in them are: the same shape, with
/// operands that come from lines of the same shape, and so on. Each pair of lines votes for its
/// names. With the names of the most votes, lines are equal or not. If several places differ, lines
/// are also aligned by their shapes alone, and the alignment with fewer places counts.
class BodyDiff {
public:
  explicit BodyDiff(FunctionDiff &function)
      : function(function), a(function.before), b(function.after) {}

  /// Aligns the lines and collects votes for names.
  void align();
  llvm::ArrayRef<NameVote> votes() const { return sortedVotes; }
  /// Fills in the rows and counts.
  void compare(const GlobalNames &globals);

  uint64_t steps() const { return matcher.steps; }

private:
  static constexpr unsigned levels = 7;
  static constexpr uint32_t none = ~0u;
  using Colours = std::vector<uint64_t>;

  /// The rows of an attempt, and the names that belong to each other.
  struct Result {
    std::vector<DiffRow> rows;
    uint32_t changed = 0, added = 0, removed = 0, moved = 0, moves = 0, places = 0;
    std::vector<uint32_t> toNew, toOld;
  };

  static Colours shapesOf(const DiffBody &body);
  static std::array<Colours, levels> coloursOf(const DiffBody &body);
  static Colours refine(const DiffBody &body, const Colours &colours);
  void vote(const SequencePair &pair, uint64_t weight);
  void sortVotes();
  void voteByShape();
  void findRows(const GlobalNames &globals);
  /// Exchanges the rows and names with those of another attempt.
  void exchange(Result &result);
  void bindNames(const GlobalNames &globals);
  void bindByVotes(const GlobalNames &globals);
  void bindAgain(const GlobalNames &globals, llvm::ArrayRef<SequencePair> equal,
                 llvm::ArrayRef<SequenceGap> gaps);
  void bindChanged(llvm::ArrayRef<SequenceGap> gaps);
  void addBinding(uint32_t before, uint32_t after);
  /// Which names a colour has: all, or those that are bound.
  enum class Side : uint8_t { Old, New, OldBound, NewBound };
  Colours exactColours(const DiffBody &body, Side side, const GlobalNames &globals) const;
  void findMoves(llvm::ArrayRef<SequenceGap> gaps, const Colours &before, const Colours &after);
  void extendMove(SequencePair start, const Colours &before, const Colours &after);
  void addRows(llvm::ArrayRef<SequencePair> equal, llvm::ArrayRef<SequenceGap> gaps);
  void addGap(const SequenceGap &gap);
  void count();
  void compareDeclarations();
  void compareUnused();

  FunctionDiff &function;
  const DiffBody &a;
  const DiffBody &b;
  SequenceMatcher matcher;
  llvm::DenseMap<uint64_t, uint64_t> weights;
  std::vector<NameVote> sortedVotes;
  std::vector<uint32_t> toNew, toOld; // names
  /// By line: the number of its move, or 0; of a line that no gap has, `none`.
  std::vector<uint32_t> movesAway, movesHere;
};

} // namespace ptx

#endif // PTX_DIFF_BODYDIFF_H
