// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;
using State = Fragment::State;

/// What a fragment waits for, and what is missing.
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
    text += ": " + std::to_string(object.pending) + " of " + std::to_string(object.expected) +
            " arrivals";
    if (object.transactions > 0)
      text += " and " + std::to_string(object.transactions) + " bytes";
    text += object.transactions > 0 || object.pending != 1 ? " are missing" : " is missing";
    if (object.transactions < 0)
      text +=
          "; " + std::to_string(-object.transactions) + " bytes more than expected are complete";
    return text;
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
  case State::AtRegisters:
    return "registers: `setmaxnreg` asks for " +
           std::to_string(valueOf(warp, program.operand(fragment.pc, 0)[0], 0).bits) +
           " a thread, and " + std::to_string(cta.freeRegisters) + " of the CTA are free";
  case State::AtWarpgroup:
    return "the other warps of its warpgroup, which have to issue the same products";
  default:
    return "other threads of the warp, which have to execute `" +
           std::string(op.view ? op.view->form->instruction().name : "ret") + "` as well";
  }
}

/// The boxes of tensor maps that do not add up to what mbarrier objects expect.
void Machine::noteBoxes(Finding &finding) const {
  std::map<uint32_t, uint64_t> boxes;
  for (auto &warp : warps)
    for (auto &fragment : warp->fragments) {
      if (fragment->state != State::AtMbarrier)
        continue;
      const auto &objects = ctas[fragment->cta].mbarriers;
      if (auto found = objects.find(fragment->object);
          found != objects.end() && found->second.transactions != 0)
        boxes.insert(found->second.lastCopy);
    }
  for (auto [pc, bytes] : boxes)
    if (bytes && program.operations[pc].has(Modifier::tensor))
      finding.notes.emplace_back(pc, "a box of its tensor map has " + std::to_string(bytes) +
                                         " bytes here");
}

/// Who waits for what: one finding for the launch, with all the others in its text.
void Machine::reportHang() {
  if (hasOmitted)
    return;
  struct Group {
    const Warp *warp;
    const Fragment *fragment;
    uint32_t threads = 0;
  };
  std::map<std::pair<uint32_t, std::string>, Group> groups;
  for (auto &warp : warps)
    for (auto &fragment : warp->fragments) {
      Group &group = groups[{fragment->pc, waitText(*warp, *fragment)}];
      group.warp = warp.get();
      group.fragment = group.fragment ? group.fragment : fragment.get();
      group.threads += static_cast<uint32_t>(llvm::popcount(fragment->mask));
    }
  auto rank = [](const Group &group) {
    switch (group.fragment->state) {
    case State::AtWarp:
      return 0;
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
  noteBoxes(finding);
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
