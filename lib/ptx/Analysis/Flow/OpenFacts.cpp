// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/OpenFacts.h"

#include "ptx/Analysis/Flow/EventFlow.h"

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

  void step(const OpenFacts::Event &event) {
    ended |= event.ended & begun;
    begun |= event.begun;
    ended &= ~event.begun;
  }
};

} // namespace

bool OpenFacts::canBeFound() const { return ptx::canBeFound(events); }

void OpenFacts::follow(const CheckedUnit &checked, const ControlFlow &flow,
                       llvm::function_ref<void(InstId, uint64_t)> tell) const {
  followEvents<OpenState>(events, checked, flow, tell);
}
