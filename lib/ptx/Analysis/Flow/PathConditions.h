// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_PATHCONDITIONS_H
#define PTX_ANALYSIS_FLOW_PATHCONDITIONS_H

#include "ptx/Analysis/Values/ValueKeys.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// A predicate, by the number of its value, and whether it is true.
struct PathCondition {
  uint32_t key;
  bool isTrue;
  friend auto operator<=>(const PathCondition &, const PathCondition &) = default;
};

/// The conditions that hold on every way to a block, because branches go by them. A predicate that
/// is computed twice from the same values is one.
class PathConditions {
public:
  using List = llvm::SmallVector<PathCondition, 4>;

  PathConditions(const CheckedUnit &checked, const ControlFlow &flow, ValueKeys &keys);

  bool areInOneBlock(InstId a, InstId b) const { return blocks[a.index] == blocks[b.index]; }

  /// Those of the instruction, its guard included.
  List at(InstId inst) const;
  /// Whether no way on which both instructions run is known to be possible: one needs the contrary
  /// of what the other needs.
  bool contradict(InstId a, InstId b) const;

  /// Whether control can go from after `from` to an instruction for which `isTarget` holds, or to
  /// the end of the body, without one for which `stops` holds, if the conditions of `from` go on to
  /// hold.
  std::optional<InstId> reaches(InstId from, llvm::function_ref<bool(InstId)> isTarget,
                                llvm::function_ref<bool(InstId)> stops) const;

private:
  std::optional<PathCondition> ofEdge(uint32_t from, unsigned number) const;
  void follow();

  const CheckedUnit &checked;
  const ControlFlow &flow;
  std::vector<uint32_t> blocks;                   // by instruction
  std::vector<std::optional<List>> known;         // by block
  std::vector<std::optional<PathCondition>> last; // by block: that under which its branch is taken
  std::vector<bool> branches; // by block: whether it ends in such a branch to a label
  std::vector<std::optional<PathCondition>> guards; // by instruction
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_PATHCONDITIONS_H
