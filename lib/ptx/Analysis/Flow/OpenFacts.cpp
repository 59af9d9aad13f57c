// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"

using namespace ptx;

namespace {

/// Begun on some path, and ended since on some path.
struct OpenState {
  uint64_t begun = 0;
  uint64_t ended = 0;

  bool meet(const OpenState &other) {
    OpenState old = *this;
    begun |= other.begun;
    ended |= other.ended;
    return begun != old.begun || ended != old.ended;
  }
};

} // namespace

bool OpenFacts::canBeFound() const {
  uint64_t begun = 0, forbidden = 0;
  for (const auto &[inst, event] : events) {
    begun |= event.begun;
    forbidden |= event.forbidden;
  }
  return begun & forbidden;
}

void OpenFacts::follow(const CheckedUnit &checked, const ControlFlow &flow,
                       llvm::function_ref<void(InstId, uint64_t)> tell) const {
  if (!canBeFound())
    return;
  auto step = [&](OpenState &state, InstId inst) {
    const Event &event = events.find(inst.index)->second;
    state.ended |= event.ended & state.begun;
    state.begun |= event.begun;
    state.ended &= ~event.begun;
  };
  BlockInstructions insts(checked, flow, [&](InstId inst) { return events.contains(inst.index); });
  ForwardDataflow<OpenState> facts(flow, insts, {}, step);
  facts.forEach(step, [&](const OpenState &state, InstId inst) {
    uint64_t found = events.find(inst.index)->second.forbidden & state.begun & ~state.ended;
    if (found)
      tell(inst, found);
  });
}
