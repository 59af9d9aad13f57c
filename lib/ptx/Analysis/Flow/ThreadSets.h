// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_THREADSETS_H
#define PTX_ANALYSIS_FLOW_THREADSETS_H

#include "ptx/Analysis/Values/ThreadValues.h"

namespace ptx {

/// Which threads of a CTA can come to each block of a body, by the conditions on the ways there
/// that `ThreadValues` knows. (Manual 9.3)
class ThreadSets {
public:
  ThreadSets(const CheckedUnit &checked, const ControlFlow &flow, ThreadValues &values);

  /// The threads that can come to the instruction, and those for which its guard holds besides.
  /// None where control cannot come.
  llvm::BitVector reach(InstId inst) const;
  llvm::BitVector run(InstId inst);

  /// Whether all conditions on the ways to the instruction are known in each thread, or are the
  /// same in all of them: if one of the threads comes, all do, one after the other.
  bool isExact(InstId inst) const { return exact[blockOf(inst)]; }
  /// The same with the guard of the instruction.
  bool isExactlyRun(InstId inst) { return isExact(inst) && values.knowsGuard(inst); }

  /// Whether the threads that do not come to the block of `inst` leave the kernel on the way, or
  /// have left it: none of the blocks where they go do anything but end.
  bool othersLeave(InstId inst) const;

  unsigned threads() const { return values.shape().threads(); }
  bool isSizeKnown() const { return values.shape().isKnown; }
  uint32_t blockOf(InstId inst) const { return blocks[inst.index]; }
  /// The threads at the begin of the block; empty where control cannot come.
  const llvm::BitVector &at(uint32_t block) const { return reached[block]; }

private:
  void follow();
  void pass(uint32_t from, uint32_t to, const llvm::BitVector &set, bool isExact);

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

#endif // PTX_ANALYSIS_FLOW_THREADSETS_H
