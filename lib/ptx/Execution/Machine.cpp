// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

#include "llvm/ADT/StringExtras.h"

using namespace ptx;
using namespace ptx::execution;
using llvm::Twine;
using State = Fragment::State;

Machine::Machine(const Program &program, const CompleteLaunch &launch, const Schedule &schedule,
                 Findings &findings, uint64_t limit, Deadline deadline, const GridPart &part)
    : program(program), launch(launch), schedule_(schedule), findings(findings), limit(limit),
      deadline(deadline), part(part), ownMemory(part.memory ? GlobalMemory() : program.global),
      global(part.memory ? *part.memory : ownMemory) {
  accesses.push_back({});
  makeCtas();
}

void Machine::makeCtas() {
  threadsPerCta =
      static_cast<uint32_t>((volume(launch.block) + warpLanes - 1) / warpLanes * warpLanes);
  uint32_t count = static_cast<uint32_t>(volume(launch.cluster));
  newPart(count * threadsPerCta);
  ctas.resize(count);
  warpgroups.resize(count);
  for (uint32_t rank = 0; rank != count; ++rank) {
    if (isStopped)
      return;
    Cta &cta = ctas[rank];
    cta.rank = rank;
    cta.inCluster = {rank % launch.cluster[0], rank / launch.cluster[0] % launch.cluster[1],
                     rank / (launch.cluster[0] * launch.cluster[1])};
    for (unsigned i = 0; i != 3; ++i)
      cta.id[i] = part.cluster[i] * launch.cluster[i] + cta.inCluster[i];
    cta.memory.resize(program.sharedBytes);
    cta.shadow.resize(program.sharedBytes);
    cta.freeRegisters = 0;
    makeWarps(cta);
  }
}

void Machine::makeWarps(Cta &cta) {
  uint32_t threads = static_cast<uint32_t>(volume(launch.block));
  cta.threads = cta.live = threads;
  warpgroups[cta.rank].resize((threadsPerCta / warpLanes + 3) / 4);
  for (uint32_t first = 0; first < threads; first += warpLanes) {
    auto warp = std::make_unique<Warp>();
    warp->number = first / warpLanes;
    warp->cta = cta.rank;
    warp->thread = cta.rank * threadsPerCta + first;
    warp->registerCount = launch.registers;
    uint32_t lanes = std::min(warpLanes, threads - first);
    warp->threads = warp->live = lanes == warpLanes ? allLanes : (LaneMask(1) << lanes) - 1;
    warp->registers.resize(program.registerWidths.size());
    for (size_t i = 0; i != warp->registers.size(); ++i)
      warp->registers[i].bits[0] = mix(0x0DD, i) & ~uint64_t(1);
    warp->lane.spread();
    warp->lane.known = allLanes;
    for (Lanes &tid : warp->tid)
      tid = warp->lane;
    for (unsigned lane = 0; lane != warpLanes; ++lane) {
      uint32_t thread = first + lane;
      warp->lane.bits[lane] = lane;
      warp->tid[0].bits[lane] = thread % launch.block[0];
      warp->tid[1].bits[lane] = thread / launch.block[0] % launch.block[1];
      warp->tid[2].bits[lane] = thread / (launch.block[0] * launch.block[1]);
    }
    auto fragment = std::make_unique<Fragment>();
    fragment->pc = program.routines[program.entry].first;
    fragment->mask = warp->live;
    fragment->knowers = Knowers(warp->live, std::make_shared<Knowledge>());
    warp->fragments.push_back(std::move(fragment));
    warps.push_back(std::move(warp));
    // One module can have as many registers as it has bytes.
    if (!mayGoOn())
      return;
  }
}

/// The maximum memory of an execution; a large kernel uses a tenth of it.
static constexpr uint64_t mostMemory = uint64_t(1) << 30;

/// Whether the execution is within its limits of time and memory; otherwise it stops here.
bool Machine::mayGoOn() {
  constexpr uint64_t betweenLooks = 256;
  uint64_t now = cost();
  bool isLarge = Meter::held() > mostMemory, isLate = false;
  if (now >= nextLook) {
    nextLook = now + betweenLooks;
    isLarge |= held() > mostMemory || global.held() > part.mostChanged;
    if (watcher)
      watcher(now);
    isLate = deadline && std::chrono::steady_clock::now() >= *deadline;
  }
  if (now <= limit && !isLarge && !isLate)
    return true;
  whyStopped = isLarge ? Ending::Memory : isLate ? Ending::Time : Ending::Limit;
  isStopped = true;
  return false;
}

/// The size of all tables that can grow, in bytes.
uint64_t Machine::held() const {
  uint64_t bytes = Meter::held() + batchBytes + events.size() * sizeof(Event) +
                   locations.getMemorySize() + decisionOf.getMemorySize() + global.held() +
                   globalShadow.held() + output.size();
  for (const Cta &cta : ctas)
    bytes += cta.shadow.held() + cta.tensor.held() + cta.mbarriers.size() * sizeof(Mbarrier) * 2;
  return bytes;
}

Ending Machine::run(uint64_t patience) {
  Ending ending = runRounds(patience);
  if (inspector && ending != Ending::Paused)
    inspector->end(MachineView(*this), ending);
  return ending;
}

Ending Machine::runRounds(uint64_t patience) {
  lastChange = steps;
  while (!isStopped && mayGoOn()) {
    if (steps - lastChange > patience)
      return Ending::Paused;
    Meter::spend(warps.size());
    if (observer && !observer->beginRound(*this))
      return Ending::Stopped;
    bool ran = false;
    for (size_t i = 0; i != warps.size() && !isStopped; ++i)
      ran |= runWarp(*warps[schedule_.isReversed ? warps.size() - 1 - i : i]);
    if (ran)
      continue;
    bool isDone = llvm::all_of(warps, [](const auto &warp) { return warp->fragments.empty(); });
    if (isDone && !performEvent()) {
      finish();
      return Ending::Finished;
    }
    if (!isDone && !advance()) {
      reportHang();
      return Ending::Hang;
    }
  }
  return whyStopped;
}

bool Machine::runWarp(Warp &warp) {
  bool ran = false;
  for (size_t i = 0; i != warp.fragments.size() && !isStopped; ++i)
    if (warp.fragments[i]->state == State::Ready)
      ran |= runFragment(warp, *warp.fragments[i]);
  llvm::erase_if(warp.fragments,
                 [](const auto &fragment) { return fragment->state == State::Done; });
  return ran;
}

bool Machine::runFragment(Warp &warp, Fragment &fragment) {
  constexpr unsigned quantum = 8192;
  for (unsigned i = 0; i != quantum && fragment.state == State::Ready && !isStopped; ++i) {
    if (!fragment.joins.empty() && fragment.joins.back()->pc == fragment.pc &&
        fragment.joins.back()->depth == fragment.calls.size()) {
      park(warp, fragment);
      continue;
    }
    ++steps;
    if (!mayGoOn())
      break;
    LaneMask before = fragment.mask;
    uint32_t from = fragment.pc;
    Step taken = Step::Next;
    if (!inspector)
      taken = step(warp, fragment);
    else if (!inspect(warp, fragment, taken))
      isStopped = true;
    switch (taken) {
    case Step::Next:
      ++fragment.pc;
      [[fallthrough]];
    case Step::Jumped:
      executed += static_cast<uint64_t>(llvm::popcount(before));
      if (observer && fragment.pc <= from)
        return true;
      break;
    case Step::Waits:
    case Step::Ended:
      break;
    }
  }
  return true;
}

Machine::Step Machine::step(Warp &warp, Fragment &fragment) {
  const Operation &op = program.operations[fragment.pc];
  if (!op.view)
    return returnFrom(warp, fragment, fragment.mask);
  LaneMask mask = fragment.mask;
  if (op.guard == Operation::none)
    return execute(warp, fragment, op, mask);
  if (!warp.undefined.empty())
    checkRacing(warp, op, 0, mask);
  LaneMask unknown = 0;
  LaneMask active = guardMask(warp, op, mask, unknown);
  if (unknown && launch.hasData) {
    skip(op, "a condition that is not known");
    return Step::Waits;
  }
  if (op.branches() && unknown) {
    if (skipRegion(warp, fragment, op, unknown, active))
      return Step::Jumped;
  } else if (unknown && op.computes()) {
    // The result is the old or the new value.
    forget(warp, op, unknown, mix(warp.registers[op.guard].bits[0], fragment.pc));
    unknown = 0;
  } else if (unknown && isPure(op)) {
    // An access to global memory changes nothing else that is modelled.
    if (op.action != Action::Load && op.action != Action::ManageCache)
      global.forget();
    if (op.action == Action::Store)
      forgetLocal(warp, unknown, mix(warp.registers[op.guard].bits[0], fragment.pc));
    forget(warp, op, unknown, mix(warp.registers[op.guard].bits[0], fragment.pc));
    unknown = 0;
  }
  forEachLane(unknown, [&](unsigned lane) {
    if (isTrue(warp.registers[op.guard][lane], fragment.pc) != op.guardNegated)
      active |= 1u << lane;
  });
  if (op.branches())
    return branch(warp, fragment, op, active);
  return active ? execute(warp, fragment, op, active) : Step::Next;
}

bool Machine::advance() { return performEvent() || releaseParked() || answerPolls(); }

bool Machine::performEvent() {
  Meter::spend(schedule_.seed ? events.size() : 1);
  llvm::SmallVector<size_t, 16> ready;
  for (size_t i = 0; i != events.size(); ++i) {
    // The operations of one thread on tensor memory complete in their order.
    bool isLater =
        events[i].kind == Event::Kind::Arrive && llvm::any_of(ready, [&](size_t earlier) {
          return events[earlier].kind == Event::Kind::Arrive &&
                 events[earlier].thread == events[i].thread;
        });
    if (!isLater && canPerform(events[i]))
      ready.push_back(i);
    if (!schedule_.seed && !ready.empty())
      break;
  }
  if (ready.empty())
    return false;
  size_t at = ready[schedule_.seed ? mix(schedule_.seed, progress) % ready.size() : 0];
  Event event = std::move(events[at]);
  events.erase(events.begin() + static_cast<long>(at));
  perform(std::move(event));
  return true;
}

bool Machine::answerPolls() {
  bool any = false;
  for (auto &warp : warps)
    for (auto &fragment : warp->fragments)
      if (fragment->state == State::AtMbarrier && fragment->polledAt != progress) {
        fragment->polledAt = progress;
        fragment->answerFalse = true;
        fragment->state = State::Ready;
        any = true;
      }
  return any;
}

bool Machine::releaseParked() {
  Meter::spend(warps.size());
  for (auto &warp : warps)
    for (size_t i = 0; i != warp->fragments.size(); ++i) {
      Fragment &fragment = *warp->fragments[i];
      if (fragment.state != State::Parked)
        continue;
      std::shared_ptr<Join> join = fragment.joins.pop_back_val();
      fragment.state = State::Ready;
      leaveJoin(*warp, join);
      return true;
    }
  return false;
}

void Machine::report(Fault fault, uint32_t pc, std::string text, uint32_t other,
                     std::string otherText) {
  if (recorder && recorder->wants(fault, pc))
    recorder->showFinding();
  // The caller has made the messages, which look for the names of variables.
  Meter::spend(512 + program.shared.size());
  Finding finding{fault, pc, std::move(text), {}};
  if (other != Operation::none)
    finding.notes.emplace_back(other, std::move(otherText));
  finding.isPossible = hasGuessed;
  findings.add(std::move(finding));
}

void Machine::reportTolerated(Fault fault, uint32_t pc, std::string text, uint32_t other,
                              std::string otherText) {
  if (recorder && recorder->wants(fault, pc))
    recorder->showFinding();
  Finding finding{fault, pc, std::move(text), {}};
  if (other != Operation::none)
    finding.notes.emplace_back(other, std::move(otherText));
  finding.isPossible = hasGuessed;
  finding.isTolerated = true;
  findings.add(std::move(finding));
}

void Machine::skip(const Operation &op, const Twine &why) {
  skipped.try_emplace(why.str(), pcOf(op));
  // Results are right, or there are none.
  isStopped |= launch.hasData;
}

void Machine::noteUnknown(const Operation &op, const Twine &why) {
  if (launch.hasData && !unknownAt)
    unknownAt = {pcOf(op), why.str()};
}

std::string Machine::threadText(uint32_t thread) const {
  std::string text = "thread " + std::to_string(thread % threadsPerCta);
  if (launch.hasData && volume(launch.grid) > 1)
    text += " of CTA " + launch.ctaText(ctas[thread / threadsPerCta].id);
  else if (ctas.size() > 1)
    text += " of CTA " + std::to_string(thread / threadsPerCta);
  return text;
}

std::string Machine::bytesText(const Cta &cta, uint64_t at) const {
  std::string text = "`" + program.nameOfShared(at) + "`";
  if (ctas.size() > 1)
    text += " of CTA " + std::to_string(cta.rank);
  return text;
}

/// Reports the faults at the end: bytes that were read and never written, and copies, tensor memory
/// and mbarrier objects that are left.
void Machine::finish() {
  for (const auto &[place, read] : unwritten) {
    Cta &cta = ctas[place.first];
    bool isWritten = false;
    cta.shadow.look(
        read.at, read.bytes, [&](const ShadowEntry &) { isWritten = true; },
        [](const ShadowEntry &) {});
    if (!isWritten)
      report(Fault::UninitializedShared, place.second,
             threadText(read.thread) + " reads " + bytesText(cta, read.at) +
                 ", which nothing writes");
  }
  for (Cta &cta : ctas) {
    if (mayRunOutOfRegisters && canRunOutOfRegisters(cta))
      skip(program.operations[registerChanges.back().pc],
           "the order in which warps get registers can decide who waits");
    for (const TensorAllocation &allocation : cta.allocations)
      report(Fault::TensorMemory, allocation.pc,
             "the " + std::to_string(allocation.count) +
                 " columns of tensor memory are not deallocated before the CTA ends");
    if (!cta.withoutPeer.empty() || !cta.unequalToPeer.empty())
      reportPairAllocations(cta);
    for (auto &[at, object] : cta.mbarriers)
      if (object.isValid && object.transactions < 0)
        report(Fault::LeftoverTransactions, object.lastPc,
               "when the CTA ends, " + std::to_string(-object.transactions) +
                   " bytes have completed on the mbarrier object " + bytesText(cta, at) +
                   " that no thread expected");
  }
}
