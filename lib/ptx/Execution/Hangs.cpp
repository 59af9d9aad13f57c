// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;
using State = Fragment::State;

/// The object that a fragment waits for, and the missing arrivals or bytes.
std::string Machine::waitText(const Warp &warp, const Fragment &fragment) const {
  const Operation &op = program.operations[fragment.pc];
  const Cta &cta = ctas[warp.cta];
  switch (fragment.state) {
  case State::AtMbarrier: {
    const Cta &owner = ctas[fragment.cta];
    std::string text = "the mbarrier object " + bytesText(owner, fragment.object);
    auto found = owner.mbarriers.find(fragment.object);
    if (found == owner.mbarriers.end())
      return text;
    const Mbarrier &object = found->second;
    text += ", phase " + std::to_string(object.phase - object.firstPhase);
    if (!fragment.byState)
      text += " (parity " + std::to_string(fragment.parity & 1) + ")";
    std::string arrivals = std::to_string(object.pending) + " of " +
                           std::to_string(object.expected) +
                           (object.pending == 1 ? " arrivals is missing" : " arrivals are missing");
    int64_t bytes = object.transactions;
    if (bytes == 0)
      return text + ": " + arrivals;
    text += object.pending ? ": " + arrivals + ", and " : ": all arrivals have come, but ";
    return text + std::to_string(std::abs(bytes)) +
           (bytes > 0 ? " of the expected bytes are missing"
                      : " bytes more than expected are complete");
  }
  case State::AtBarrier: {
    const NamedBarrier &barrier = cta.barriers[fragment.object];
    return "barrier " + std::to_string(fragment.object) + ": " + std::to_string(barrier.arrived) +
           " of " + std::to_string(barrier.allThreads ? cta.live : barrier.count) +
           " threads have come";
  }
  case State::AtCluster:
    return "the barrier of the cluster: " + std::to_string(clusterArrived) +
           " threads have arrived";
  case State::AtRegisters: {
    uint64_t count = valueOf(warp, program.operand(fragment.pc, 0)[0], 0).bits;
    return "registers: `setmaxnreg` requests " + std::to_string(count) +
           " for each thread, which has " + std::to_string(warp.registerCount) + "; a warp needs " +
           std::to_string((count - warp.registerCount) * warpLanes) + " more, and " +
           std::to_string(cta.freeRegisters) + " of the CTA are free";
  }
  case State::AtWarpgroup:
    return "the other warps of its warpgroup, which have to issue the same products";
  default:
    return "other threads of the warp, which have to execute `" +
           std::string(op.view ? op.view->form->instruction().name : "ret") + "` as well";
  }
}

/// The last operation at each mbarrier object that threads wait for.
void Machine::noteObjects(Finding &finding) const {
  constexpr size_t mostObjects = 4;
  std::set<const Mbarrier *> seen;
  std::map<uint32_t, std::string> notes;
  for (auto &warp : warps)
    for (auto &fragment : warp->fragments) {
      if (fragment->state != State::AtMbarrier || seen.size() == mostObjects)
        continue;
      const Cta &owner = ctas[fragment->cta];
      auto found = owner.mbarriers.find(fragment->object);
      if (found == owner.mbarriers.end() || !seen.insert(&found->second).second)
        continue;
      const Mbarrier &object = found->second;
      std::string name = bytesText(owner, fragment->object);
      uint32_t phase = object.phase - object.firstPhase;
      if (object.lastArrival != Operation::none && object.pending > 0) {
        int64_t come = object.expected - object.pending;
        std::string at = " at " + name + " in phase " + std::to_string(come ? phase : phase - 1);
        notes.try_emplace(object.lastArrival,
                          (come == 0   ? "the last arrival"
                           : come == 1 ? "the only arrival"
                                       : "the last of " + std::to_string(come) + " arrivals") +
                              at);
      }
      if (object.transactions == 0)
        continue;
      if (object.lastExpect != Operation::none)
        notes.try_emplace(object.lastExpect, "the last bytes that " + name + " expects");
      if (auto [pc, bytes] = object.lastCopy; bytes)
        notes.try_emplace(
            pc, program.operations[pc].has(Modifier::tensor)
                    ? "a box of its tensor map has " + std::to_string(bytes) + " bytes here"
                    : "this copy completes " + std::to_string(bytes) + " bytes on " + name);
    }
  finding.notes.insert(finding.notes.end(), notes.begin(), notes.end());
}

/// Reports all waiting threads as one finding of the launch.
void Machine::reportHang() {
  if (hasOmitted)
    return;
  struct Group {
    const Warp *warp;
    const Fragment *fragment;
    uint32_t threads = 0;
    /// Whether the threads wait for others of their warps, which wait for something else.
    bool isConsequence = true;
  };
  std::map<std::pair<uint32_t, std::string>, Group> groups;
  for (auto &warp : warps) {
    bool hasCause = llvm::any_of(warp->fragments, [](const auto &fragment) {
      return fragment->state == State::AtMbarrier || fragment->state == State::AtRegisters;
    });
    for (auto &fragment : warp->fragments) {
      Group &group = groups[{fragment->pc, waitText(*warp, *fragment)}];
      group.warp = warp.get();
      group.fragment = group.fragment ? group.fragment : fragment.get();
      group.threads += static_cast<uint32_t>(llvm::popcount(fragment->mask));
      group.isConsequence &= hasCause;
    }
  }
  auto rank = [](const Group &group) {
    switch (group.fragment->state) {
    case State::AtWarp:
      return group.isConsequence ? 4 : 0;
    case State::AtRegisters:
      return 1;
    case State::AtMbarrier:
      return 2;
    default:
      return 3;
    }
  };
  const Group *first = nullptr;
  for (auto &[key, group] : groups)
    if (!first || rank(group) < rank(*first))
      first = &group;
  if (!first)
    return;
  Finding finding{Fault::Hang, first->fragment->pc, "", {}};
  constexpr size_t mostNotes = 8;
  for (auto &[key, group] : groups) {
    std::string entry = std::to_string(group.threads) +
                        (group.threads == 1 ? " thread waits" : " threads wait") + " forever for " +
                        key.second;
    if (&group == first)
      finding.text = entry;
    else if (finding.notes.size() < mostNotes)
      finding.notes.emplace_back(key.first, entry);
  }
  noteObjects(finding);
  const Operation &op = program.operations[first->fragment->pc];
  if (first->fragment->state == State::AtWarp && op.view)
    finding.fault = Fault::DivergentInstruction;
  else if (first->fragment->state == State::AtRegisters)
    finding.fault = Fault::RegisterPool;
  finding.isPossible = hasGuessed;
  if (recorder)
    recordHang(finding);
  findings.add(std::move(finding));
}

void Machine::recordHang(const Finding &finding) {
  if (!recorder->wants(finding.fault, finding.pc))
    return;
  for (auto &warp : warps)
    for (auto &fragment : warp->fragments)
      recorder->showStuck(*warp, fragment->mask, fragment->pc);
  recorder->showOpenPhases();
  recorder->showFinding();
}
