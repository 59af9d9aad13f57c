// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Hangs.h"
#include "ptx/Memory/Model/Formula.h"

using namespace ptx;

static bool isInLoop(const MemoryEvent &event, const EventGraph::OpenLoop &loop) {
  return event.thread == loop.thread && event.position >= loop.begin && event.position <= loop.end;
}

/// Whether an event has no effect on the state.
static bool changesNothing(const MemoryEvent &event) {
  return !event.asynchronous &&
         (event.isRead() || event.isFence() || event.kind == EventKind::ProxyFence ||
          event.kind == EventKind::AliasFence);
}

/// Whether `read`, repeated forever, must eventually return `write` or a later value. For system
/// scope, this holds regardless of the addresses of the two. (Manual of PTX 9.4, 8.6.1)
static bool becomesObservable(const LitmusTest &test, const MemoryEvent &write,
                              const MemoryEvent &read) {
  if (areMorallyStrong(test, read, write))
    return true;
  return read.isStrong() && write.isStrong() && read.scope == MemoryScope::Sys &&
         write.scope == MemoryScope::Sys && sharesBytes(read, write) &&
         read.offset == write.offset && read.bytes == write.bytes;
}

void ptx::requireRepetition(const EventGraph &graph, Circuit &circuit, const RuntimeOrders &orders,
                            const EventGraph::OpenLoop &loop) {
  const std::vector<MemoryEvent> &events = graph.events;
  circuit.require({!loop.taken, loop.isSame});
  for (const MemoryEvent &event : events)
    if (isInLoop(event, loop) && !changesNothing(event))
      circuit.require({!loop.taken, !event.executed});
  for (const ReadFrom &from : orders.readsFrom) {
    if (!isInLoop(events[from.read], loop))
      continue;
    for (uint32_t later = 0; later != events.size(); ++later)
      if (orders.coherence.may(from.write, later) && events[later].offset < from.end &&
          from.begin < events[later].offset + events[later].bytes &&
          becomesObservable(*graph.test, events[later], events[from.read]))
        circuit.require({!loop.taken, !from.holds, !orders.coherence(from.write, later)});
  }
}

static const LitmusStep *findUndecided(const EventGraph &graph) {
  for (const EventGraph::OpenLoop &loop : graph.openLoops)
    for (const MemoryEvent &event : graph.events)
      if (isInLoop(event, loop) && !changesNothing(event) && !loop.taken.isFalse())
        return loop.branch;
  return nullptr;
}

llvm::Expected<LitmusHang> ptx::findHang(const LitmusTest &test, const SolverFactory &factory,
                                         const LitmusOptions &options) {
  llvm::Expected<std::unique_ptr<Formula>> made =
      Formula::make(test, factory, options, LoopEnds::Open);
  if (!made)
    return made.takeError();
  Formula &formula = **made;
  llvm::SmallVector<Lit, 8> waits;
  for (const EventGraph::OpenLoop &loop : formula.graph.openLoops)
    waits.push_back(loop.taken);
  for (const MemoryEvent &event : formula.graph.events)
    waits.push_back(event.blocked);
  LitmusHang hang;
  if (!formula.solve(formula.circuit.any(waits))) {
    hang.undecided = findUndecided(formula.graph);
    return hang;
  }
  hang.execution = formula.execution();
  for (const EventGraph::OpenLoop &loop : hang.execution->graph.openLoops)
    if (loop.taken.isTrue())
      hang.threads.push_back({loop.thread, loop.branch});
  for (const MemoryEvent &event : hang.execution->graph.events)
    if (event.blocked.isTrue())
      hang.threads.push_back({event.thread, event.step});
  return hang;
}
