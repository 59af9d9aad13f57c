// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Certificate/Synchronization.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx::certificate;

bool EventSet::operator==(const EventSet &other) const {
  for (size_t i = 0; i != std::max(words.size(), other.words.size()); ++i)
    if ((i < words.size() ? words[i] : 0) != (i < other.words.size() ? other.words[i] : 0))
      return false;
  return true;
}

uint32_t Events::numberOf(const Event &event) {
  auto [entry, isNew] = numbers.try_emplace(event, static_cast<uint32_t>(list.size()));
  if (!isNew)
    return entry->second;
  list.push_back(event);
  if (event.kind <= Event::Kind::SmallCopy)
    for (uint64_t i = event.at / granule; i <= (event.at + event.bytes - 1) / granule; ++i)
      byGranule[i].push_back(entry->second);
  return entry->second;
}

llvm::ArrayRef<uint32_t> Events::accessesOf(uint64_t granuleNumber) const {
  auto found = byGranule.find(granuleNumber);
  return found == byGranule.end() ? llvm::ArrayRef<uint32_t>() : llvm::ArrayRef(found->second);
}

uint32_t Synchronization::happen(const Event &event) {
  uint32_t number = events.numberOf(event);
  auto forget = [&](Known &known) {
    known.events.remove(number);
    known.fenced.remove(number);
  };
  for (Known &known : state.threads)
    forget(known);
  for (auto &[at, object] : state.mbarriers) {
    forget(object.gathered);
    forget(object.complete);
  }
  for (Barrier &barrier : state.barriers)
    forget(barrier.gathered);
  state.happened.add(number);
  return number;
}

/// Whether the access `own` of `thread` is ordered after all that conflict with it. A read by the
/// async proxy also requires a fence after other writes.
Synchronization::Problem Synchronization::check(uint32_t thread, uint32_t own) {
  const Event now = events[own];
  const Known &known = state.threads[thread];
  for (uint64_t i = now.at / Events::granule; i <= (now.at + now.bytes - 1) / Events::granule; ++i)
    for (uint32_t other : events.accessesOf(i)) {
      const Event &before = events[other];
      bool overlaps = before.at < now.at + now.bytes && now.at < before.at + before.bytes;
      if (!overlaps || !state.happened.has(other) || (!now.writes && !before.writes))
        continue;
      if (other == own && now.kind == Event::Kind::Access)
        continue;
      if (!known.events.has(other))
        return "it is not ordered after the access at line " + std::to_string(lines[before.step]);
      bool needsFence = now.kind == Event::Kind::AsyncAccess && !now.writes;
      if (needsFence && before.kind != Event::Kind::AsyncAccess && !known.fenced.has(other))
        return "no `fence.proxy.async` is between it and the access at line " +
               std::to_string(lines[before.step]);
    }
  return std::nullopt;
}

Synchronization::Problem Synchronization::access(uint32_t thread, uint32_t step, uint64_t at,
                                                 uint64_t bytes, bool writes) {
  Event event{Event::Kind::Access, writes, thread, step, at, bytes};
  if (Problem problem = check(thread, events.numberOf(event)))
    return problem;
  learn(thread, happen(event));
  return std::nullopt;
}

Synchronization::Problem Synchronization::copy(Event::Kind kind, uint32_t thread, uint32_t step,
                                               uint64_t at, uint64_t bytes, bool writes,
                                               uint32_t &number) {
  Event event{kind, writes, thread, step, at, bytes};
  number = events.numberOf(event);
  if (Problem problem = check(thread, number))
    return problem;
  happen(event);
  return std::nullopt;
}

void Synchronization::joinThreads(llvm::ArrayRef<uint32_t> threads) {
  Known all;
  for (uint32_t thread : threads)
    all.join(state.threads[thread]);
  for (uint32_t thread : threads)
    state.threads[thread] = all;
}

/// An operation on an object reads it, so that the initialization has to precede it.
Synchronization::Problem Synchronization::use(uint32_t thread, uint32_t step, uint64_t at) {
  if (!state.mbarriers.count(at))
    return "the mbarrier object is not initialized";
  return access(thread, step, at, 8, false);
}

Synchronization::Problem Synchronization::initialize(uint32_t thread, uint32_t step, uint64_t at,
                                                     int64_t count) {
  if (state.mbarriers.count(at))
    return "the mbarrier object is in use";
  if (count < 1)
    return "the count of the mbarrier object is not positive";
  if (Problem problem = access(thread, step, at, 8, true))
    return problem;
  for (bool parity : {false, true})
    state.happened.remove(events.numberOf({Event::Kind::Completion, false, 0, 0, at, parity}));
  Mbarrier &object = state.mbarriers[at];
  object.expected = object.pending = count;
  return std::nullopt;
}

Synchronization::Problem Synchronization::invalidate(uint32_t thread, uint32_t step, uint64_t at) {
  if (Problem problem = use(thread, step, at))
    return problem;
  const Mbarrier &object = state.mbarriers[at];
  if (object.pending != object.expected || object.missingBytes)
    return "a phase of the mbarrier object is under way";
  state.mbarriers.erase(at);
  return access(thread, step, at, 8, true);
}

/// Adds a number to a sorted list that contains each once.
static void addTo(std::vector<uint32_t> &list, uint32_t number) {
  if (!llvm::is_contained(list, number))
    list.insert(llvm::lower_bound(list, number), number);
}

/// What changes a phase has to be ordered after the end of the phase before, so that it cannot
/// count for that one.
Synchronization::Problem Synchronization::contribute(uint32_t thread, uint32_t step, uint64_t at) {
  if (Problem problem = use(thread, step, at))
    return problem;
  Mbarrier &object = state.mbarriers[at];
  const EventSet &known = state.threads[thread].events;
  uint32_t last = events.numberOf({Event::Kind::Completion, false, 0, 0, at, !object.parity});
  if (state.happened.has(last) && !known.has(last)) {
    bool knowsAll = !object.isByCopy[1] && llvm::all_of(object.contributions[1], [&](uint32_t one) {
      return known.has(one);
    });
    if (!knowsAll)
      return "it is not ordered after the end of the phase before";
  }
  uint32_t own = happen({Event::Kind::Contribution, false, thread, 0, at, object.parity});
  learn(thread, own);
  addTo(object.contributions[0], own);
  return std::nullopt;
}

Synchronization::Problem Synchronization::settle(uint64_t at, Mbarrier &object) {
  if (object.pending < 0)
    return "more arrivals than the mbarrier object expects";
  if (object.pending || object.missingBytes)
    return std::nullopt;
  for (uint32_t wait : object.passed)
    if (!object.gathered.events.has(wait))
      return "the phase can end while a thread still waits for the one before";
  for (uint32_t expectation : object.expectations)
    if (!object.gathered.events.has(expectation))
      return "the phase can end before its bytes are expected";
  uint32_t end = happen({Event::Kind::Completion, false, 0, 0, at, object.parity});
  object.complete = std::move(object.gathered);
  object.complete.events.add(end);
  for (uint32_t copy : object.copies)
    object.complete.events.add(copy);
  object.gathered = {};
  object.contributions = {
      {{}, std::move(object.contributions[0]), std::move(object.contributions[1])}};
  object.isByCopy = {false, object.isByCopy[0], object.isByCopy[1]};
  object.copies.clear();
  object.expectations.clear();
  object.passed.clear();
  object.pending = object.expected;
  object.parity = !object.parity;
  return std::nullopt;
}

Synchronization::Problem Synchronization::arrive(uint32_t thread, uint32_t step, uint64_t at,
                                                 int64_t arrivals, int64_t expected,
                                                 int64_t completed, bool drops) {
  if (Problem problem = contribute(thread, step, at))
    return problem;
  Mbarrier &object = state.mbarriers[at];
  if (expected) {
    uint32_t event = happen({Event::Kind::Expectation, false, thread, 0, at, 0});
    learn(thread, event);
    addTo(object.expectations, event);
  }
  if (arrivals)
    object.gathered.join(state.threads[thread]);
  object.pending -= arrivals;
  object.missingBytes += expected - completed;
  if (drops)
    object.expected -= arrivals;
  return settle(at, object);
}

Synchronization::Problem Synchronization::completeCopy(uint32_t thread, uint32_t step, uint64_t at,
                                                       int64_t bytes, uint32_t event) {
  if (Problem problem = contribute(thread, step, at))
    return problem;
  Mbarrier &object = state.mbarriers[at];
  object.isByCopy[0] = true;
  addTo(object.copies, event);
  object.missingBytes -= bytes;
  return settle(at, object);
}

bool Synchronization::passes(uint64_t at, bool parity) const {
  auto object = state.mbarriers.find(at);
  return object == state.mbarriers.end() || object->second.parity != parity;
}

Synchronization::Problem Synchronization::wait(uint32_t thread, uint32_t step, uint64_t at,
                                               bool parity) {
  if (Problem problem = use(thread, step, at))
    return problem;
  Mbarrier &object = state.mbarriers[at];
  // The phase two before has the same parity; the wait must not pass by it.
  uint32_t earlier = events.numberOf({Event::Kind::Completion, false, 0, 0, at, object.parity});
  const EventSet &known = state.threads[thread].events;
  if (state.happened.has(earlier) && !known.has(earlier)) {
    bool knowsAll = !object.isByCopy[2] && llvm::all_of(object.contributions[2], [&](uint32_t one) {
      return known.has(one);
    });
    if (!knowsAll)
      return "it can pass by an earlier phase of the same parity";
  }
  state.threads[thread].join(object.complete);
  uint32_t passed = happen({Event::Kind::PassedWait, false, thread, 0, at, parity});
  learn(thread, passed);
  addTo(object.passed, passed);
  return std::nullopt;
}

Synchronization::Problem Synchronization::arriveAtBarrier(uint32_t thread, uint32_t number,
                                                          uint32_t count, bool isForAll,
                                                          bool waits) {
  Barrier &barrier = state.barriers[number];
  const EventSet &known = state.threads[thread].events;
  uint32_t last = events.numberOf({Event::Kind::BarrierDone, false, 0, 0, number, 0});
  bool knowsLast = !state.happened.has(last) || known.has(last) ||
                   llvm::all_of(barrier.lastArrivals, [&](uint32_t one) { return known.has(one); });
  if (!knowsLast)
    return "it is not ordered after the last use of the barrier";
  if (barrier.arrived && (barrier.count != count || barrier.isForAll != isForAll))
    return "threads arrive at the barrier with different counts";
  barrier.count = count;
  barrier.isForAll = isForAll;
  ++barrier.arrived;
  uint32_t own = happen({Event::Kind::BarrierArrival, false, thread, 0, number, barrier.parity});
  learn(thread, own);
  barrier.arrivals.insert(llvm::lower_bound(barrier.arrivals, own), own);
  barrier.gathered.join(state.threads[thread]);
  if (waits)
    barrier.waiting.insert(llvm::lower_bound(barrier.waiting, thread), thread);
  if (!isForAll && barrier.arrived > count)
    return "more threads arrive at the barrier than its count";
  return std::nullopt;
}

std::vector<uint32_t> Synchronization::completeBarriers(uint32_t liveThreads) {
  std::vector<uint32_t> released;
  for (uint32_t number = 0; number != state.barriers.size(); ++number) {
    Barrier &barrier = state.barriers[number];
    uint32_t needed = barrier.isForAll ? liveThreads : barrier.count;
    if (!barrier.arrived || barrier.arrived < needed)
      continue;
    uint32_t done = happen({Event::Kind::BarrierDone, false, 0, 0, number, 0});
    barrier.gathered.events.add(done);
    for (uint32_t thread : barrier.waiting)
      state.threads[thread].join(barrier.gathered);
    released.insert(released.end(), barrier.waiting.begin(), barrier.waiting.end());
    Barrier next;
    next.parity = !barrier.parity;
    next.lastArrivals = std::move(barrier.arrivals);
    barrier = std::move(next);
  }
  return released;
}

Synchronization::Problem Synchronization::end() const {
  for (const auto *list : {&state.stores, &state.copies})
    for (const auto &groups : *list)
      for (const auto &group : groups)
        if (!group.empty())
          return "copies are under way when the CTA ends";
  for (const auto &[at, object] : state.mbarriers)
    if (object.missingBytes)
      return "bytes of an mbarrier object are missing when the CTA ends";
  for (uint32_t number = 0; number != events.size(); ++number)
    if (events[number].kind == Event::Kind::AsyncAccess && state.happened.has(number) &&
        llvm::none_of(state.threads, [&](const Known &known) { return known.events.has(number); }))
      return "nothing waits for a copy before the CTA ends";
  return std::nullopt;
}
