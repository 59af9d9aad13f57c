// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_PATHCONDITIONS_H
#define PTX_ANALYSIS_VALUES_PATHCONDITIONS_H

#include "ptx/Analysis/Values/ValueKeys.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// A predicate, as a value number, and whether it is true.
struct PathCondition {
  uint32_t key;
  bool isTrue;
  friend auto operator<=>(const PathCondition &, const PathCondition &) = default;
};

/// The branch conditions that hold on every path to a block. Predicates computed from the same
/// values count as one.
class PathConditions {
public:
  static constexpr unsigned mostConditions = 12;
  using List = llvm::SmallVector<PathCondition, mostConditions + 1>;

  PathConditions(const CheckedUnit &checked, const ControlFlow &flow, ValueKeys &keys);

  bool areInOneBlock(InstId a, InstId b) const { return blocks[a.index] == blocks[b.index]; }

  /// The conditions of the instruction, including its guard.
  List at(InstId inst) const;
  /// Whether the two instructions exclude each other: their conditions contradict.
  bool contradict(InstId a, InstId b) const;

  /// Whether a path leads from after `from` to a target, an instruction that fulfils `isTarget`, or
  /// to the end of the body. No instruction on it fulfils `stops`, and the conditions of `from`
  /// still hold on it.
  std::optional<InstId> reaches(InstId from, llvm::function_ref<bool(InstId)> isTarget,
                                llvm::function_ref<bool(InstId)> stops) const;

  /// Whether there is a path from after `from` to `to`, whatever the conditions are: in a loop they
  /// change.
  bool canReach(InstId from, InstId to) const;

private:
  std::optional<PathCondition> ofEdge(uint32_t from, unsigned number) const;
  void follow();

  const CheckedUnit &checked;
  const ControlFlow &flow;
  std::vector<uint32_t> blocks;                   // by instruction
  std::vector<std::optional<List>> known;         // by block
  std::vector<std::optional<PathCondition>> last; // by block: the condition of its branch
  std::vector<bool> branches; // by block: whether it ends with such a branch to a label
  std::vector<std::optional<PathCondition>> guards; // by instruction
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_PATHCONDITIONS_H
