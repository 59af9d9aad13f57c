// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;
using State = Fragment::State;

/// The object at a location if it can be used: its initialization precedes this operation. `work`:
/// the asynchronous operation that completes on it.
Mbarrier *Machine::findMbarrier(Warp &warp, Fragment &fragment, const Operation &op, Cta &cta,
                                uint64_t at, unsigned lane, bool byAsync, uint32_t work) {
  auto found = cta.mbarriers.find(at);
  const Knowledge &known = fragment.knowers.of(lane);
  if (found == cta.mbarriers.end() || !found->second.isValid) {
    report(Fault::UnorderedMbarrier, pcOf(op),
           "the mbarrier object " + bytesText(cta, at) +
               (found == cta.mbarriers.end() ? " is not initialized" : " is invalidated") +
               " when " + threadText(warp.thread + lane) + " uses it",
           found == cta.mbarriers.end() ? Operation::none : found->second.lastPc,
           "invalidated here");
    return nullptr;
  }
  Mbarrier &object = found->second;
  bool isOrdered = object.initThread == warp.thread + lane ||
                   known.memory[object.initThread] >= object.initTime ||
                   // `fence.mbarrier_init` is a release of its own. (Manual 9.7.13.4)
                   (object.initIsFenced && known.control[object.initThread] >= object.initTime);
  if (!isOrdered)
    report(Fault::UnorderedMbarrier, pcOf(op),
           "nothing orders the initialization of the mbarrier object " + bytesText(cta, at) +
               " before its use by " + threadText(warp.thread + lane),
           object.initPc, "initialized here");
  else if (byAsync && !object.initIsFenced)
    report(Fault::MbarrierFence, pcOf(op),
           "the asynchronous operation completes on the mbarrier object " + bytesText(cta, at) +
               ", whose initialization no `fence.mbarrier_init` or `fence.proxy.async` makes "
               "visible to it",
           object.initPc, "initialized here");
  // An operation on the object reads its storage, so a write to the storage has to follow it. An
  // asynchronous operation does so when it completes. (Manual 8.9.1.1)
  ShadowEntry entry{accessNow(warp, pcOf(op), work), static_cast<uint8_t>(lane)};
  cta.shadow.read(
      at, 8, entry, [](const ShadowEntry &) {},
      [&](const ShadowEntry &earlier) {
        return replaces(entry, earlier) && isBefore(earlier, warp.thread + lane, known.memory);
      });
  return &object;
}

void Machine::initMbarrier(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  Place place = placeOf(op, valueOf(warp, operand(op, 0)[0], lane));
  Value count = valueOf(warp, operand(op, 1)[0], lane);
  if (place.space != Place::Space::Shared || !count.known) {
    skip(op, "an mbarrier object whose address or count is not known");
    return;
  }
  if (!checkShared(op, place, 8, 8))
    return;
  Mbarrier &object = place.cta->mbarriers[place.offset];
  if (object.isValid && object.pending != object.expected)
    report(Fault::UnorderedMbarrier, pcOf(op),
           "the mbarrier object " + bytesText(*place.cta, place.offset) +
               " is initialized again while it is in use; `mbarrier.inval` has to come first",
           object.initPc, "initialized here");
  writeShared(warp, fragment, op, *place.cta, place.offset, 8, lane, true);
  place.cta->memory.forget(place.offset, 8, fresh());
  uint32_t part = object.part ? object.part : newPart();
  uint32_t phase = object.phase;
  object = Mbarrier();
  object.part = part;
  object.isValid = true;
  object.expected = static_cast<uint32_t>(count.bits);
  object.pending = object.expected;
  // The next phase has the same parity as after an initialization, so that parts of clocks stay in
  // order.
  object.phase = (phase + 1) & ~1u;
  object.firstPhase = object.firstKnown = object.phase;
  object.initPc = object.lastPc = pcOf(op);
  object.initThread = warp.thread + lane;
  object.initTime = warp.time;
  ++progress;
  if (recorder)
    recorder->initialize(rowOf(*place.cta, place.offset));
}

/// Reports a wait for a phase if nothing orders the completion of the next phase after it.
void Machine::reportOvertaken(const Cta &cta, uint64_t at, const Mbarrier &object, uint32_t pc,
                              uint32_t thread) {
  if (recorder && recorder->wants(Fault::OvertakenPhase, pc))
    recorder->showFinding(&warpOf(thread));
  report(Fault::OvertakenPhase, pc,
         threadText(thread) + " can miss the phase of " + bytesText(cta, at) +
             " that it waits for: the next phase completes without it, and the parity is then "
             "that of the phase before",
         object.lastPc, "the next phase completes here");
}

void Machine::completePhase(Cta &cta, uint64_t at, Mbarrier &object) {
  for (const Mbarrier::Waiter &waiter : object.waiters)
    forEachLane(waiter.mask, [&](unsigned lane) {
      if (object.arrived.control[waiter.thread + lane] < waiter.time)
        reportOvertaken(cta, at, object, waiter.pc, waiter.thread + lane);
    });
  object.waiters.clear();
  facts.complete({cta.rank, at, object.phase});
  if (recorder)
    recorder->complete(rowOf(cta, at), object.phase - object.firstPhase);
  auto complete = std::make_shared<Knowledge>(*object.complete.back().known);
  complete->join(object.arrived);
  ++object.phase;
  complete->memory.raise(object.part, object.phase);
  complete->control.raise(object.part, object.phase);
  object.complete.push_back({complete, std::move(object.arrived.control), object.isByAsync});
  constexpr size_t mostKnown = 4;
  if (object.complete.size() > mostKnown) {
    object.complete.pop_front();
    ++object.firstKnown;
  }
  object.arrived = Knowledge();
  object.isByAsync = false;
  object.pending = object.expected;
  ++progress;
  for (auto &warp : warps)
    for (auto &fragment : warp->fragments)
      if (fragment->state == State::AtMbarrier && fragment->cta == cta.rank &&
          fragment->object == at)
        fragment->state = State::Ready;
}

void Machine::settle(Cta &cta, uint64_t at, Mbarrier &object) {
  if (object.isValid && object.pending == 0 && object.transactions == 0)
    completePhase(cta, at, object);
}

void Machine::arrive(Cta &cta, uint64_t at, Mbarrier &object, uint32_t pc, int64_t arrivals,
                     int64_t transactions, const Knowledge &known, bool drops) {
  if (object.phase != object.firstPhase &&
      !known.control.covers(object.complete.back().contributions))
    report(Fault::MisplacedArrival, pc,
           "an arrival or transaction at the mbarrier object " + bytesText(cta, at) +
               " can count for the previous phase: nothing orders it after the end of that phase");
  object.lastPc = pc;
  if (arrivals)
    object.lastArrival = pc;
  if (transactions > 0)
    object.lastExpect = pc;
  if (arrivals > object.pending)
    report(Fault::ExcessArrivals, pc,
           std::to_string(arrivals) + " arrivals at the mbarrier object " + bytesText(cta, at) +
               ", which expects " + std::to_string(object.pending) + " more in this phase",
           object.initPc, "initialized here for " + std::to_string(object.expected));
  object.pending = std::max<int64_t>(0, object.pending - arrivals);
  object.transactions += transactions;
  if (drops && object.expected)
    --object.expected;
  object.arrived.join(known);
  ++progress;
  settle(cta, at, object);
}

/// `arrive`, `arrive_drop`, `expect_tx` and `complete_tx`, of each lane. (Manual 9.7.13.15.11)
void Machine::arriveLanes(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  bool arrives = op.has(Modifier::arrive) || op.has(Modifier::arrive_drop);
  bool expects = op.has(Modifier::expect_tx), completes = op.has(Modifier::complete_tx);
  unsigned first = op.addresses & 1 ? 0 : 1;
  struct Arrival {
    unsigned lane;
    Place place;
    Mbarrier *object;
    uint64_t number;
  };
  llvm::SmallVector<Arrival, warpLanes> arrivals;
  forEachLane(mask, [&](unsigned lane) {
    Place place = placeOf(op, valueOf(warp, operand(op, first)[0], lane));
    Value number = operandCount(op) > first + 1 ? valueOf(warp, operand(op, first + 1)[0], lane)
                                                : Value::number(1);
    if (place.space != Place::Space::Shared || !number.known) {
      skip(op, "an arrival at an mbarrier object whose address or count is not known");
      return;
    }
    if (place.cta)
      touchPeer(warp, fragment, op, *place.cta, lane);
    if (!checkShared(op, place, 8, 8))
      return;
    if (Mbarrier *object = findMbarrier(warp, fragment, op, *place.cta, place.offset, lane))
      arrivals.push_back({lane, place, object, number.bits});
  });
  std::shared_ptr<Knowledge> known = publishForAll(warp, fragment, mask);
  if (op.semantics == Semantics::Relaxed) {
    auto released = std::make_shared<Knowledge>();
    released->memory = known->releasedToCta;
    released->control = known->control;
    released->tensor = known->tensor;
    known = released;
  }
  const Mbarrier *last = nullptr;
  uint32_t phase = 0;
  for (const auto &[lane, place, object, number] : arrivals) {
    // Nothing orders the arrivals of the lanes of one instruction.
    if (object == last && object->phase != phase && arrives)
      report(Fault::ExcessArrivals, pcOf(op),
             "more threads of a warp arrive at the mbarrier object " +
                 bytesText(*place.cta, place.offset) + " at once than it expects in a phase, " +
                 std::to_string(object->expected),
             object->initPc, "initialized here");
    last = object;
    phase = object->phase;
    // Count and state before the arrival.
    if (first == 1)
      writeLane(warp, operand(op, 0)[0], lane, Value::number(uint64_t(object->phase) << 32));
    int64_t bytes = static_cast<int64_t>(truncate(number, 32));
    if (recorder)
      recorder->arrive(rowOf(*place.cta, place.offset), object->phase - object->firstPhase);
    if (expects)
      facts.expect({place.cta->rank, place.offset, object->phase}, bytes);
    arrive(*place.cta, place.offset, *object, pcOf(op), arrives ? (expects ? 1 : bytes) : 0,
           expects     ? bytes
           : completes ? -bytes
                       : 0,
           *known, op.has(Modifier::arrive_drop));
  }
}

/// The number of complete phases in the first state in which the wait of a lane passes. Other
/// schedules of the launch observe this state.
uint32_t Machine::awaitedPhase(const Mbarrier &object, uint64_t parity, bool byState,
                               const Knowledge &known) const {
  if (byState)
    return static_cast<uint32_t>(parity >> 32) + 1;
  uint32_t phases = std::max(object.firstPhase, known.control[object.part]);
  auto awaited = [&] { return phases + ((phases & 1) == (parity & 1)); };
  while (awaited() < object.phase && object.isKnownAt(phases + 1, known.control))
    ++phases;
  return awaited();
}

bool Machine::hasPassed(const Mbarrier &object, uint64_t parity, bool byState) const {
  return byState ? object.phase > parity >> 32 : (object.phase & 1) != (parity & 1);
}

Machine::Step Machine::waitMbarrier(Warp &warp, Fragment &fragment, const Operation &op,
                                    LaneMask mask) {
  llvm::ArrayRef<Slot> to = operand(op, 0);
  if (fragment.answerFalse) {
    fragment.answerFalse = false;
    write(warp, to[0], mask, Lanes(Value::number(0)));
    return Step::Next;
  }
  bool byState = !op.has(Modifier::parity);
  LaneMask passed = 0;
  Mbarrier *last = nullptr;
  LaneMask group = 0;
  uint32_t phases = 0;
  TimelineRow row; // of the object `last`
  auto acquireFrom = [&] {
    if (!last || !group)
      return;
    const Knowledge &complete = *last->completeAt(phases).known;
    if (op.acquires())
      acquire(fragment, group, complete);
    else
      fragment.knowers.update(group, [&](LaneMask, Knowledge &own) {
        own.control.join(complete.control);
        own.observed.join(complete.memory);
        own.tensor.join(complete.tensor);
      });
    last->waiters.push_back({warp.thread, warp.time, pcOf(op), group});
    if (recorder)
      recorder->pass(row, phases - 1 - last->firstPhase);
    group = 0;
  };
  bool isBlocked = false;
  forEachLane(mask, [&](unsigned lane) {
    Place place = placeOf(op, valueOf(warp, operand(op, 1)[0], lane));
    Value parity = valueOf(warp, operand(op, 2)[0], lane);
    if (place.space != Place::Space::Shared || !parity.known) {
      skip(op, "a wait whose mbarrier object or parity is not known");
      passed |= 1u << lane;
      return;
    }
    if (!checkShared(op, place, 8, 8)) {
      passed |= 1u << lane;
      return;
    }
    Mbarrier *object = findMbarrier(warp, fragment, op, *place.cta, place.offset, lane);
    uint32_t awaited =
        object ? awaitedPhase(*object, parity.bits, byState, fragment.knowers.of(lane)) : 0;
    if (object && awaited < object->phase)
      reportOvertaken(*place.cta, place.offset, *object, pcOf(op), warp.thread + lane);
    if (object && !hasPassed(*object, parity.bits, byState)) {
      isBlocked = true;
      fragment.cta = place.cta->rank;
      fragment.object = place.offset;
      fragment.parity = parity.bits;
      fragment.byState = byState;
      if (recorder)
        recorder->block(rowOf(*place.cta, place.offset), awaited - 1 - object->firstPhase);
      return;
    }
    passed |= 1u << lane;
    if (!object)
      return;
    if (last != object || phases != awaited)
      acquireFrom();
    last = object;
    row = rowOf(*place.cta, place.offset);
    phases = awaited;
    group |= 1u << lane;
  });
  if (isBlocked && !passed) {
    fragment.state = State::AtMbarrier;
    return Step::Waits;
  }
  acquireFrom();
  ++warp.time;
  Lanes result;
  result.uniform = !isBlocked;
  result.known = allLanes;
  if (!isBlocked)
    result.bits[0] = 1;
  else
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      result.bits[lane] = passed >> lane & 1;
  write(warp, to[0], mask, result);
  return Step::Next;
}

Machine::Step Machine::mbarrier(Warp &warp, Fragment &fragment, const Operation &op,
                                LaneMask mask) {
  if (op.async == AsyncOp::MbarrierWait)
    return waitMbarrier(warp, fragment, op, mask);
  if (op.async == AsyncOp::MbarrierInit) {
    forEachLane(mask, [&](unsigned lane) { initMbarrier(warp, fragment, op, lane); });
    return Step::Next;
  }
  if (op.async == AsyncOp::MbarrierInval) {
    forEachLane(mask, [&](unsigned lane) {
      Place place = placeOf(op, valueOf(warp, operand(op, 0)[0], lane));
      if (place.space != Place::Space::Shared)
        return skip(op, "an mbarrier object whose address is not known");
      if (!checkShared(op, place, 8, 8))
        return;
      Mbarrier *object = findMbarrier(warp, fragment, op, *place.cta, place.offset, lane);
      if (!object)
        return;
      if (object->transactions < 0)
        report(Fault::LeftoverTransactions, pcOf(op),
               "the mbarrier object " + bytesText(*place.cta, place.offset) +
                   " is invalidated after more bytes have completed on it than were expected",
               object->lastPc, "changed here");
      writeShared(warp, fragment, op, *place.cta, place.offset, 8, lane, true);
      object->isValid = false;
      object->lastPc = pcOf(op);
      ++progress;
    });
    return Step::Next;
  }
  if (op.has(Modifier::pending_count)) {
    forget(warp, op, mask, fresh());
    return Step::Next;
  }
  if (op.has(Modifier::arrive) || op.has(Modifier::arrive_drop) || op.has(Modifier::expect_tx) ||
      op.has(Modifier::complete_tx)) {
    arriveLanes(warp, fragment, op, mask);
    return Step::Next;
  }
  skip(op, "an operation on mbarrier objects that is not modelled");
  forget(warp, op, mask, fresh());
  return Step::Next;
}
