// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/StateImage.h"

using namespace ptx;
using namespace ptx::execution;

/// Visits the state twice: first it collects the times of each part, then it writes them as ranks.
class StateImage::Writer {
public:
  explicit Writer(const Machine &machine) : machine(machine), times(machine.parts) {
    for (const Cta &cta : machine.ctas)
      for (const auto &[at, object] : cta.mbarriers)
        objects[object.part] = &object;
    numberEvents();
  }

  Digest write() {
    visit();
    for (std::vector<uint32_t> &list : times) {
      llvm::sort(list);
      list.erase(llvm::unique(list), list.end());
    }
    isCollecting = false;
    known.clear();
    digest = Digest();
    visit();
    return digest;
  }

private:
  void visit();
  void visit(const Cta &cta);
  void visit(const Mbarrier &object);
  void visit(const NamedBarrier &barrier);
  void visit(const Warp &warp);
  void visit(const Fragment &fragment, const Warp &warp);
  void visit(const BatchGroups &groups, bool perLane);
  void visit(const Event &event);
  void visit(const Shadow &shadow);
  void visitWorks();
  void visitCluster();
  void numberEvents();
  Digest ofEntry(const ShadowEntry &entry);
  Digest ofWork(uint32_t number);
  Digest ofClock(const VectorClock &clock);
  Digest ofKnowledge(const Knowledge &knowledge);
  void add(uint64_t number) { digest.add(number); }
  void add(const std::shared_ptr<Knowledge> &knowledge);
  void add(const Knowers &knowers);
  uint64_t rank(uint32_t part, uint32_t time);
  void addTime(uint32_t part, uint32_t time) { add(rank(part, time)); }
  void addRegisters(const llvm::DenseMap<uint32_t, uint32_t> &registers);

  const Machine &machine;
  std::vector<std::vector<uint32_t>> times;
  llvm::DenseMap<uint32_t, const Mbarrier *> objects; ///< by part
  llvm::DenseMap<const Knowledge *, Digest> known;
  llvm::DenseMap<uint32_t, uint64_t> eventOf; ///< by pending asynchronous operation
  bool isCollecting = true;
  Digest digest;
};

/// The rank of a time. The time of an mbarrier object is its number of complete phases, with which
/// waits compute: recent phases are written as distances from the current one, whose parity is part
/// of the image.
uint64_t StateImage::Writer::rank(uint32_t part, uint32_t time) {
  if (part >= times.size())
    return ~uint64_t(0);
  if (isCollecting) {
    if (times[part].empty() || times[part].back() != time)
      times[part].push_back(time);
    return 0;
  }
  auto object = objects.find(part);
  if (object != objects.end() && time && time + 1 >= object->second->firstKnown)
    return uint64_t(1) << 32 | (object->second->phase - time + 16);
  // The time is 0 if nothing is known of a thread.
  if (time == 0)
    return 0;
  return 1 + static_cast<uint64_t>(llvm::lower_bound(times[part], time) - times[part].begin());
}

Digest StateImage::Writer::ofClock(const VectorClock &clock) {
  Digest result;
  for (uint32_t part = 0; part != times.size(); ++part)
    if (uint32_t time = clock[part]) {
      uint64_t place = rank(part, time);
      if (!isCollecting) {
        result.add(part);
        result.add(place);
      }
    }
  return result;
}

Digest StateImage::Writer::ofKnowledge(const Knowledge &knowledge) {
  Digest result;
  for (const VectorClock *clock : {&knowledge.memory, &knowledge.async, &knowledge.asyncGlobal,
                                   &knowledge.control, &knowledge.ended, &knowledge.releasedToCta,
                                   &knowledge.released, &knowledge.observed, &knowledge.tensor})
    result.add(ofClock(*clock));
  return result;
}

void StateImage::Writer::add(const std::shared_ptr<Knowledge> &knowledge) {
  if (!knowledge)
    return add(0);
  auto [entry, isNew] = known.try_emplace(knowledge.get());
  if (isNew)
    entry->second = ofKnowledge(*knowledge);
  digest.add(entry->second);
}

void StateImage::Writer::add(const Knowers &knowers) {
  for (const LaneKnowledge &group : knowers) {
    add(group.mask);
    add(group.known);
  }
  add(~uint64_t(0));
}

void StateImage::Writer::numberEvents() {
  uint64_t number = 0;
  for (const Event &event : machine.events)
    for (uint32_t work : event.work)
      if (work != unresolved) // otherwise a `tcgen05.commit`
        eventOf.try_emplace(work, ++number);
}

Digest StateImage::Writer::ofWork(uint32_t number) {
  const AsyncWork &work = machine.works[number];
  Digest result;
  result.add(static_cast<uint64_t>(work.kind));
  result.add(work.pc);
  result.add(uint64_t(work.thread) << 32 | work.cta);
  result.add(work.perLane | work.isGuessed << 1);
  if (work.time == unresolved) {
    result.add(eventOf.lookup(number));
    return result;
  }
  result.add(work.part);
  for (unsigned lane = 0; lane != (work.perLane ? warpLanes : 1); ++lane)
    result.add(rank(work.part + lane, work.time));
  return result;
}

Digest StateImage::Writer::ofEntry(const ShadowEntry &entry) {
  const Access &access = machine.accesses[entry.access];
  Digest result;
  result.add(uint64_t(access.thread) << 32 | access.pc);
  result.add(uint64_t(entry.lane) << 16 | entry.bytes << 8 | access.isStrong << 1 |
             access.isNarrow);
  result.add(access.cta);
  uint32_t thread = access.thread + entry.lane;
  result.add(rank(thread, access.time));
  if (access.work == unresolved)
    return result;
  result.add(ofWork(access.work));
  const AsyncWork &work = machine.works[access.work];
  bool isOfThread = work.kind == AsyncWork::Kind::ThreadCopy;
  if (!isOfThread && work.kind != AsyncWork::Kind::Store)
    return result;
  const Warp &warp = machine.warpOf(thread);
  std::optional<uint32_t> waited =
      (isOfThread ? warp.threadCopies : warp.bulkStores).waitedAt(entry.lane, work.time);
  result.add(waited ? 1 + rank(thread, *waited) : 0);
  return result;
}

/// The order of the entries of a cell has no meaning.
void StateImage::Writer::visit(const Shadow &shadow) {
  shadow.lookAtAll(
      [&](uint64_t cell, llvm::ArrayRef<ShadowEntry> writes, llvm::ArrayRef<ShadowEntry> reads) {
        for (llvm::ArrayRef<ShadowEntry> list : {writes, reads}) {
          Digest sum{0, 0};
          for (const ShadowEntry &entry : list) {
            Digest one = ofEntry(entry);
            sum.first += one.first;
            sum.second += one.second;
          }
          add(cell);
          digest.add(sum);
        }
      });
}

void StateImage::Writer::visit(const Mbarrier &object) {
  add(object.isValid | object.initIsFenced << 1 | object.isByAsync << 2);
  add(object.expected);
  add(static_cast<uint64_t>(object.pending));
  add(static_cast<uint64_t>(object.transactions));
  add(object.phase & 1);
  // The first phase matters only as long as it is known.
  add(object.firstPhase + 1 < object.firstKnown ? unresolved : object.phase - object.firstPhase);
  add(object.phase - object.firstKnown);
  add(object.part);
  add(object.initThread);
  addTime(object.initThread, object.initTime);
  digest.add(ofKnowledge(object.arrived));
  for (const Mbarrier::Completion &completion : object.complete) {
    add(completion.known);
    digest.add(ofClock(completion.contributions));
    add(completion.isByAsync);
  }
  for (const Mbarrier::Waiter &waiter : object.waiters) {
    add(uint64_t(waiter.thread) << 32 | waiter.mask);
    forEachLane(waiter.mask, [&](unsigned lane) { addTime(waiter.thread + lane, waiter.time); });
  }
  add(object.openCopies);
  add(object.openMap);
}

void StateImage::Writer::visit(const NamedBarrier &barrier) {
  add(uint64_t(barrier.count) << 32 | barrier.arrived);
  add(barrier.allThreads);
  add(barrier.known);
  digest.add(ofClock(barrier.previous));
  for (const NamedBarrier::Waiting &waiting : barrier.waiting) {
    add(uint64_t(waiting.warp) << 32 | waiting.fragment->mask);
    add(waiting.fragment->pc);
  }
  add(uint64_t(barrier.truths) << 32 | barrier.total);
  add(barrier.unknownTruths != 0);
  add(barrier.aligned);
}

void StateImage::Writer::visit(const Cta &cta) {
  add(cta.live);
  for (const auto &[at, object] : cta.mbarriers) {
    add(at);
    visit(object);
  }
  for (const NamedBarrier &barrier : cta.barriers)
    visit(barrier);
  for (const TensorAllocation &allocation : cta.allocations)
    add(uint64_t(allocation.column) << 32 | allocation.count);
  add(static_cast<uint64_t>(cta.freeRegisters));
  add(cta.hasRelinquished);
  add(cta.withoutPeer.size());
  for (const TensorAllocation &allocation : cta.withoutPeer)
    add(allocation.count);
  add(cta.unequalToPeer.size());
  add(cta.isPairOrderKnown);
  add(cta.tensorThread);
  for (unsigned lane = 0; cta.tensorThread != unresolved && lane != warpLanes; ++lane)
    addTime(cta.tensorThread + lane, cta.tensorTime);
  std::map<uint32_t, std::pair<uint32_t, uint32_t>> remote(cta.remote.begin(), cta.remote.end());
  for (const auto &[thread, access] : remote) {
    add(thread);
    addTime(thread, access.first);
  }
  digest.add(ofKnowledge(cta.atExit));
  visit(cta.shadow);
  visit(cta.tensor);
}

/// A wait depends only on the last groups; their number is part of the instruction.
void StateImage::Writer::visit(const BatchGroups &groups, bool perLane) {
  constexpr size_t most = 64;
  if (groups.part == unresolved)
    return add(0);
  add(groups.part);
  for (unsigned lane = 0; lane != warpLanes; ++lane) {
    uint32_t part = groups.part + (perLane ? lane : 0);
    const auto &list = groups.groups[lane];
    add(std::min(list.size(), most));
    for (size_t i = list.size() - std::min(list.size(), most); i != list.size(); ++i)
      addTime(part, list[i]);
    addTime(part, groups.batch);
    add(groups.waits[lane].empty());
    if (!groups.waits[lane].empty())
      addTime(part, groups.waits[lane].back().first);
  }
}

void StateImage::Writer::addRegisters(const llvm::DenseMap<uint32_t, uint32_t> &registers) {
  std::map<uint32_t, uint32_t> sorted(registers.begin(), registers.end());
  for (auto [reg, work] : sorted) {
    add(reg);
    digest.add(ofWork(work));
  }
  add(~uint64_t(0));
}

void StateImage::Writer::visit(const Fragment &fragment, const Warp &warp) {
  add(uint64_t(fragment.pc) << 32 | fragment.mask);
  add(static_cast<uint64_t>(fragment.state));
  for (const CallFrame &call : fragment.calls)
    add(uint64_t(call.returnTo) << 32 | call.site);
  for (const std::shared_ptr<Join> &join : fragment.joins) {
    add(uint64_t(join->pc) << 32 | join->depth);
    add(join->outstanding);
    // The fragments that share it.
    for (const auto &other : warp.fragments)
      add(llvm::is_contained(other->joins, join));
  }
  add(fragment.knowers);
  add(fragment.together);
  forEachLane(fragment.together,
              [&](unsigned lane) { addTime(warp.thread + lane, fragment.togetherUntil); });
  add(fragment.knewTogether);
  if (fragment.state != Fragment::State::Ready) {
    add(uint64_t(fragment.cta) << 32 | fragment.object);
    add(fragment.byState);
    if (!fragment.byState)
      add(fragment.parity & 1);
  }
  add(fragment.polledAt == machine.progress);
  add(fragment.answerFalse);
}

void StateImage::Writer::visit(const Warp &warp) {
  add(warp.live);
  for (const auto &fragment : warp.fragments)
    visit(*fragment, warp);
  visit(warp.threadCopies, true);
  visit(warp.bulkStores, true);
  visit(warp.wgmma, false);
  add(warp.hasFenced);
  add(warp.products != 0);
  add(warp.registerCount);
  addTime(warp.thread, warp.grownAt);
  for (auto [part, time] : {std::pair(warp.tensorLoadPart, warp.tensorLoads),
                            std::pair(warp.tensorStorePart, warp.tensorStores)}) {
    add(part);
    if (part != unresolved)
      addTime(part, time);
  }
  for (unsigned lane = 0; lane != warpLanes; ++lane) {
    add(warp.mmaPart[lane]);
    if (warp.mmaPart[lane] != unresolved)
      addTime(warp.mmaPart[lane], warp.mmaCount[lane]);
  }
  addRegisters(warp.pendingRegisters);
  addRegisters(warp.pendingReads);
  // A later use of an undefined value is a fault.
  std::map<uint32_t, UndefinedLanes> undefined(warp.undefined.begin(), warp.undefined.end());
  for (const auto &[reg, lanes] : undefined) {
    add(reg);
    add(uint64_t(lanes.race != 0) << 32 | lanes.lanes);
  }
  add(~uint64_t(0));
}

void StateImage::Writer::visit(const Event &event) {
  add(static_cast<uint64_t>(event.kind));
  add(uint64_t(event.pc) << 32 | event.thread);
  for (const Event::Target &target : event.targets) {
    add(uint64_t(target.cta) << 32 | target.object);
    add(target.bytes);
  }
  for (uint32_t work : event.work)
    if (work < machine.works.size())
      digest.add(ofWork(work));
  add(event.known);
  add(event.isOpen);
  add(event.map);
  for (auto [cta, offset] : event.destinations)
    add(uint64_t(cta) << 32 | offset);
}

/// A CTA can end after all of its copies. Of the copies in a part of the clocks, only the last one
/// matters.
void StateImage::Writer::visitWorks() {
  std::map<std::tuple<AsyncWork::Kind, uint32_t, uint32_t>, uint32_t> last;
  uint64_t lost = 0;
  for (uint32_t i = 0; i != machine.works.size(); ++i) {
    const AsyncWork &work = machine.works[i];
    if (work.kind != AsyncWork::Kind::Load && work.kind != AsyncWork::Kind::Store)
      continue;
    if (work.time == unresolved) {
      lost += !eventOf.count(i);
      continue;
    }
    uint32_t &time = last[{work.kind, work.cta, work.part}];
    time = std::max(time, work.time);
  }
  add(lost != 0);
  for (const auto &[key, time] : last) {
    add(static_cast<uint64_t>(std::get<0>(key)));
    add(uint64_t(std::get<1>(key)) << 32 | std::get<2>(key));
    addTime(std::get<2>(key), time);
  }
}

void StateImage::Writer::visitCluster() {
  add(machine.clusterArrived);
  add(machine.clusterKnown);
  add(machine.clusterComplete);
  std::map<uint32_t, uint32_t> arrivals(machine.clusterArrivals.begin(),
                                        machine.clusterArrivals.end());
  for (auto [thread, phase] : arrivals) {
    add(thread);
    // Earlier phases differ only in whether they are complete.
    add(phase == 0 ? 0 : phase == machine.clusterPhase ? 1 : phase < machine.clusterPhase ? 2 : 3);
  }
  for (const std::vector<Warpgroup> &groups : machine.warpgroups)
    for (const Warpgroup &group : groups) {
      add(group.part);
      uint32_t least = *llvm::min_element(group.issued);
      for (uint32_t issued : group.issued)
        add(issued - least);
      digest.add(ofClock(group.control));
    }
}

void StateImage::Writer::visit() {
  add(machine.parts);
  for (const Cta &cta : machine.ctas)
    visit(cta);
  for (const auto &warp : machine.warps)
    visit(*warp);
  for (const Event &event : machine.events)
    visit(event);
  visitWorks();
  visitCluster();
  std::map<std::pair<uint64_t, uint32_t>, std::shared_ptr<Knowledge>> locations(
      machine.locations.begin(), machine.locations.end());
  for (const auto &[place, knowledge] : locations) {
    add(place.first);
    add(place.second);
    add(knowledge);
  }
  for (Machine::Touched touched : machine.touchedRegisters)
    add(static_cast<uint64_t>(touched));
  for (const auto &[place, read] : machine.unwritten)
    add(uint64_t(place.first) << 32 | place.second);
  add(machine.cancelRequests);
  add(machine.hasOmitted);
}

Digest StateImage::of(const Machine &machine) { return Writer(machine).write(); }

Digest StateImage::outline(const Machine &machine) {
  Digest digest;
  for (const auto &warp : machine.warps) {
    digest.add(warp->live);
    for (const auto &fragment : warp->fragments) {
      digest.add(uint64_t(fragment->pc) << 32 | fragment->mask);
      digest.add(static_cast<uint64_t>(fragment->state));
    }
  }
  for (const Cta &cta : machine.ctas)
    for (const auto &[at, object] : cta.mbarriers) {
      digest.add(at << 1 | (object.phase & 1));
      digest.add(static_cast<uint64_t>(object.pending));
      digest.add(static_cast<uint64_t>(object.transactions));
    }
  digest.add(machine.events.size());
  return digest;
}

/// Registers are live along all edges of the program. Where there are calls, all of them are.
LiveRegisters::LiveRegisters(const Program &program)
    : words((program.registerWidths.size() + 63) / 64) {
  size_t count = program.operations.size();
  for (const Operation &op : program.operations)
    isExact &= !op.view || !op.calls();
  if (!isExact)
    return;
  live.assign(count * words, 0);
  std::vector<uint64_t> after(words);
  for (bool hasChanged = true; hasChanged;) {
    hasChanged = false;
    for (size_t pc = count; pc-- != 0;) {
      const Operation &op = program.operations[pc];
      if (!op.view)
        continue;
      std::fill(after.begin(), after.end(), 0);
      auto join = [&](uint32_t next) {
        for (size_t i = 0; next < count && i != words; ++i)
          after[i] |= live[next * words + i];
      };
      bool leaves = op.guard == Operation::none &&
                    (op.target != Operation::none || op.table != Operation::none ||
                     op.has(Trait::EndsControl) || op.has(Trait::Returns));
      if (!leaves)
        join(static_cast<uint32_t>(pc) + 1);
      if (op.target != Operation::none)
        join(op.target);
      if (op.table != Operation::none)
        for (uint32_t target : program.tables[op.table])
          join(target);
      if (op.guard == Operation::none)
        for (uint32_t reg : program.writes[pc])
          after[reg / 64] &= ~(uint64_t(1) << reg % 64);
      auto use = [&](uint32_t reg) { after[reg / 64] |= uint64_t(1) << reg % 64; };
      for (uint32_t reg : program.reads[pc]) {
        use(reg);
        if (auto upper = program.upperHalves.find(reg); upper != program.upperHalves.end())
          use(upper->second);
      }
      if (op.guard != Operation::none)
        use(op.guard);
      if (op.has(Trait::ReadsCarry))
        use(program.carry);
      if (!std::equal(after.begin(), after.end(), live.begin() + static_cast<long>(pc * words))) {
        std::copy(after.begin(), after.end(), live.begin() + static_cast<long>(pc * words));
        hasChanged = true;
      }
    }
  }
}
