// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/MemoryModel.h"

using namespace ptx;

bool ptx::sharesBytes(const MemoryEvent &a, const MemoryEvent &b) {
  return a.isMemory() && b.isMemory() && a.object == b.object && a.offset < b.offset + b.bytes &&
         b.offset < a.offset + a.bytes;
}

static bool hasSameAddress(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b) {
  return a.kind == EventKind::Init || b.kind == EventKind::Init ||
         test.variables[a.variable].address == test.variables[b.variable].address;
}

bool ptx::overlaps(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b) {
  return sharesBytes(a, b) && hasSameAddress(test, a, b);
}

bool ptx::overlapsCompletely(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b) {
  return overlaps(test, a, b) && a.offset == b.offset && a.bytes == b.bytes;
}

bool ptx::acquiresFor(const LitmusTest &test, const MemoryEvent &fence, const MemoryEvent &access) {
  return access.isMemory() && fence.proxy == access.proxy && fence.object == access.object &&
         hasSameAddress(test, fence, access) && fence.offset <= access.offset &&
         access.offset + access.bytes <= fence.offset + fence.bytes &&
         isSameCta(test, fence.thread, access.thread);
}

bool ptx::isSameCta(const LitmusTest &test, uint32_t a, uint32_t b) {
  const LitmusThread &x = test.threads[a], &y = test.threads[b];
  return x.gpu == y.gpu && x.cluster == y.cluster && x.cta == y.cta;
}

bool ptx::includes(const LitmusTest &test, const MemoryEvent &event, uint32_t thread) {
  const LitmusThread &from = test.threads[event.thread], &to = test.threads[thread];
  switch (event.scope) {
  case MemoryScope::Thread:
    return event.thread == thread;
  case MemoryScope::Cta:
    return isSameCta(test, event.thread, thread);
  case MemoryScope::Cluster:
    return from.gpu == to.gpu && from.cluster == to.cluster;
  case MemoryScope::Gpu:
    return from.gpu == to.gpu;
  case MemoryScope::Sys:
    break;
  }
  return true;
}

bool ptx::isInProgramOrder(const MemoryEvent &a, const MemoryEvent &b) {
  if (a.thread == MemoryEvent::none || a.thread != b.thread || a.asynchronous || b.asynchronous)
    return false;
  if (a.position == b.position)
    return a.isAtomic() && a.isRead() && b.isWrite();
  return a.position < b.position && (!a.unordered || a.unordered != b.unordered);
}

bool ptx::precedesIssue(const MemoryEvent &a, const MemoryEvent &b) {
  return !a.asynchronous && b.asynchronous && b.isMemory() && a.thread == b.thread &&
         a.position < b.position;
}

bool ptx::areMorallyStrong(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b) {
  if (a.thread == MemoryEvent::none || b.thread == MemoryEvent::none)
    return false;
  bool isRelated =
      isInProgramOrder(a, b) || isInProgramOrder(b, a) ||
      (a.isStrong() && b.isStrong() && includes(test, a, b.thread) && includes(test, b, a.thread));
  return isRelated && a.proxy == b.proxy &&
         (!a.isMemory() || !b.isMemory() || overlapsCompletely(test, a, b));
}

bool ptx::areMutuallyAtomic(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b) {
  return a.isAtomic() && b.isAtomic() && a.isStrong() && b.isStrong() && a.proxy == b.proxy &&
         a.thread != b.thread && includes(test, a, b.thread) && includes(test, b, a.thread) &&
         overlaps(test, a, b);
}

bool ptx::conflict(const LitmusTest &test, const MemoryEvent &a, const MemoryEvent &b) {
  return overlaps(test, a, b) && (a.isWrite() || b.isWrite());
}

MemoryModel::MemoryModel(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders)
    : programOrder(0), issueOrder(0), readsFrom(0), fromRead(0), morallyStrong(0), observation(0),
      releasePattern(0), acquirePattern(0), patternSync(0), synchronizes(0), baseCausality(0),
      proxyPreserved(0), causality(0), communication(0), test(*graph.test), events(graph.events),
      circuit(circuit), algebra(circuit), orders(orders) {
  programOrder = makeProgramOrder();
  issueOrder = makeIssueOrder();
  readsFrom = makeReadsFrom();
  fromRead = makeFromRead();
  morallyStrong = makeMorallyStrong();
  observation = makeObservation();
  releasePattern = makeReleasePattern();
  acquirePattern = makeAcquirePattern();
  patternSync = algebra.both(
      morallyStrong, algebra.then(algebra.then(releasePattern, observation), acquirePattern));
  synchronizes = makeSynchronizes();
  baseCausality = makeBaseCausality();
  proxyPreserved = makeProxyPreserved();
  // Manual 8.9.5, "Causality order"
  causality = algebra.maybeThen(observation, proxyPreserved);
  communication = makeCommunication();
}

Lit MemoryModel::pair(unsigned a, unsigned b) {
  return circuit.both(events[a].executed, events[b].executed);
}

Relation MemoryModel::makeProgramOrder() const {
  Relation result(events.size());
  for (unsigned a = 0; a < events.size(); ++a)
    for (unsigned b = 0; b < events.size(); ++b)
      if (isInProgramOrder(events[a], events[b]))
        result.set(a, b, circuit.both(events[a].executed, events[b].executed));
  return result;
}

Relation MemoryModel::makeIssueOrder() const {
  Relation result(events.size());
  for (unsigned a = 0; a < events.size(); ++a)
    for (unsigned b = 0; b < events.size(); ++b)
      if (precedesIssue(events[a], events[b]) && !events[b].isCompletion())
        result.set(a, b, circuit.both(events[a].executed, events[b].executed));
  return result;
}

Relation MemoryModel::makeReadsFrom() {
  Relation result(events.size());
  for (const ReadFrom &from : orders.readsFrom)
    result.set(from.write, from.read,
               circuit.atLeast({{result(from.write, from.read), trueLit}, {from.holds, trueLit}}));
  return result;
}

Relation MemoryModel::makeFromRead() {
  Relation result(events.size());
  std::vector<llvm::SmallVector<std::pair<Lit, Lit>, 4>> ways(events.size());
  for (unsigned read = 0; read < events.size(); ++read) {
    if (!events[read].isRead())
      continue;
    for (auto &list : ways)
      list.clear();
    for (const ReadFrom &from : orders.readsFrom)
      if (from.read == read)
        for (unsigned later = 0; later < events.size(); ++later)
          if (orders.coherence.may(from.write, later) && events[later].offset < from.end &&
              from.begin < events[later].offset + events[later].bytes)
            ways[later].emplace_back(from.holds, orders.coherence(from.write, later));
    for (unsigned later = 0; later < events.size(); ++later)
      if (!ways[later].empty())
        result.set(read, later, circuit.atLeast(ways[later]));
  }
  return result;
}

Relation MemoryModel::makeMorallyStrong() const {
  Relation result(events.size());
  for (unsigned a = 0; a < events.size(); ++a)
    for (unsigned b = 0; b < events.size(); ++b)
      if (a != b && areMorallyStrong(test, events[a], events[b]))
        result.set(a, b, trueLit);
  return result;
}

Relation MemoryModel::makeObservation() {
  Relation direct = algebra.both(readsFrom, morallyStrong);
  // Through an atomic operation: from a write to the write of an atomic operation that reads it.
  Relation through(events.size());
  direct.forEach([&](unsigned write, unsigned read, Lit holds) {
    uint32_t next = events[read].partner;
    if (next != MemoryEvent::none && next != write)
      through.set(write, next, circuit.atLeast({{holds, events[next].executed}}));
  });
  return algebra.maybeThen(algebra.closure(through), direct);
}

Relation MemoryModel::makeReleasePattern() {
  Relation result(events.size());
  for (unsigned a = 0; a < events.size(); ++a) {
    const MemoryEvent &first = events[a];
    bool isOperation = first.kind == EventKind::Write && first.releases();
    bool isFence = first.isFence() && first.releases();
    if (isOperation)
      result.set(a, a, first.executed);
    for (unsigned b = 0; (isOperation || isFence) && b < events.size(); ++b)
      if (events[b].kind == EventKind::Write && events[b].isStrong() &&
          isInProgramOrder(first, events[b]) && (isFence || overlaps(test, first, events[b])))
        result.set(a, b, pair(a, b));
  }
  return result;
}

Relation MemoryModel::makeAcquirePattern() {
  Relation result(events.size());
  for (unsigned b = 0; b < events.size(); ++b) {
    const MemoryEvent &last = events[b];
    bool isOperation = last.isRead() && last.acquires();
    bool isFence = last.isFence() && last.acquires();
    if (isOperation)
      result.set(b, b, last.executed);
    // A reduction forms no acquire pattern. (Manual 8.8, 8.11.1)
    for (unsigned a = 0; (isOperation || isFence) && a < events.size(); ++a)
      if (events[a].isRead() && events[a].isStrong() && !events[a].isReduction &&
          isInProgramOrder(events[a], last) && (isFence || overlaps(test, events[a], last)))
        result.set(a, b, pair(a, b));
  }
  return result;
}

Relation MemoryModel::makeSynchronizes() {
  // Some fences order only accesses through two proxies, or only initializations. (Manual 9.7.13.4)
  Relation whole = algebra.either(patternSync, orders.barrierPairs);
  whole = whole.where([&](unsigned first, unsigned) {
    return !events[first].isOneWayFence() && !events[first].isInitFence();
  });
  return algebra.either(whole, orders.fenceSc);
}

Relation MemoryModel::makeBaseCausality() {
  // The operations of an asynchronous instruction have their own order. Earlier instructions
  // precede them, but not thereby the operations that wait for them. (Manual 8.9.1.1)
  Relation steps = algebra.either(programOrder, synchronizes);
  for (unsigned a = 0; a < events.size(); ++a)
    for (unsigned b = 0; b < events.size(); ++b)
      if (events[a].asynchronous && events[a].asynchronous == events[b].asynchronous &&
          events[a].thread == events[b].thread &&
          (events[a].position < events[b].position ||
           (events[a].position == events[b].position && events[a].isRead() && events[b].isWrite())))
        steps.set(a, b, pair(a, b));
  Relation closed = algebra.closure(steps);
  return algebra.either(closed, algebra.maybeThen(closed, issueOrder));
}

Relation MemoryModel::makeCommunication() {
  return algebra.either(algebra.either(readsFrom, orders.coherence), fromRead);
}
