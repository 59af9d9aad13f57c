// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace ptx;
using namespace ptx::execution;

/// The knowledge of the lanes of `mask`, including their own actions.
std::shared_ptr<Knowledge> Machine::publish(Warp &warp, Fragment &fragment, LaneMask mask) {
  std::shared_ptr<Knowledge> result;
  for (const LaneKnowledge &group : fragment.knowers) {
    if (!(group.mask & mask))
      continue;
    if (!result)
      result = std::make_shared<Knowledge>(*group.known);
    else
      result->join(*group.known);
  }
  if (!result)
    result = std::make_shared<Knowledge>();
  forEachLane(mask, [&](unsigned lane) {
    result->memory.raise(warp.thread + lane, warp.time);
    result->control.raise(warp.thread + lane, warp.time);
  });
  ++warp.time;
  return result;
}

/// The same for an arrival. In the code of compilers, one lane arrives for all lanes that executed
/// the preceding instructions together with it.
std::shared_ptr<Knowledge> Machine::publishForAll(Warp &warp, Fragment &fragment, LaneMask mask) {
  std::shared_ptr<Knowledge> known = publish(warp, fragment, mask);
  if (schedule_.isStrict)
    return known;
  forEachLane(fragment.together & ~mask, [&](unsigned lane) {
    known->memory.raise(warp.thread + lane, fragment.togetherUntil);
  });
  forEachLane(fragment.mask & ~mask,
              [&](unsigned lane) { known->memory.raise(warp.thread + lane, warp.time - 1); });
  // Their waits and fences precede the arrival as well.
  for (const Knowers *knowers : {&fragment.knewTogether, &fragment.knowers})
    for (const LaneKnowledge &group : *knowers)
      if (group.mask & ~mask) {
        known->memory.join(group.known->memory);
        known->async.join(group.known->async);
        known->tensor.join(group.known->tensor);
      }
  return known;
}

void Machine::acquire(Fragment &fragment, LaneMask mask, const Knowledge &known) {
  fragment.knowers.update(mask, [&](LaneMask, Knowledge &own) { own.join(known); });
}

void Machine::learn(Fragment &fragment, LaneMask mask, uint32_t part, uint32_t time) {
  fragment.knowers.update(mask, [&](LaneMask, Knowledge &own) { own.memory.raise(part, time); });
  recordCovered(part, time);
}

/// Records a wait for the operations that are complete at this time of a part of a clock.
void Machine::recordCovered(uint32_t part, uint32_t time) {
  if (!recorder)
    return;
  std::vector<uint32_t> open = recorder->openWorks();
  for (uint32_t number : open) {
    const AsyncWork &work = works[number];
    bool isOfPart = work.part <= part && part < work.part + (work.perLane ? warpLanes : 1);
    if (isOfPart && work.time <= time)
      recorder->cover(number);
  }
}

/// Joins the knowledge of the lanes of `mask`. With `memory`, the actions of each precede the
/// following actions of the others.
void Machine::syncWarp(Warp &warp, Fragment &fragment, LaneMask mask, bool memory) {
  mask &= fragment.mask;
  if (memory) {
    fragment.knowers.assign(mask, publish(warp, fragment, mask));
    return;
  }
  VectorClock control;
  for (const LaneKnowledge &group : fragment.knowers)
    if (group.mask & mask)
      control.join(group.known->control);
  forEachLane(mask, [&](unsigned lane) { control.raise(warp.thread + lane, warp.time); });
  fragment.knowers.update(mask, [&](LaneMask, Knowledge &own) { own.control.join(control); });
}

/// `fence.proxy.async`: actions that precede it also precede later operations of the async proxy,
/// in shared memory, global memory or both. (Manual 8.9.6)
void Machine::fenceProxy(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  bool isGlobal = op.has(Modifier::global);
  bool isShared = op.has(Modifier::shared_cta) || op.has(Modifier::shared_cluster);
  fragment.knowers.update(mask, [&](LaneMask lanes, Knowledge &own) {
    for (VectorClock *clock :
         {isGlobal ? nullptr : &own.async, isShared ? nullptr : &own.asyncGlobal})
      if (clock) {
        clock->join(own.memory);
        forEachLane(lanes, [&](unsigned lane) { clock->raise(warp.thread + lane, warp.time); });
      }
  });
  ++warp.time;
  if (!isGlobal)
    fenceInits(warp, fragment, mask);
}

/// `fence` and `membar`: writes observed by earlier relaxed reads precede later actions, and later
/// relaxed writes release the earlier actions. (Manual 8.8)
void Machine::fenceMemory(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  fragment.knowers.update(mask, [&](LaneMask lanes, Knowledge &own) {
    if (op.acquires())
      own.memory.join(own.observed);
    if (!op.releases())
      return;
    for (VectorClock *clock :
         {&own.releasedToCta, op.scope == MemoryScope::Cta ? nullptr : &own.released})
      if (clock) {
        clock->join(own.memory);
        forEachLane(lanes, [&](unsigned lane) { clock->raise(warp.thread + lane, warp.time); });
      }
  });
  ++warp.time;
}

/// `tcgen05.fence::before_thread_sync`: execution order after it suffices for tensor memory.
/// `::after_thread_sync` has no effect here, so its absence is not reported. (Manual 9.7.16.6.3)
void Machine::fenceTensors(Warp &warp, Fragment &fragment, LaneMask mask) {
  fragment.knowers.update(mask, [&](LaneMask lanes, Knowledge &own) {
    own.tensor.join(own.memory);
    forEachLane(lanes, [&](unsigned lane) { own.tensor.raise(warp.thread + lane, warp.time); });
  });
  ++warp.time;
}

/// The mbarrier objects whose initialization is known here can be used by the async proxy.
void Machine::fenceInits(Warp &warp, Fragment &fragment, LaneMask mask) {
  for (Cta &cta : ctas) {
    Meter::spend(cta.mbarriers.size() * warpLanes);
    for (auto &[at, object] : cta.mbarriers)
      forEachLane(mask, [&, &object = object](unsigned lane) {
        object.initIsFenced |= object.initThread == warp.thread + lane;
      });
  }
  for (const LaneKnowledge &group : fragment.knowers)
    if (group.mask & mask)
      for (Cta &cta : ctas)
        for (auto &[at, object] : cta.mbarriers)
          object.initIsFenced |= group.known->memory[object.initThread] >= object.initTime;
}

uint32_t Machine::accessNow(const Warp &warp, uint32_t pc, uint32_t work) {
  const Access &last = accesses.back();
  if (last.thread != warp.thread || last.time != warp.time || last.pc != pc || last.work != work) {
    const Operation &op = program.operations[pc];
    // An asynchronous reduction is atomic, too.
    bool isAtomic = op.async == AsyncOp::RemoteStore && op.action == Action::Reduction;
    bool isStrong = isAtomic || (op.async == AsyncOp::None && op.semantics != Semantics::Weak);
    accesses.push_back(
        {warp.thread, warp.time, pc, work, isStrong, op.scope == MemoryScope::Cta, warp.cta});
  }
  return static_cast<uint32_t>(accesses.size() - 1);
}

uint32_t Machine::addWork(AsyncWork::Kind kind, const Warp &warp, uint32_t pc) {
  AsyncWork work;
  work.kind = kind;
  work.pc = pc;
  work.thread = warp.thread;
  work.cta = warp.cta;
  works.push_back(work);
  uint32_t number = static_cast<uint32_t>(works.size() - 1);
  if (recorder)
    recorder->begin(number, kind);
  return number;
}

bool Machine::isComplete(const AsyncWork &work, unsigned lane, const VectorClock &clock) const {
  return work.time != unresolved && clock[work.part + (work.perLane ? lane : 0)] >= work.time;
}

bool Machine::isWorkBefore(const ShadowEntry &earlier, uint32_t thread,
                           const VectorClock &clock) const {
  return isComplete(works[accesses[earlier.access].work], earlier.lane, clock) &&
         isWaitKnown(earlier, thread, clock);
}

/// Lanes that wait together for their copies share a clock, but each waits only for its own copies.
/// Another thread has to be ordered after the wait. (Manual 9.7.9.25.3.3, 9.7.9.25.6.2)
bool Machine::isWaitKnown(const ShadowEntry &earlier, uint32_t thread,
                          const VectorClock &clock) const {
  const Access &access = accesses[earlier.access];
  const AsyncWork &work = works[access.work];
  uint32_t by = access.thread + earlier.lane;
  bool isOfThread = work.kind == AsyncWork::Kind::ThreadCopy;
  if (by == thread || (!isOfThread && work.kind != AsyncWork::Kind::Store))
    return true;
  const Warp &warp = warpOf(by);
  std::optional<uint32_t> waited =
      (isOfThread ? warp.threadCopies : warp.bulkStores).waitedAt(earlier.lane, work.time);
  return !waited || clock[by] >= *waited;
}

/// Whether a read may take the place of an earlier one that precedes it. With an observer, it has
/// to be by the same statement of the same thread, so that what is kept does not depend on chance.
bool Machine::replaces(const ShadowEntry &entry, const ShadowEntry &earlier) const {
  const Access &now = accesses[entry.access], &before = accesses[earlier.access];
  return !observer ||
         (now.thread == before.thread && entry.lane == earlier.lane && now.pc == before.pc);
}

std::string Machine::actionText(const Access &access, unsigned lane, bool writes) const {
  if (access.work == unresolved)
    return threadText(access.thread + lane) + (writes ? " writes" : " reads");
  const char *verb = writes ? " still writes" : " still reads";
  switch (works[access.work].kind) {
  case AsyncWork::Kind::Wgmma:
  case AsyncWork::Kind::Mma:
    return std::string("the product") + verb;
  case AsyncWork::Kind::TensorLoad:
  case AsyncWork::Kind::TensorStore:
    return std::string("the access to tensor memory") + verb;
  case AsyncWork::Kind::ThreadCopy: // only the thread itself can wait for it
    return "the copy of " + threadText(access.thread + lane) + verb;
  default:
    return std::string("the copy") + verb;
  }
}

/// Whether both accesses are strong, and the scope of each includes the thread of the other.
/// (Manual 8.7)
static bool areMorallyStrong(const Access &a, const Access &b) {
  return a.isStrong && b.isStrong && (a.cta == b.cta || (!a.isNarrow && !b.isNarrow));
}

/// Whether it is a reduction of a bulk copy, which is atomic. (Manual 9.7.9.25.4.2)
static bool isBulkReduction(const Operation &op) {
  return op.async == AsyncOp::BulkLoad && op.has(Modifier::reduce);
}

static std::string proxyText(bool writes, const std::string &where, const std::string &action) {
  return "the asynchronous operation " + std::string(writes ? "overwrites " : "reads ") + where +
         ", which " + action + " by the generic proxy, without `fence.proxy.async` in between";
}

/// Reports that nothing orders an access after an earlier one.
void Machine::reportConflict(const Access &now, unsigned lane, bool writes,
                             const ShadowEntry &earlier, bool wrote, const std::string &where,
                             bool lacksFence) {
  const Access &before = accesses[earlier.access];
  auto isGuessed = [&](const Access &access) {
    return access.work != unresolved && works[access.work].isGuessed;
  };
  llvm::SaveAndRestore guess(hasGuessed, hasGuessed || isGuessed(now) || isGuessed(before));
  Fault fault = lacksFence                  ? Fault::MissingProxyFence
                : before.work == unresolved ? Fault::Race
                : wrote && !writes          ? Fault::ReadDuringCopy
                                            : Fault::OverwriteDuringUse;
  if (recorder && recorder->wants(fault, now.pc))
    recorder->showOther(warpOf(before.thread), 1u << earlier.lane, before.time, before.work,
                        before.pc);
  std::string thread = threadText(now.thread + lane);
  std::string other = actionText(before, earlier.lane, wrote);
  if (lacksFence)
    return report(fault, now.pc, proxyText(writes, where, other), before.pc, other + " here");
  if (before.work == unresolved)
    return report(
        fault, now.pc,
        std::string(now.work == unresolved ? thread : "the asynchronous operation of " + thread) +
            (writes ? " writes " : " reads ") + where + ", which " + other +
            "; nothing orders the two",
        before.pc, other + " here");
  if (wrote && !writes)
    return report(fault, now.pc,
                  thread + " reads " + where + ", which " + other +
                      ": nothing that it waited for says that this is complete",
                  before.pc, other + " here");
  report(fault, now.pc,
         thread + (writes ? " overwrites " : " reads ") + where + ", which " + other +
             ": nothing that it waited for says that this is complete",
         before.pc, other + " here");
}

void Machine::readShared(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta, uint64_t at,
                         uint64_t bytes, unsigned lane) {
  if (!part.isChecked)
    return;
  const Knowledge &known = fragment.knowers.of(lane);
  uint32_t self = warp.thread + lane;
  ShadowEntry entry{accessNow(warp, pcOf(op)), static_cast<uint8_t>(lane)};
  bool isWritten = false;
  cta.shadow.read(
      at, bytes, entry,
      [&](const ShadowEntry &earlier) {
        isWritten = true;
        const Access &now = accesses[entry.access];
        if (!isBefore(earlier, self, known.memory) &&
            !areMorallyStrong(now, accesses[earlier.access]))
          reportConflict(now, lane, false, earlier, true, bytesText(cta, at));
      },
      [&](const ShadowEntry &earlier) {
        return replaces(entry, earlier) && isBefore(earlier, self, known.memory);
      });
  constexpr size_t mostUnwritten = 64;
  if (!isWritten && unwritten.size() < mostUnwritten)
    unwritten.try_emplace({cta.rank, pcOf(op)}, UnwrittenRead{self, at, bytes});
}

static std::string globalText(uint64_t at) {
  return "global memory at 0x" + llvm::utohexstr(at, true);
}

/// Reads of global memory are compared with earlier writes only; other schedules have the other
/// order. Returns the number of a race plus 1, or 0: it is reported if its value has an effect.
unsigned Machine::readGlobal(Warp &warp, Fragment &fragment, const Operation &op, uint64_t at,
                             uint64_t bytes, unsigned lane) {
  if (!program.knowsArguments || !part.isChecked)
    return 0;
  const Knowledge &known = fragment.knowers.of(lane);
  uint32_t self = warp.thread + lane, index = accessNow(warp, pcOf(op));
  unsigned race = 0;
  globalShadow.look(at, bytes, [&](const ShadowEntry &earlier) {
    const Access &before = accesses[earlier.access];
    // If several lanes store the same value to one location, the last one is recorded.
    if (race || before.thread == warp.thread || isBefore(earlier, self, known.memory) ||
        areMorallyStrong(accesses[index], before))
      return;
    unsigned &number = warp.raceNumbers[uint64_t(pcOf(op)) << 32 | before.pc];
    race = number;
    if (race)
      return;
    Meter::spend(512);
    warp.races.push_back({pcOf(op), before.pc,
                          threadText(self) + " reads " + globalText(at) + ", which " +
                              actionText(before, earlier.lane, true) + "; nothing orders the two",
                          actionText(before, earlier.lane, true) + " here"});
    number = race = static_cast<unsigned>(warp.races.size());
  });
  return race;
}

void Machine::writeGlobal(Warp &warp, const Operation &op, uint64_t at, uint64_t bytes,
                          unsigned lane) {
  if (inspector)
    inspector->writesGlobal(warp, lane, at, bytes);
  if (program.knowsArguments && part.isChecked)
    globalShadow.write(at, bytes, {accessNow(warp, pcOf(op)), static_cast<uint8_t>(lane)});
}

/// A bulk copy reads global memory by the async proxy. (Manual 8.6, 8.9.6)
void Machine::asyncReadGlobal(Warp &warp, const Knowledge &known, uint64_t at, uint64_t bytes,
                              unsigned lane, uint32_t work) {
  if (!program.knowsArguments || !part.isChecked)
    return;
  uint32_t index = accessNow(warp, works[work].pc, work);
  globalShadow.look(at, bytes, [&](const ShadowEntry &earlier) {
    bool isOrdered = isBefore(earlier, warp.thread + lane, known.memory);
    if (!isOrdered || !isBefore(earlier, ~0u, known.asyncGlobal))
      reportConflict(accesses[index], lane, false, earlier, true, globalText(at), isOrdered);
  });
}

/// `isSame`: the contents change at most in the rounding, or are not known to change.
void Machine::writeShared(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta,
                          uint64_t at, uint64_t bytes, unsigned lane, bool isSame) {
  if (!part.isChecked)
    return;
  const Knowledge &known = fragment.knowers.of(lane);
  uint32_t self = warp.thread + lane;
  ShadowEntry entry{accessNow(warp, pcOf(op)), static_cast<uint8_t>(lane)};
  auto check = [&](const ShadowEntry &earlier, bool wrote) {
    const Access &now = accesses[entry.access], &before = accesses[earlier.access];
    bool isDuplicate = wrote && before.work == unresolved &&
                       (earlier.access == entry.access || before.pc == now.pc) && isSame;
    // A read that is complete cannot return what is written later.
    if (!wrote && !schedule_.isStrict && isBefore(earlier, self, known.ended))
      return;
    if (!isDuplicate && earlier.access != entry.access && !areMorallyStrong(now, before) &&
        !isBefore(earlier, self, known.memory))
      reportConflict(now, lane, true, earlier, wrote, bytesText(cta, at));
  };
  cta.shadow.write(
      at, bytes, entry, [&](const ShadowEntry &earlier) { check(earlier, true); },
      [&](const ShadowEntry &earlier) { check(earlier, false); });
}

/// Records a read by an asynchronous operation that lane `lane` issues.
void Machine::asyncRead(Warp &warp, const Knowledge &known, Cta &cta, uint64_t at, uint64_t bytes,
                        unsigned lane, uint32_t work) {
  if (!part.isChecked)
    return;
  uint32_t index = accessNow(warp, works[work].pc, work);
  cta.shadow.read(
      at, bytes, {index, static_cast<uint8_t>(lane)},
      [&](const ShadowEntry &earlier) {
        const Access &before = accesses[earlier.access];
        bool isGeneric = before.work == unresolved;
        bool ordered = isBefore(earlier, warp.thread + lane, known.memory);
        bool fenced = isBefore(earlier, ~0u, known.async);
        if (!ordered || (isGeneric && !fenced))
          reportConflict(accesses[index], lane, false, earlier, true, bytesText(cta, at), ordered);
      },
      [&](const ShadowEntry &earlier) {
        return replaces({index, static_cast<uint8_t>(lane)}, earlier) &&
               isBefore(earlier, warp.thread + lane, known.memory);
      });
}

void Machine::asyncWrite(Warp &warp, const Knowledge &known, Cta &cta, uint64_t at, uint64_t bytes,
                         unsigned lane, uint32_t work) {
  if (!part.isChecked)
    return;
  uint32_t index = accessNow(warp, works[work].pc, work);
  bool lacksFence = false;
  auto areAtomic = [&](const Access &before, bool wrote) {
    bool areReductions = wrote && isBulkReduction(program.operations[accesses[index].pc]) &&
                         isBulkReduction(program.operations[before.pc]);
    return areReductions || areMorallyStrong(accesses[index], before);
  };
  auto check = [&](const ShadowEntry &earlier, bool wrote) {
    const Access &before = accesses[earlier.access];
    if (before.work == work || areAtomic(before, wrote))
      return;
    if (!isBefore(earlier, warp.thread + lane, known.memory))
      return reportConflict(accesses[index], lane, true, earlier, wrote, bytesText(cta, at));
    // Hardware tolerates that this fence is missing. Compiled pipelines have none after reads.
    if (!wrote || before.work != unresolved || lacksFence || accesses[index].isStrong ||
        isBefore(earlier, ~0u, known.async))
      return;
    lacksFence = true;
    std::string action = actionText(before, earlier.lane, true);
    reportTolerated(Fault::MissingProxyFence, accesses[index].pc,
                    proxyText(true, bytesText(cta, at), action), before.pc, action + " here");
  };
  cta.shadow.write(
      at, bytes, {index, static_cast<uint8_t>(lane)},
      [&](const ShadowEntry &earlier) { check(earlier, true); },
      [&](const ShadowEntry &earlier) { check(earlier, false); },
      // Another reduction that is not complete changes the value later.
      [&](const ShadowEntry &earlier) {
        const Access &before = accesses[earlier.access];
        return before.work != unresolved && before.work != work && areAtomic(before, true) &&
               !isBefore(earlier, warp.thread + lane, known.memory);
      });
}

/// A strong access of a lane to one address. Observers of its write are ordered after the actions
/// that it releases; a relaxed write releases the same actions as the last fence. (Manual 8.8)
void Machine::syncByLocation(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane,
                             uint64_t address, bool reads, bool writes) {
  LaneMask mask = 1u << lane;
  bool isWide = op.scope != MemoryScope::Cta;
  auto published = [&](bool byAll) -> std::shared_ptr<Knowledge> & {
    return locations[{address, byAll ? unresolved : warp.cta}];
  };
  auto observe = [&](const std::shared_ptr<Knowledge> &known) {
    if (!known)
      return;
    fragment.knowers.update(mask, [&](LaneMask, Knowledge &own) {
      if (op.acquires())
        own.join(*known);
      own.observed.join(known->memory);
      own.control.join(known->control);
      own.tensor.join(known->tensor);
    });
  };
  if (reads) {
    observe(published(false));
    if (isWide)
      observe(published(true));
  }
  if (!writes)
    return;
  std::shared_ptr<Knowledge> all = publish(warp, fragment, mask);
  for (bool byAll : {false, true}) {
    if (byAll && !isWide)
      continue;
    std::shared_ptr<Knowledge> now = all;
    if (!op.releases()) {
      now = std::make_shared<Knowledge>();
      now->memory = byAll ? all->released : all->releasedToCta;
      now->control = all->control;
      now->tensor = all->tensor;
    }
    std::shared_ptr<Knowledge> &known = published(byAll);
    if (known)
      now->join(*known);
    known = now;
  }
  ++progress;
}

bool Machine::hasBegun(const Fragment &fragment, unsigned lane, const Cta &cta) const {
  const Knowledge &known = fragment.knowers.of(lane);
  Meter::spend(threadsPerCta / 8);
  bool result = false;
  for (uint32_t i = 0; i < threadsPerCta && !result; ++i)
    result = known.control[cta.rank * threadsPerCta + i] > 0;
  return result;
}

/// An access to the memory of another CTA of the cluster, which has to have started and must not
/// end before the access.
void Machine::touchPeer(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta,
                        unsigned lane, bool byThread) {
  if (cta.rank == warp.cta)
    return;
  if (!hasBegun(fragment, lane, cta))
    report(Fault::UnorderedPeer, pcOf(op),
           threadText(warp.thread + lane) + " accesses the shared memory of CTA " +
               std::to_string(cta.rank) +
               ", which may not have begun: nothing orders the access after its begin");
  if (byThread && cta.live == 0)
    reportEndedPeer(cta, warp.thread + lane, pcOf(op));
  if (byThread)
    cta.remote[warp.thread + lane] = {warp.time, pcOf(op)};
}
