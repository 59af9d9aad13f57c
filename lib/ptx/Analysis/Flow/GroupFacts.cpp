// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/GroupFacts.h"

#include "ptx/Analysis/Flow/EventFlow.h"

#include <algorithm>
#include <array>

using namespace ptx;

namespace {

/// The state of operations, a bit for each: `begun` on some path, and `ended` since then on some
/// path.
struct GroupState {
  uint64_t begun = 0;
  uint64_t ended = 0;
  /// Bit s of `committed[n]`: on some path operation s is in a group, and at least n groups were
  /// committed after that one.
  std::array<uint64_t, GroupFacts::mostGroups> committed = {};
  /// A group was committed on some path.
  bool hasGroup = false;

  bool meet(const GroupState &other);
  void step(const GroupFacts::Event &event);

private:
  void commit();
  void wait(unsigned left, uint64_t bits);
  void begin(uint64_t bits);
};

} // namespace

bool GroupState::meet(const GroupState &other) {
  bool changes = (other.begun & ~begun) || (other.ended & ~ended) || (other.hasGroup && !hasGroup);
  begun |= other.begun;
  ended |= other.ended;
  hasGroup |= other.hasGroup;
  for (unsigned i = 0; i != committed.size(); ++i) {
    changes |= (other.committed[i] & ~committed[i]) != 0;
    committed[i] |= other.committed[i];
  }
  return changes;
}

void GroupState::commit() {
  for (unsigned i = GroupFacts::mostGroups - 1; i != 0; --i)
    committed[i] |= committed[i - 1];
  committed[0] |= begun;
  hasGroup = true;
}

/// Before the first group a wait has no effect, which is another fault.
void GroupState::wait(unsigned left, uint64_t bits) {
  ended |= bits & begun & (hasGroup ? committed[left] : ~uint64_t(0));
}

void GroupState::begin(uint64_t bits) {
  begun |= bits;
  ended &= ~bits;
  for (uint64_t &set : committed)
    set &= ~bits;
}

void GroupState::step(const GroupFacts::Event &event) {
  ended |= event.ended & begun;
  if (event.waitsFor)
    wait(event.left, event.waitsFor);
  if (event.commits)
    commit();
  if (event.begun)
    begin(event.begun);
}

void GroupFacts::wait(InstId inst, uint64_t left, uint64_t bits) {
  Event &event = events[inst.index];
  event.waitsFor |= bits;
  event.left = static_cast<unsigned>(std::min<uint64_t>(left, mostGroups - 1));
}

void GroupFacts::follow(const CheckedUnit &checked, const ControlFlow &flow,
                        llvm::function_ref<void(InstId, uint64_t)> tell) const {
  followEvents<GroupState>(events, checked, flow, tell);
}
