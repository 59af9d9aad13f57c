// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Show/ExplainParts.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace ptx;

namespace {

class AllowedExplainer {
public:
  AllowedExplainer(const Reasons &reasons, std::vector<Explanation> &to)
      : reasons(reasons), events(reasons.graph.events), to(to) {}

  void run();

private:
  using ThreadPair = std::pair<uint32_t, uint32_t>;

  void explainRead(uint32_t write, uint32_t read);
  void explainOldValue(uint32_t read, uint32_t write);
  void explainMissingOrder(uint32_t before, uint32_t after);
  void explainFences(ThreadPair threads);
  void explainFreeWrites();
  void explainCycleWithoutDependency();
  bool isBetweenThreads(uint32_t a, uint32_t b) const {
    return events[a].thread != events[b].thread && events[a].thread != MemoryEvent::none &&
           events[b].thread != MemoryEvent::none;
  }

  const Reasons &reasons;
  const std::vector<MemoryEvent> &events;
  std::vector<Explanation> &to;
  /// Pairs of threads in which one reads a value that the other wrote.
  std::set<ThreadPair> communicating;
  /// Pairs of threads whose missing synchronization has been explained.
  std::set<ThreadPair> explained;
};

} // namespace

void AllowedExplainer::explainRead(uint32_t write, uint32_t read) {
  communicating.insert({events[write].thread, events[read].thread});
  size_t before = to.size();
  to.push_back({reasons.name(read) + " returns " + reasons.value(read) + ", which " +
                    reasons.name(write) + " wrote",
                "8.9.7"});
  reasons.missingSynchronization(write, read, to);
  if (to.size() == before + 1)
    to.push_back({"with that the two threads synchronize", "8.9.4", 1});
}

void AllowedExplainer::explainOldValue(uint32_t read, uint32_t write) {
  to.push_back({reasons.name(read) + " returns " + reasons.value(read) + ", which precedes " +
                    reasons.name(write) + "; the axiom Causality forbids that only if " +
                    reasons.graph.names[write] + " precedes " + reasons.graph.names[read] +
                    " in causality order",
                "8.10.6"});
  if (!reasons.model.baseCausality.may(write, read)) {
    if (isBetweenThreads(read, write))
      explainMissingOrder(write, read);
    return;
  }
  to.push_back({"it does in base causality order, but not in causality order: " +
                    reasons.notPreserved(write, read),
                "8.9.5", 1});
}

/// Explains why no two fences of the threads are in the necessary Fence-SC order.
void AllowedExplainer::explainFences(ThreadPair threads) {
  bool isTold = false;
  std::pair<uint32_t, uint32_t> weaker(events.size(), events.size());
  for (uint32_t a = 0; a != events.size(); ++a)
    for (uint32_t b = 0; b != events.size(); ++b) {
      const MemoryEvent &x = events[a], &y = events[b];
      if (x.kind != EventKind::Fence || y.kind != EventKind::Fence || x.thread != threads.first ||
          y.thread != threads.second || !x.executed.isTrue() || !y.executed.isTrue())
        continue;
      std::string why = reasons.notMorallyStrong(a, b);
      if (!x.isScFence() || !y.isScFence()) {
        weaker = std::min(weaker, std::pair(a, b));
        continue;
      }
      if (!why.empty())
        to.push_back({reasons.name(a) + " and " + reasons.name(b) +
                          " are not in Fence-SC order, since " + why,
                      "8.9.3", 1});
      else if (reasons.orders.fenceSc.may(b, a))
        to.push_back(
            {reasons.name(a) + " follows " + reasons.name(b) + " in Fence-SC order", "8.9.3", 1});
      isTold = true;
    }
  if (!isTold && weaker.first != events.size())
    to.push_back({reasons.name(weaker.first) + " and " + reasons.name(weaker.second) +
                      " do not synchronize by themselves: not both are `fence.sc`",
                  "8.9.4", 1});
}

void AllowedExplainer::explainMissingOrder(uint32_t before, uint32_t after) {
  ThreadPair threads(events[before].thread, events[after].thread);
  to.push_back({"no synchronization leads from " + reasons.graph.names[before] + " to " +
                    reasons.graph.names[after],
                "8.9.5", 1});
  if (!explained.insert(threads).second)
    return;
  if (!communicating.contains(threads))
    to.push_back(
        {reasons.thread(after) + " reads nothing that " + reasons.thread(before) + " wrote",
         "8.9.4", 1});
  size_t count = to.size();
  explainFences(threads);
  if (to.size() == count && !communicating.contains(threads))
    to.push_back({"they do not have a `fence.sc` each", "8.9.3", 1});
}

/// Explains writes that coherence order need not relate. (Manual 8.9.6)
void AllowedExplainer::explainFreeWrites() {
  for (uint32_t a = 0; a != events.size(); ++a)
    for (uint32_t b = a + 1; b != events.size(); ++b) {
      if (!events[a].isWrite() || !events[b].isWrite() || !isBetweenThreads(a, b) ||
          !sharesBytes(events[a], events[b]) || !events[a].executed.isTrue() ||
          !events[b].executed.isTrue())
        continue;
      if (std::string why = reasons.notMorallyStrong(a, b);
          !why.empty() && !reasons.model.causality.may(a, b) && !reasons.model.causality.may(b, a))
        to.push_back({reasons.name(a) + " and " + reasons.name(b) +
                          " are in a data-race, which leaves them without coherence order: " + why,
                      "8.9.6"});
      else if (!reasons.model.causality.may(a, b) && !reasons.model.causality.may(b, a))
        to.push_back(reasons.orders.coherence.may(a, b) ? reasons.coherence(a, b)
                                                        : reasons.coherence(b, a));
    }
}

/// Program order and reads-from can form a cycle, unless dependencies form it. (Manual 8.10.4)
void AllowedExplainer::explainCycleWithoutDependency() {
  Circuit circuit(nullptr);
  RelationAlgebra algebra(circuit);
  Relation reach =
      algebra.closure(algebra.either(reasons.model.programOrder, reasons.model.readsFrom));
  Relation order = thinAirOrder(reasons.graph, reasons.model, circuit);
  for (uint32_t a = 0; a != events.size(); ++a)
    for (uint32_t b = 0; b != events.size(); ++b)
      if (events[a].isRead() && events[b].isWrite() && reach.may(a, b) && reach.may(b, a) &&
          reasons.model.programOrder.may(a, b) && !order.may(a, b))
        to.push_back({reasons.name(b) + " does not depend on what " + reasons.name(a) +
                          " returns, so that it can come true before it",
                      "8.10.4"});
}

void AllowedExplainer::run() {
  reasons.model.readsFrom.forEach([&](unsigned write, unsigned read, Lit) {
    if (isBetweenThreads(write, read))
      explainRead(write, read);
  });
  reasons.model.fromRead.forEach([&](unsigned read, unsigned write, Lit) {
    if (events[read].partner != write)
      explainOldValue(read, write);
  });
  explainFreeWrites();
  explainCycleWithoutDependency();
}

void ptx::explainAllowed(const Reasons &reasons, std::vector<Explanation> &to) {
  AllowedExplainer(reasons, to).run();
}
