// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Encoding.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace ptx;

/// The number, if all its bits are constant.
static std::optional<uint64_t> constantValue(const Bits &bits) {
  uint64_t value = 0;
  for (unsigned i = 0; i < 64; ++i) {
    if (!bits[i].isConstant())
      return std::nullopt;
    value |= uint64_t(bits[i].isTrue()) << i;
  }
  return value;
}

static Bits sumOf(Circuit &circuit, llvm::ArrayRef<Lit> literals) {
  Bits sum = Circuit::number(0);
  for (Lit lit : literals)
    sum = circuit.add(sum, Circuit::number(0), lit);
  return sum;
}

namespace {

/// The arrivals at one barrier. Each belongs to a phase or waits forever.
class BarrierPhases {
public:
  BarrierPhases(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders,
                std::vector<uint32_t> arrivals, uint64_t quorum)
      : events(graph.events), circuit(circuit), orders(orders), arrivals(std::move(arrivals)),
        quorum(quorum) {}

  void encode();

private:
  void orderPhases(size_t first, size_t second);
  void joinPairs();
  void reduce(uint32_t arrival, llvm::ArrayRef<Lit> together);

  const std::vector<MemoryEvent> &events;
  Circuit &circuit;
  RuntimeOrders &orders;
  std::vector<uint32_t> arrivals;
  uint64_t quorum;
  std::vector<std::vector<Lit>> phases; // by arrival
};

} // namespace

/// A thread that has waited comes to a later phase. One that did not wait can come again before the
/// barrier is reset, and counts twice in the phase. (Manual 9.7.13.1)
void BarrierPhases::orderPhases(size_t first, size_t second) {
  size_t own = events[arrivals[first]].waits ? 0 : 1;
  for (size_t phase = 0; phase < phases[second].size(); ++phase) {
    llvm::SmallVector<Lit, 8> clause(llvm::ArrayRef<Lit>(phases[first]).take_front(phase + own));
    clause.push_back(!phases[second][phase]);
    clause.push_back(!events[arrivals[first]].executed);
    circuit.require(clause);
  }
}

/// An arrival synchronizes with the waits of its phase. (Manual 8.9.4)
void BarrierPhases::joinPairs() {
  for (size_t b = 0; b < arrivals.size(); ++b) {
    if (!events[arrivals[b]].waits)
      continue;
    llvm::SmallVector<Lit, 8> members; // by arrival: whether it is in the phase of `b`
    for (size_t a = 0; a < arrivals.size(); ++a) {
      llvm::SmallVector<Lit, 8> together;
      for (auto [one, other] : llvm::zip(phases[a], phases[b]))
        together.push_back(circuit.both(one, other));
      members.push_back(circuit.any(together));
      if (events[arrivals[a]].thread != events[arrivals[b]].thread)
        orders.barrierPairs.set(arrivals[a], arrivals[b], members.back());
    }
    if (events[arrivals[b]].step->reduction != BarrierReduction::None)
      reduce(arrivals[b], members);
  }
}

/// The result of a barrier: the reduction of the contributions in its phase. (Manual 9.7.13.1)
void BarrierPhases::reduce(uint32_t arrival, llvm::ArrayRef<Lit> members) {
  BarrierReduction reduction = events[arrival].step->reduction;
  llvm::SmallVector<Lit, 8> yes, no;
  for (auto [other, member] : llvm::zip(arrivals, members)) {
    yes.push_back(circuit.both(member, events[other].contribution));
    no.push_back(circuit.both(member, !events[other].contribution));
  }
  Bits result = Circuit::number(0);
  if (reduction == BarrierReduction::Count)
    result = sumOf(circuit, yes);
  else
    result[0] = reduction == BarrierReduction::All ? !circuit.any(no) : circuit.any(yes);
  Lit ends = circuit.both(events[arrival].executed, !events[arrival].blocked);
  circuit.require({!ends, circuit.equal(events[arrival].value, result)});
}

void BarrierPhases::encode() {
  size_t phaseCount = quorum ? arrivals.size() / quorum : 0;
  llvm::SmallVector<Lit, 8> unassigned;
  for (uint32_t arrival : arrivals) {
    std::vector<Lit> &own = phases.emplace_back();
    for (size_t phase = 0; phase < phaseCount; ++phase) {
      own.push_back(circuit.both(events[arrival].executed, circuit.fresh()));
      for (size_t other = 0; other < phase; ++other)
        circuit.require({!own[phase], !own[other]});
    }
    Lit waitsForEver = circuit.both(events[arrival].executed, !circuit.any(own));
    unassigned.push_back(waitsForEver);
    if (events[arrival].waits) {
      circuit.require({!waitsForEver, events[arrival].blocked});
      circuit.require({waitsForEver, !events[arrival].blocked});
    }
  }
  Lit before = trueLit;
  for (size_t phase = 0; phase < phaseCount; ++phase) {
    llvm::SmallVector<Lit, 8> members;
    for (const std::vector<Lit> &own : phases)
      members.push_back(own[phase]);
    Bits sum = sumOf(circuit, members);
    Lit isFull = circuit.equal(sum, Circuit::number(quorum));
    circuit.require({isFull, circuit.equal(sum, Circuit::number(0))});
    circuit.require({!isFull, before});
    before = isFull;
  }
  circuit.require({circuit.less(sumOf(circuit, unassigned), Circuit::number(quorum))});
  for (size_t a = 0; a < arrivals.size(); ++a)
    for (size_t b = 0; b < arrivals.size(); ++b)
      if (isInProgramOrder(events[arrivals[a]], events[arrivals[b]]))
        orderPhases(a, b);
  joinPairs();
}

/// Barriers whose participants are the threads that contain them.
static void joinAll(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders,
                    llvm::ArrayRef<uint32_t> arrivals) {
  for (uint32_t a : arrivals)
    for (uint32_t b : arrivals) {
      const MemoryEvent &from = graph.events[a], &to = graph.events[b];
      if (from.thread != to.thread && to.waits && isSameCta(*graph.test, from.thread, to.thread))
        orders.barrierPairs.set(
            a, b,
            circuit.all({from.executed, to.executed, circuit.equal(from.barrier, to.barrier)}));
    }
}

/// The n-th arrival of each thread of a cluster synchronizes with the n-th wait of each thread. If
/// the arrival is relaxed, the preceding releasing fences synchronize instead. (Manual 8.9.4, 3;
/// 9.7.13.3)
static llvm::Error joinClusters(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders) {
  std::vector<uint32_t> arrivals(graph.test->threads.size()), waits(arrivals);
  std::vector<std::pair<uint32_t, uint32_t>> arrived, waited; // event, number
  for (auto [index, event] : llvm::enumerate(graph.events)) {
    bool isCluster = event.kind == EventKind::ClusterArrive || event.kind == EventKind::ClusterWait;
    if (isCluster && !event.executed.isTrue())
      return llvm::createStringError(
          "`" + event.step->text + "` of thread " + graph.test->threads[event.thread].name +
          ": barriers of a cluster are understood where every execution passes them");
    if (event.kind == EventKind::ClusterArrive)
      arrived.emplace_back(index, arrivals[event.thread]++);
    if (event.kind == EventKind::ClusterWait)
      waited.emplace_back(index, waits[event.thread]++);
  }
  for (auto [arrival, number] : arrived)
    for (auto [wait, other] : waited) {
      const MemoryEvent &from = graph.events[arrival], &to = graph.events[wait];
      const LitmusThread &a = graph.test->threads[from.thread], &b = graph.test->threads[to.thread];
      if (number != other || a.gpu != b.gpu || a.cluster != b.cluster)
        continue;
      if (from.releases())
        orders.barrierPairs.set(arrival, wait, circuit.both(from.executed, to.executed));
      for (auto [index, fence] : llvm::enumerate(graph.events))
        if (!from.releases() && fence.kind == EventKind::Fence && fence.releases() &&
            isInProgramOrder(fence, from) && includes(*graph.test, fence, to.thread))
          orders.barrierPairs.set(index, wait, circuit.both(fence.executed, to.executed));
    }
  return llvm::Error::success();
}

llvm::Error ptx::encodeBarriers(const EventGraph &graph, Circuit &circuit, RuntimeOrders &orders) {
  const LitmusTest &test = *graph.test;
  if (llvm::Error error = joinClusters(graph, circuit, orders))
    return error;
  std::vector<uint32_t> free;
  using Key = std::array<uint64_t, 4>; // GPU, cluster, CTA, barrier
  std::map<Key, std::pair<std::vector<uint32_t>, uint64_t>> counted;
  for (auto [index, event] : llvm::enumerate(graph.events)) {
    if (event.kind != EventKind::Barrier)
      continue;
    if (!event.quorum && !test.barriersTakeCta) {
      free.push_back(index);
      continue;
    }
    const LitmusThread &thread = test.threads[event.thread];
    uint64_t inCta = llvm::count_if(test.threads, [&](const LitmusThread &other) {
      return other.gpu == thread.gpu && other.cluster == thread.cluster && other.cta == thread.cta;
    });
    std::optional<uint64_t> number = constantValue(event.barrier);
    std::optional<uint64_t> quorum = event.quorum ? constantValue(*event.quorum) : inCta;
    if (!number || !quorum)
      return llvm::createStringError("`" + event.step->text + "` of thread " + thread.name +
                                     ": the barrier and its number of threads have to be known");
    auto &group = counted[{thread.gpu, thread.cluster, thread.cta, *number}];
    if (!group.first.empty() && group.second != *quorum)
      return llvm::createStringError(
          "`" + event.step->text + "` of thread " + thread.name +
          ": another thread gives the barrier a different number of threads");
    group.first.push_back(index);
    group.second = *quorum;
  }
  joinAll(graph, circuit, orders, free);
  for (auto &[key, group] : counted)
    BarrierPhases(graph, circuit, orders, group.first, group.second).encode();
  return llvm::Error::success();
}
