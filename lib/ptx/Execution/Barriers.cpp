// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Arithmetic.h"
#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;
using State = Fragment::State;

Machine::Step Machine::barrier(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  if (op.has(Modifier::warp)) {
    if (splitByMembers(warp, fragment, operand(op, 0)[0], mask, 0))
      return Step::Jumped;
    Value members = valueOf(warp, operand(op, 0)[0], firstLane(mask));
    LaneMask needed = members.known ? static_cast<LaneMask>(members.bits) : mask;
    if (observer && !members.known)
      skip(op, "a mask of lanes that is not known");
    if (!gather(warp, fragment, needed | mask))
      return Step::Waits;
    if (splitByMembers(warp, fragment, operand(op, 0)[0], activeLanes(warp, fragment, op), needed))
      return Step::Jumped;
    syncWarp(warp, fragment, needed & fragment.mask, true);
    return Step::Next;
  }
  if (op.has(Modifier::cluster))
    return clusterBarrier(warp, fragment, op, mask);
  return ctaBarrier(warp, fragment, op, mask);
}

/// Reports a count that no barrier can have, or one that differs from that of other threads.
void Machine::checkBarrierCount(const Operation &op, uint64_t number, uint64_t count,
                                const NamedBarrier &barrier) {
  if (count % warpLanes || !count)
    report(Fault::BarrierCounts, pcOf(op),
           "the barrier is for " + std::to_string(count) +
               " threads; the number has to be a multiple of the size of a warp");
  if (barrier.count && barrier.count != count)
    report(Fault::BarrierCounts, pcOf(op),
           "barrier " + std::to_string(number) + " is for " + std::to_string(count) +
               " threads here, while others wait at it for " + std::to_string(barrier.count),
           barrier.pc, "for " + std::to_string(barrier.count) + " threads here");
}

/// Adds the predicates of the lanes to the reduction of `barrier.red`.
void Machine::addPredicates(const Warp &warp, const Slot &predicate, LaneMask mask,
                            NamedBarrier &barrier) {
  forEachLane(mask, [&](unsigned i) {
    Value value = valueOf(warp, predicate, i);
    ++barrier.total;
    barrier.truths += value.known && value.bits & 1;
    if (!value.known)
      barrier.unknownTruths = mix(barrier.unknownTruths + 1, value.bits);
  });
}

/// Manual 9.7.13.1
Machine::Step Machine::ctaBarrier(Warp &warp, Fragment &fragment, const Operation &op,
                                  LaneMask mask) {
  bool aligned = op.aligned;
  if (aligned && !gather(warp, fragment, warp.live))
    return Step::Waits;
  if (aligned && op.guard == Operation::none)
    mask = fragment.mask;
  bool reduces = op.has(Modifier::red), arrives = op.has(Modifier::arrive);
  unsigned first = reduces ? 1 : 0, rest = operandCount(op) - first - (reduces ? 1 : 0);
  unsigned lane = firstLane(mask);
  Value number = valueOf(warp, operand(op, first)[0], lane);
  Value count =
      rest > 1 ? valueOf(warp, operand(op, first + 1)[0], lane) : Value::number(threadsPerCta);
  if (!number.known || !count.known || number.bits > 15) {
    skip(op, "a barrier whose number or count is not known");
    isStopped = true;
    return Step::Waits;
  }
  Cta &cta = ctaOf(warp);
  NamedBarrier &barrier = cta.barriers[number.bits];
  checkBarrierCount(op, number.bits, count.bits, barrier);
  barrier.count = static_cast<uint32_t>(count.bits);
  barrier.allThreads = rest < 2;
  barrier.pc = pcOf(op);
  // All threads of the warp count as arrived. (Manual 9.7.13.1)
  barrier.arrived +=
      aligned && !barrier.allThreads ? warpLanes : static_cast<uint32_t>(llvm::popcount(mask));
  std::shared_ptr<Knowledge> known = publish(warp, fragment, mask);
  if (!known->control.covers(barrier.previous))
    report(Fault::BarrierCounts, pcOf(op),
           "an arrival at barrier " + std::to_string(number.bits) +
               " can count for its previous use: nothing orders it after the arrival of all "
               "threads there");
  if (barrier.known)
    barrier.known->join(*known);
  else
    barrier.known = known;
  ++progress;
  if (reduces)
    addPredicates(warp, operand(op, operandCount(op) - 1)[0], mask, barrier);
  if (recorder && arrives)
    recorder->arrive(rowOfBarrier(cta, number.bits), barrier.uses);
  else if (recorder)
    recorder->block(rowOfBarrier(cta, number.bits), barrier.uses);
  if (!arrives) {
    fragment.state = State::AtBarrier;
    fragment.object = number.bits;
    barrier.waiting.push_back({&fragment, static_cast<uint32_t>(&warp - warps[0].get())});
    barrier.waiting.back().warp = cta.rank * (threadsPerCta / warpLanes) + warp.number;
  }
  if (!barrier.allThreads && barrier.arrived > barrier.count)
    report(Fault::BarrierCounts, pcOf(op),
           "more than " + std::to_string(barrier.count) + " threads come to barrier " +
               std::to_string(number.bits));
  checkBarriers(cta);
  return arrives ? Step::Next : Step::Waits;
}

/// Completes the barriers at which all threads have arrived. Threads that have ended count as
/// arrived.
void Machine::checkBarriers(Cta &cta) {
  for (NamedBarrier &barrier : cta.barriers)
    if (barrier.count && barrier.arrived &&
        (barrier.allThreads ? barrier.arrived >= cta.live : barrier.arrived >= barrier.count))
      completeBarrier(cta, barrier);
}

void Machine::completeBarrier(Cta &cta, NamedBarrier &barrier) {
  lastChange = steps;
  NamedBarrier done = std::move(barrier);
  barrier = NamedBarrier();
  barrier.previous = done.known->control;
  barrier.uses = done.uses + 1;
  TimelineRow row = rowOfBarrier(cta, static_cast<uint64_t>(&barrier - cta.barriers.data()));
  if (recorder)
    recorder->complete(row, done.uses);
  if (done.allThreads)
    done.known->ended.join(cta.atExit.memory);
  ++progress;
  for (const NamedBarrier::Waiting &waiting : done.waiting) {
    Fragment &fragment = *waiting.fragment;
    Warp &warp = *warps[waiting.warp];
    const Operation &op = program.operations[fragment.pc];
    fragment.knowers.assign(fragment.mask, done.known);
    fragment.state = State::Ready;
    if (recorder)
      recorder->pass(warp, fragment.mask, row, done.uses);
    if (op.has(Modifier::red)) {
      uint64_t name = mix(mix(done.unknownTruths, nameOfOperation(op)), done.truths);
      Value result = done.unknownTruths       ? Value::unknown(baseName(mix(name, done.total)))
                     : op.has(Modifier::popc) ? Value::number(done.truths)
                     : op.has(Modifier::and_) ? Value::number(done.truths == done.total)
                                              : Value::number(done.truths != 0);
      write(warp, operand(op, 0)[0], fragment.mask, Lanes(result));
    }
    ++fragment.pc;
  }
}

static constexpr TimelineRow rowOfCluster{TimelineRow::Kind::Cluster, 0, 0};

/// Manual 9.7.13.3
Machine::Step Machine::clusterBarrier(Warp &warp, Fragment &fragment, const Operation &op,
                                      LaneMask mask) {
  if (op.aligned && !gather(warp, fragment, warp.live))
    return Step::Waits;
  if (op.aligned && op.guard == Operation::none)
    mask = fragment.mask;
  if (op.has(Modifier::arrive)) {
    forEachLane(mask, [&](unsigned lane) {
      uint32_t &phase = clusterArrivals[warp.thread + lane];
      // A thread that has not waited can know by other means that the barrier is complete.
      bool isComplete = phase <= clusterPhase && clusterComplete &&
                        fragment.knowers.of(lane).control.covers(clusterComplete->control);
      if (phase && !isComplete)
        report(Fault::BarrierCounts, pcOf(op),
               threadText(warp.thread + lane) +
                   " arrives at the barrier of the cluster twice without `barrier.cluster.wait`");
      if (phase != clusterPhase + 1)
        ++clusterArrived;
      phase = clusterPhase + 1;
    });
    std::shared_ptr<Knowledge> known = publish(warp, fragment, mask);
    if (op.has(Modifier::relaxed)) {
      clusterKnown->control.join(known->control);
      clusterKnown->memory.join(known->released);
      clusterKnown->tensor.join(known->tensor);
    } else {
      clusterKnown->join(*known);
    }
    ++progress;
    if (recorder)
      recorder->arrive(rowOfCluster, clusterPhase);
    checkClusterBarrier();
    return Step::Next;
  }
  bool isComplete = true;
  forEachLane(mask, [&](unsigned lane) {
    uint32_t phase = clusterArrivals[warp.thread + lane];
    isComplete &= phase <= clusterPhase;
    if (!phase)
      report(Fault::BarrierCounts, pcOf(op),
             threadText(warp.thread + lane) +
                 " waits for the barrier of the cluster without `barrier.cluster.arrive` before");
  });
  if (!isComplete) {
    if (recorder)
      recorder->block(rowOfCluster, clusterPhase);
    fragment.state = State::AtCluster;
    return Step::Waits;
  }
  if (recorder)
    recorder->pass(rowOfCluster, clusterArrivals[warp.thread + firstLane(mask)] - 1);
  forEachLane(mask, [&](unsigned lane) { clusterArrivals[warp.thread + lane] = 0; });
  if (clusterComplete)
    acquire(fragment, mask, *clusterComplete);
  return Step::Next;
}

void Machine::checkClusterBarrier() {
  uint32_t live = 0;
  for (const Cta &cta : ctas)
    live += cta.live;
  if (!clusterArrived || clusterArrived < live)
    return;
  if (recorder)
    recorder->complete(rowOfCluster, clusterPhase);
  ++clusterPhase;
  ++progress;
  clusterArrived = 0;
  clusterComplete = clusterKnown;
  for (const Cta &cta : ctas)
    clusterComplete->ended.join(cta.atExit.memory);
  clusterKnown = std::make_shared<Knowledge>(*clusterComplete);
  for (auto &warp : warps)
    for (auto &fragment : warp->fragments)
      if (fragment->state == State::AtCluster)
        fragment->state = State::Ready;
}

/// Whether a `setmaxnreg.inc` of a warp precedes what the fragment does next.
bool Machine::knowsGrowth(const Fragment &fragment) const {
  auto knows = [&](const Warp &warp, const VectorClock &control) {
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      if (control[warp.thread + lane] >= warp.grownAt)
        return true;
    return false;
  };
  return llvm::any_of(warps, [&](const auto &warp) {
    return warp->grownAt && llvm::any_of(fragment.knowers, [&](const LaneKnowledge &group) {
             return knows(*warp, group.known->control);
           });
  });
}

void Machine::noteRegisters(const Warp &warp, const Fragment &fragment, int64_t after) {
  // Each one has a clock of all threads.
  constexpr size_t most = 1 << 12;
  if (registerChanges.size() == most)
    return skip(program.operations[fragment.pc], "the warps change their registers too often");
  auto number = static_cast<uint32_t>(
      llvm::find_if(warps, [&](const auto &one) { return one.get() == &warp; }) - warps.begin());
  RegisterChange change{number, warp.thread, warp.time, fragment.pc, warp.registerCount, after, {}};
  for (const LaneKnowledge &group : fragment.knowers)
    change.control.join(group.known->control);
  registerChanges.push_back(std::move(change));
}

/// `setmaxnreg`: additional registers come from the free registers of the CTA. (Manual 9.7.20.5)
void Machine::setRegisters(Warp &warp, Fragment &fragment, const Operation &op, Step &step) {
  Value count = valueOf(warp, operand(op, 0)[0], 0);
  Cta &cta = ctaOf(warp);
  int64_t change = static_cast<int64_t>(count.bits) - warp.registerCount;
  bool grows = op.has(Modifier::inc);
  if (grows ? change > 0 && change * warpLanes > cta.freeRegisters : false) {
    fragment.state = State::AtRegisters;
    step = Step::Waits;
    return;
  }
  mayRunOutOfRegisters |= observer && !grows && (warp.grownAt || knowsGrowth(fragment));
  if (observer && (grows ? change > 0 : change < 0))
    noteRegisters(warp, fragment, warp.registerCount + change);
  if (grows && change > 0 && !warp.grownAt)
    warp.grownAt = warp.time;
  if (grows ? change > 0 : change < 0) {
    cta.freeRegisters -= change * warpLanes;
    warp.registerCount = static_cast<uint32_t>(count.bits);
    ++progress;
    for (auto &other : warps)
      for (auto &waiting : other->fragments)
        if (waiting->state == State::AtRegisters)
          waiting->state = State::Ready;
  }
}
