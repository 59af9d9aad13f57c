// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_VALUES_THREADSETS_H
#define PTX_ANALYSIS_VALUES_THREADSETS_H

#include "ptx/Analysis/Values/ThreadValues.h"

namespace ptx {

/// The threads of a CTA that can reach each block of a body, from the path conditions known to
/// `ThreadValues`. (Manual 9.3)
class ThreadSets {
public:
  ThreadSets(const CheckedUnit &checked, const ControlFlow &flow, ThreadValues &values);

  /// The threads that can reach the instruction, and the subset for which its guard holds. None if
  /// it is unreachable.
  llvm::BitVector reach(InstId inst) const;
  llvm::BitVector run(InstId inst);

  /// Whether all conditions on the paths to the instruction are known in each thread, or are the
  /// same in all of them: if one of the threads gets here, all do, one after the other.
  bool isExact(InstId inst) const { return exact[blockOf(inst)]; }
  /// The same with the guard of the instruction.
  bool isExactlyRun(InstId inst) { return isExact(inst) && values.knowsGuard(inst); }

  /// Whether a thread of each CTA certainly executes the instruction, for any unknown values: that
  /// thread has no path around it. Loops are assumed to terminate.
  bool isCertainlyRun(InstId inst);

  /// Whether the threads that do not reach the block of `inst` have exited or exit on their path:
  /// the blocks that they reach do nothing but end.
  bool othersLeave(InstId inst) const;

  unsigned threads() const { return values.shape().threads(); }
  bool isSizeKnown() const { return values.shape().isKnown; }
  uint32_t blockOf(InstId inst) const { return blocks[inst.index]; }
  /// The threads at the start of the block; empty if it is unreachable.
  const llvm::BitVector &at(uint32_t block) const { return reached[block]; }

private:
  void follow();
  void pass(uint32_t from, uint32_t to, const llvm::BitVector &set, bool isExact);
  /// The instruction that ends the block by a branch or an exit under a guard; none if there is
  /// none.
  InstId partingOf(uint32_t block) const;
  /// Whether the thread can reach an end of the body without passing through the block.
  bool canAvoid(unsigned thread, uint32_t avoided);

  const CheckedUnit &checked;
  const ControlFlow &flow;
  ThreadValues &values;
  std::vector<uint32_t> blocks; // by instruction
  std::vector<InstId> lasts;    // by block: its last instruction
  std::vector<llvm::BitVector> reached;
  llvm::BitVector exact;
  llvm::BitVector changed;
};

} // namespace ptx

#endif // PTX_ANALYSIS_VALUES_THREADSETS_H
