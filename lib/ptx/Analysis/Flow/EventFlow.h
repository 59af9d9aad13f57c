// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The common part of OpenFacts and GroupFacts. Private to lib/ptx/Analysis.

#ifndef PTX_ANALYSIS_FLOW_EVENTFLOW_H
#define PTX_ANALYSIS_FLOW_EVENTFLOW_H

#include "ptx/Analysis/Flow/Dataflow.h"

#include "llvm/ADT/DenseMap.h"

namespace ptx {

/// Whether some event begins a bit that another one forbids.
template <class Event> bool canBeFound(const llvm::DenseMap<uint32_t, Event> &events) {
  uint64_t begun = 0, forbidden = 0;
  for (const auto &[inst, event] : events) {
    begun |= event.begun;
    forbidden |= event.forbidden;
  }
  return begun & forbidden;
}

/// Applies the events of instructions along every path with `State::step`. Calls `tell` with the
/// forbidden bits that began on some path to an instruction and did not end on any path since.
template <class State, class Event>
void followEvents(const llvm::DenseMap<uint32_t, Event> &events, const CheckedUnit &checked,
                  const ControlFlow &flow,
                  llvm::function_ref<void(InstId inst, uint64_t bits)> tell) {
  if (!canBeFound(events))
    return;
  auto step = [&](State &state, InstId inst) { state.step(events.find(inst.index)->second); };
  BlockInstructions insts(checked, flow, [&](InstId inst) { return events.contains(inst.index); });
  ForwardDataflow<State> facts(flow, insts, {}, step);
  facts.forEach(step, [&](const State &state, InstId inst) {
    uint64_t found = events.find(inst.index)->second.forbidden & state.begun & ~state.ended;
    if (found)
      tell(inst, found);
  });
}

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_EVENTFLOW_H
