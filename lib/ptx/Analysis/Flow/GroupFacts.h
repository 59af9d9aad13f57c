// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_GROUPFACTS_H
#define PTX_ANALYSIS_FLOW_GROUPFACTS_H

#include "ptx/Analysis/Flow/Dataflow.h"

#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// At most 64 asynchronous operations that are committed in groups, and that must be complete at
/// some instructions. A wait specifies how many of the latest groups may still be pending, so the
/// groups that are committed after an operation are counted: the maximum over all paths. An
/// operation is reported if it started on some path to the instruction, and no wait on any path
/// since could complete it. (Manual 9.7.9.25.3, 9.7.9.25.6, 9.7.15.7)
class GroupFacts {
public:
  void begin(InstId inst, uint64_t bits) { events[inst.index].begun |= bits; }
  void commit(InstId inst) { events[inst.index].commits = true; }
  /// A wait for the groups of `bits`, except for the latest `left` ones.
  void wait(InstId inst, uint64_t left, uint64_t bits);
  /// `inst` completes the operations, whatever groups they are in.
  void end(InstId inst, uint64_t bits = ~uint64_t(0)) { events[inst.index].ended |= bits; }
  void forbid(InstId inst, uint64_t bits) { events[inst.index].forbidden |= bits; }

  /// Calls `tell(inst, bits)` for each instruction where such operations can be pending. An
  /// instruction first checks what is pending before it, then ends, then begins operations.
  void follow(const CheckedUnit &checked, const ControlFlow &flow,
              llvm::function_ref<void(InstId inst, uint64_t bits)> tell) const;

  /// Groups are counted up to this number, which also represents larger numbers.
  static constexpr unsigned mostGroups = 8;

  struct Event {
    uint64_t begun = 0;
    uint64_t ended = 0;
    uint64_t forbidden = 0;
    uint64_t waitsFor = 0;
    unsigned left = 0;
    bool commits = false;
  };

private:
  llvm::DenseMap<uint32_t, Event> events; // by instruction
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_GROUPFACTS_H
