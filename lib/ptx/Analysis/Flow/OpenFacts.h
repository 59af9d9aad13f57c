// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_OPENFACTS_H
#define PTX_ANALYSIS_FLOW_OPENFACTS_H

#include "ptx/Analysis/Flow/Dataflow.h"

#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// At most 64 facts that some instructions begin, others end, and some must not find: such as "the
/// copy has begun, and nobody has waited for it". Told is a fact that has begun on some way to the
/// instruction, and that has ended on none of the ways since: whatever way control took, nothing
/// ended it.
class OpenFacts {
public:
  void begin(InstId inst, uint64_t bits) { events[inst.index].begun |= bits; }
  void end(InstId inst, uint64_t bits = ~uint64_t(0)) { events[inst.index].ended |= bits; }
  void forbid(InstId inst, uint64_t bits) { events[inst.index].forbidden |= bits; }
  /// Whether an instruction begins a fact, and one must not find it.
  bool canBeFound() const;

  /// Calls `tell(inst, bits)` for each instruction that finds such facts. An instruction finds what
  /// was before it, ends, and begins.
  void follow(const CheckedUnit &checked, const ControlFlow &flow,
              llvm::function_ref<void(InstId inst, uint64_t bits)> tell) const;

private:
  struct Event {
    uint64_t begun = 0;
    uint64_t ended = 0;
    uint64_t forbidden = 0;
  };

  llvm::DenseMap<uint32_t, Event> events; // by instruction
};

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_OPENFACTS_H
