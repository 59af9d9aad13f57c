// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Witness.h"

#include "llvm/ADT/STLExtras.h"

#include <deque>

using namespace ptx;

namespace {

/// Finds the arrows of one execution.
class WitnessMaker {
public:
  explicit WitnessMaker(const Execution &execution)
      : execution(execution), graph(execution.graph), circuit(nullptr), orders(execution.orders) {}

  Witness run(std::optional<Axiom> violated);

private:
  using Path = std::vector<WitnessEdge>;

  void addEdges(Witness &witness);
  Path cycleOf(Axiom axiom);
  Path requiredCoherence(Witness &witness);
  Path shortest(uint32_t from, uint32_t to, const std::vector<WitnessEdge> &steps);
  Path causalPath(uint32_t from, uint32_t to);
  Path preservedPath(uint32_t from, uint32_t to);
  Path pathBetweenProxies(uint32_t from, uint32_t to);
  bool isBetweenProxies(const WitnessEdge &edge) const {
    return edge.kind == EdgeKind::Synchronizes && graph.events[edge.from].isOneWayFence();
  }
  /// The shortest cycle of an arrow of `closing` and a path back that `join` finds.
  Path shortestCycle(const std::vector<WitnessEdge> &closing,
                     llvm::function_ref<Path(uint32_t, uint32_t)> join);
  std::vector<WitnessEdge> edgesOf(const Relation &relation, EdgeKind kind) const;
  std::vector<WitnessEdge> baseSteps() const;

  const Execution &execution;
  const EventGraph &graph;
  Circuit circuit;
  RuntimeOrders orders;
  std::optional<MemoryModel> model;
};

} // namespace

RuntimeOrders ptx::neededOrders(const Execution &execution) {
  Circuit circuit(nullptr);
  MemoryModel model(execution.graph, circuit, execution.orders);
  RuntimeOrders orders = execution.orders;
  Relation needed = orders.coherence.where([&](unsigned a, unsigned b) {
    return execution.graph.events[a].kind == EventKind::Init || model.causality.may(a, b) ||
           model.morallyStrong.may(a, b);
  });
  orders.coherence = RelationAlgebra(circuit).closure(needed);
  return orders;
}

std::vector<WitnessEdge> WitnessMaker::edgesOf(const Relation &relation, EdgeKind kind) const {
  std::vector<WitnessEdge> edges;
  relation.forEach([&](unsigned a, unsigned b, Lit) { edges.push_back({a, b, kind}); });
  return edges;
}

/// The direct arrows of base causality order.
std::vector<WitnessEdge> WitnessMaker::baseSteps() const {
  std::vector<WitnessEdge> steps = edgesOf(model->programOrder, EdgeKind::ProgramOrder);
  llvm::append_range(steps, edgesOf(model->patternSync, EdgeKind::Synchronizes));
  llvm::erase_if(steps, [&](const WitnessEdge &edge) { return isBetweenProxies(edge); });
  llvm::append_range(steps, edgesOf(orders.fenceSc, EdgeKind::FenceSc));
  llvm::append_range(steps, edgesOf(orders.barrierPairs, EdgeKind::Barrier));
  llvm::append_range(steps, edgesOf(model->issueOrder, EdgeKind::Issue));
  for (uint32_t a = 0; a < graph.events.size(); ++a)
    for (uint32_t b = 0; b < graph.events.size(); ++b) {
      const MemoryEvent &from = graph.events[a], &to = graph.events[b];
      if (from.asynchronous && from.asynchronous == to.asynchronous && from.thread == to.thread &&
          from.executed.isTrue() && to.executed.isTrue() &&
          (from.position < to.position ||
           (from.position == to.position && from.isRead() && to.isWrite())))
        steps.push_back({a, b, EdgeKind::Asynchronous});
    }
  return steps;
}

WitnessMaker::Path WitnessMaker::shortest(uint32_t from, uint32_t to,
                                          const std::vector<WitnessEdge> &steps) {
  std::vector<const WitnessEdge *> reached(graph.events.size());
  std::deque<uint32_t> open = {from};
  while (!open.empty()) {
    uint32_t at = open.front();
    open.pop_front();
    for (const WitnessEdge &step : steps) {
      if (step.from != at || reached[step.to])
        continue;
      reached[step.to] = &step;
      if (step.to == to) {
        Path path;
        for (const WitnessEdge *edge = &step;; edge = reached[edge->from]) {
          path.insert(path.begin(), *edge);
          if (edge->from == from)
            return path;
        }
      }
      open.push_back(step.to);
    }
  }
  return {};
}

/// The arrows from a write by the generic proxy to a read by the tensormap proxy, through a release
/// and an acquire.
WitnessMaker::Path WitnessMaker::pathBetweenProxies(uint32_t from, uint32_t to) {
  std::vector<WitnessEdge> steps = baseSteps(), between = steps;
  for (const WitnessEdge &edge : edgesOf(model->patternSync, EdgeKind::Synchronizes))
    if (isBetweenProxies(edge))
      between.push_back(edge);
  Path best;
  for (uint32_t release = 0; release < graph.events.size(); ++release)
    for (uint32_t acquire = 0; acquire < graph.events.size(); ++acquire) {
      const MemoryEvent &first = graph.events[release], &last = graph.events[acquire];
      if (!first.isOneWayFence() || !first.releases() || !last.isOneWayFence() ||
          !last.acquires() || !model->morallyStrong.may(release, acquire) ||
          !acquiresFor(*graph.test, last, graph.events[to]))
        continue;
      Path before = shortest(from, release, steps), path = shortest(release, acquire, between),
           after = shortest(acquire, to, steps);
      if (before.empty() || path.empty() || after.empty())
        continue;
      path.insert(path.begin(), before.begin(), before.end());
      llvm::append_range(path, after);
      if (best.empty() || path.size() < best.size())
        best = path;
    }
  return best;
}

WitnessMaker::Path WitnessMaker::preservedPath(uint32_t from, uint32_t to) {
  bool isAcquired =
      graph.events[to].proxy == Proxy::TensorMap && graph.events[from].proxy != Proxy::TensorMap;
  if (isAcquired)
    return pathBetweenProxies(from, to);
  std::vector<WitnessEdge> steps = baseSteps();
  const MemoryEvent &first = graph.events[from];
  if (!first.step || !first.step->isMbarrierInit)
    llvm::erase_if(steps, [&](const WitnessEdge &edge) {
      return graph.events[edge.from].isInitFence() && edge.kind != EdgeKind::ProgramOrder;
    });
  // For the mbarrier object, the completion follows the instructions before its asynchronous
  // instruction.
  for (uint32_t event = 0; graph.events[to].isCompletion() && event < graph.events.size(); ++event)
    if (graph.events[event].executed.isTrue() &&
        precedesIssue(graph.events[event], graph.events[to]))
      steps.push_back({event, to, EdgeKind::Issue});
  return shortest(from, to, steps);
}

WitnessMaker::Path WitnessMaker::causalPath(uint32_t from, uint32_t to) {
  if (model->proxyPreserved.may(from, to))
    return preservedPath(from, to);
  Path best;
  for (uint32_t middle = 0; middle < graph.events.size(); ++middle) {
    if (!model->observation.may(from, middle) || !model->proxyPreserved.may(middle, to))
      continue;
    std::vector<WitnessEdge> seen = edgesOf(model->readsFrom, EdgeKind::ReadsFrom);
    for (uint32_t read = 0; read < graph.events.size(); ++read)
      if (graph.events[read].isRead() && graph.events[read].isAtomic())
        seen.push_back({read, graph.events[read].partner, EdgeKind::Atomic});
    Path path = shortest(from, middle, seen);
    llvm::append_range(path, preservedPath(middle, to));
    if (best.empty() || path.size() < best.size())
      best = path;
  }
  return best;
}

WitnessMaker::Path WitnessMaker::shortestCycle(const std::vector<WitnessEdge> &closing,
                                               llvm::function_ref<Path(uint32_t, uint32_t)> join) {
  Path best;
  for (const WitnessEdge &edge : closing) {
    Path path = join(edge.to, edge.from);
    if (path.empty() || (!best.empty() && path.size() + 1 >= best.size()))
      continue;
    path.insert(path.begin(), edge);
    best = path;
  }
  return best;
}

WitnessMaker::Path WitnessMaker::cycleOf(Axiom axiom) {
  auto causal = [&](uint32_t a, uint32_t b) {
    return model->causality.may(a, b) ? causalPath(a, b) : Path();
  };
  auto base = [&](uint32_t a, uint32_t b) {
    return model->baseCausality.may(a, b) ? shortest(a, b, baseSteps()) : Path();
  };
  std::vector<WitnessEdge> readsFrom = edgesOf(model->readsFrom, EdgeKind::ReadsFrom);
  std::vector<WitnessEdge> fromRead = edgesOf(model->fromRead, EdgeKind::FromRead);
  std::vector<WitnessEdge> coherence = edgesOf(orders.coherence, EdgeKind::Coherence);
  switch (axiom) {
  case Axiom::Causality:
    llvm::append_range(fromRead, readsFrom);
    return shortestCycle(fromRead, causal);
  case Axiom::Coherence:
    return shortestCycle(coherence, causal);
  case Axiom::FenceSc:
    return shortestCycle(edgesOf(orders.fenceSc, EdgeKind::FenceSc), base);
  case Axiom::SingleCopyAtomicity:
  case Axiom::RmwAtomicity:
    return shortestCycle(fromRead, [&](uint32_t from, uint32_t read) -> Path {
      uint32_t own = graph.events[read].partner;
      if (axiom == Axiom::SingleCopyAtomicity)
        return model->readsFrom.may(from, read) ? Path{{from, read, EdgeKind::ReadsFrom}} : Path();
      if (own == MemoryEvent::none || !orders.coherence.may(from, own) ||
          !(model->morallyStrong.may(read, from) ||
            areMutuallyAtomic(*graph.test, graph.events[read], graph.events[from])))
        return {};
      return {{from, own, EdgeKind::Coherence}, {own, read, EdgeKind::Atomic}};
    });
  case Axiom::NoThinAir: {
    std::vector<WitnessEdge> steps = readsFrom;
    for (const EventGraph::Dependency &dependency : graph.dependencies)
      if (dependency.holds.isTrue() && graph.events[dependency.event].executed.isTrue())
        steps.push_back({dependency.read, dependency.event, EdgeKind::Dependency});
    return shortestCycle(readsFrom, [&](uint32_t a, uint32_t b) { return shortest(a, b, steps); });
  }
  case Axiom::ScPerLocation:
    break;
  }
  std::vector<WitnessEdge> steps = edgesOf(model->programOrder, EdgeKind::ProgramOrder);
  for (const auto &more : {readsFrom, coherence, fromRead})
    llvm::append_range(steps, more);
  Relation allowed = locationOrder(graph, *model, circuit);
  llvm::erase_if(steps, [&](const WitnessEdge &edge) { return !allowed.may(edge.from, edge.to); });
  return shortestCycle(steps, [&](uint32_t a, uint32_t b) { return shortest(a, b, steps); });
}

/// Without the axiom Coherence, coherence order need not relate writes that causality order
/// relates.
WitnessMaker::Path WitnessMaker::requiredCoherence(Witness &witness) {
  Path best;
  model->causality.forEach([&](unsigned a, unsigned b, Lit) {
    if (!graph.events[a].isWrite() || !graph.events[b].isWrite() || orders.coherence.may(a, b))
      return;
    Path path = causalPath(a, b);
    if (path.empty() || (!best.empty() && path.size() >= best.size()))
      return;
    best = path;
    witness.required = {a, b, EdgeKind::Coherence};
  });
  return best;
}

void WitnessMaker::addEdges(Witness &witness) {
  // The columns show program order between neighbours. Other arrows are drawn unless they are
  // implied.
  auto add = [&](const Relation &relation, EdgeKind kind, bool reduces) {
    for (const WitnessEdge &edge : edgesOf(relation, kind)) {
      bool follows = false;
      for (uint32_t m = 0; reduces && m < graph.events.size(); ++m)
        follows |= relation.may(edge.from, m) && relation.may(m, edge.to);
      if (!follows)
        witness.edges.push_back(edge);
    }
  };
  add(model->programOrder, EdgeKind::ProgramOrder, true);
  add(model->readsFrom, EdgeKind::ReadsFrom, false);
  add(orders.coherence, EdgeKind::Coherence, true);
  add(model->fromRead, EdgeKind::FromRead, false);
  add(model->patternSync, EdgeKind::Synchronizes, false);
  add(orders.fenceSc, EdgeKind::FenceSc, true);
  add(orders.barrierPairs, EdgeKind::Barrier, false);
  Relation asynchronous(graph.events.size());
  for (const WitnessEdge &edge : baseSteps())
    if (edge.kind == EdgeKind::Asynchronous)
      asynchronous.set(edge.from, edge.to, trueLit);
  add(asynchronous, EdgeKind::Asynchronous, true);
  llvm::erase_if(witness.edges, [&](const WitnessEdge &edge) {
    bool isOneOperation =
        edge.kind == EdgeKind::FromRead && graph.events[edge.from].partner == edge.to;
    return isOneOperation || !llvm::is_contained(witness.events, edge.from) ||
           !llvm::is_contained(witness.events, edge.to);
  });
}

Witness WitnessMaker::run(std::optional<Axiom> violated) {
  if (!violated)
    orders = neededOrders(execution);
  model.emplace(graph, circuit, orders);
  Witness witness{&execution, {}, {}, {}};
  if (violated)
    witness.cycle = cycleOf(*violated);
  if (violated == Axiom::Coherence && witness.cycle.empty())
    witness.cycle = requiredCoherence(witness);
  for (uint32_t event = 0; event < graph.events.size(); ++event) {
    bool isSeen =
        graph.events[event].kind != EventKind::Init ||
        llvm::any_of(orders.readsFrom, [&](const ReadFrom &from) { return from.write == event; });
    if (graph.events[event].executed.isTrue() && isSeen)
      witness.events.push_back(event);
  }
  addEdges(witness);
  return witness;
}

Witness ptx::makeWitness(const Execution &execution, std::optional<Axiom> violated) {
  return WitnessMaker(execution).run(violated);
}
