// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_OPENFACTS_H
#define PTX_ANALYSIS_FLOW_OPENFACTS_H

#include "ptx/Analysis/Flow/Dataflow.h"

#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// At most 64 facts that some instructions begin, others end, and that must not hold at some
/// instructions, such as "the copy has started, and no wait followed". A fact is reported if it
/// began on some path to the instruction and has ended on none of the paths since.
class OpenFacts {
public:
  void begin(InstId inst, uint64_t bits) { events[inst.index].begun |= bits; }
  void end(InstId inst, uint64_t bits = ~uint64_t(0)) { events[inst.index].ended |= bits; }
  void forbid(InstId inst, uint64_t bits) { events[inst.index].forbidden |= bits; }
  /// Whether some instruction begins a fact, and a fact must not hold at some instruction.
  bool canBeFound() const;

  /// Calls `tell(inst, bits)` for each instruction where such facts hold. An instruction first
  /// checks the facts before it, then ends facts, then begins facts.
  void follow(const CheckedUnit &checked, const ControlFlow &flow,
              llvm::function_ref<void(InstId inst, uint64_t bits)> tell) const;

  struct Event {
    uint64_t begun = 0;
    uint64_t ended = 0;
    uint64_t forbidden = 0;
  };

private:
  llvm::DenseMap<uint32_t, Event> events; // by instruction
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_OPENFACTS_H
