// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/MemoryModel.h"

// Proxy-preserved base causality order. (Manual 8.9.5)

using namespace ptx;

Relation MemoryModel::makeProxyPreserved() {
  auto sameAddress = [&](unsigned a, unsigned b) { return overlaps(test, events[a], events[b]); };
  // 1 and 2
  Relation result = baseCausality.where([&](unsigned a, unsigned b) {
    return sameAddress(a, b) && events[a].proxy == events[b].proxy &&
           (events[a].proxy == Proxy::Generic ||
            isSameCta(test, events[a].thread, events[b].thread));
  });
  result = algebra.either(result, makeCompletion().where(sameAddress));
  bool hasFences = false;
  for (const MemoryEvent &event : events)
    hasFences |= event.kind == EventKind::ProxyFence || event.kind == EventKind::AliasFence ||
                 event.isInitFence();
  if (!hasFences)
    return result;
  Relation enter = makeGenericJoin(/*enters=*/true), leave = makeGenericJoin(/*enters=*/false);
  Relation joined = algebra.then(algebra.then(enter, baseCausality), leave);
  result = algebra.either(result, joined.where(sameAddress));
  result = algebra.either(result, makeAcquired(enter).where(sameAddress));
  result = algebra.either(result, algebra.then(makeInitialized(), leave).where(sameAddress));
  // 3: aliases with an alias fence along the path
  Relation before = baseCausality.where(
      [&](unsigned, unsigned b) { return events[b].kind == EventKind::AliasFence; });
  Relation after = baseCausality.where(
      [&](unsigned a, unsigned) { return events[a].kind == EventKind::AliasFence; });
  Relation aliased = algebra.then(algebra.then(enter, before), algebra.then(after, leave));
  return algebra.either(result, aliased.where([&](unsigned a, unsigned b) {
    return sharesBytes(events[a], events[b]);
  }));
}

/// The points at which accesses join the generic proxy: a fence of their proxy in their CTA, after
/// (`enters`) or before the access. An access through the generic proxy joins by itself.
Relation MemoryModel::makeGenericJoin(bool enters) {
  auto isFenced = [&](FencedMemory memory, const MemoryEvent &access) {
    bool isShared = test.variables[access.object].cta.has_value();
    return memory == FencedMemory::All || (memory == FencedMemory::Shared) == isShared;
  };
  auto isFenceOf = [&](const MemoryEvent &fence, const MemoryEvent &access) {
    return fence.kind == EventKind::ProxyFence && !fence.isOneWayFence() && access.isMemory() &&
           access.proxy != Proxy::Generic && isFenced(fence.step->fenced, access) &&
           fence.proxy == access.proxy && isSameCta(test, fence.thread, access.thread);
  };
  Relation result = baseCausality.where([&](unsigned a, unsigned b) {
    return enters ? isFenceOf(events[b], events[a]) : isFenceOf(events[a], events[b]);
  });
  for (unsigned a = 0; a < events.size(); ++a)
    if (events[a].isMemory() && events[a].proxy == Proxy::Generic &&
        events[a].kind != EventKind::Init)
      result.set(a, a, trueLit);
  return result;
}

/// From accesses that joined the generic proxy before a fence that releases them to another proxy,
/// to accesses through that proxy after an acquiring fence of the same CTA, if the fences are
/// morally strong. (Manual 9.7.13.4)
Relation MemoryModel::makeAcquired(const Relation &enter) {
  auto isRelease = [&](unsigned a) { return events[a].isOneWayFence() && events[a].releases(); };
  auto isAcquire = [&](unsigned a) { return events[a].isOneWayFence() && events[a].acquires(); };
  Relation released =
      algebra.then(enter, baseCausality).where([&](unsigned, unsigned b) { return isRelease(b); });
  Relation path = algebra.either(baseCausality, algebra.thenMaybe(patternSync, baseCausality));
  Relation passed = algebra.both(path, morallyStrong).where([&](unsigned a, unsigned b) {
    return isRelease(a) && isAcquire(b);
  });
  Relation acquired = baseCausality.where([&](unsigned a, unsigned b) {
    return isAcquire(a) && acquiresFor(test, events[a], events[b]);
  });
  return algebra.then(algebra.then(released, passed), acquired);
}

/// From initializations of mbarrier objects to the operations after the acquire with which their
/// fence synchronizes. (Manual 9.7.13.4)
Relation MemoryModel::makeInitialized() {
  Relation fenced = programOrder.where([&](unsigned a, unsigned b) {
    return events[a].isMemory() && events[a].step->isMbarrierInit && events[b].isInitFence();
  });
  Relation synced = algebra.either(patternSync, orders.barrierPairs);
  synced = synced.where([&](unsigned a, unsigned) { return events[a].isInitFence(); });
  return algebra.thenMaybe(algebra.then(fenced, synced), baseCausality);
}

/// From the operations before an asynchronous instruction to its completion. Only for operations on
/// the mbarrier object, since the completion orders nothing else. (Manual 8.9.1.1)
Relation MemoryModel::makeCompletion() {
  Relation issued(events.size());
  for (unsigned a = 0; a < events.size(); ++a)
    for (unsigned b = 0; b < events.size(); ++b)
      if (events[b].isCompletion() && precedesIssue(events[a], events[b]))
        issued.set(a, b, pair(a, b));
  return algebra.maybeThen(baseCausality, issued);
}
