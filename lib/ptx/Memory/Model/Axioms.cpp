// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/MemoryModel.h"

using namespace ptx;

llvm::StringRef ptx::axiomName(Axiom axiom) {
  constexpr llvm::StringLiteral names[] = {"Coherence",
                                           "Fence-SC",
                                           "Atomicity (single copy)",
                                           "Atomicity (read-modify-write)",
                                           "No Thin Air",
                                           "Sequential Consistency Per Location",
                                           "Causality"};
  return names[static_cast<unsigned>(axiom)];
}

llvm::StringRef ptx::axiomSection(Axiom axiom) {
  constexpr llvm::StringLiteral sections[] = {"8.10.1", "8.10.2", "8.10.3", "8.10.3",
                                              "8.10.4", "8.10.5", "8.10.6"};
  return sections[static_cast<unsigned>(axiom)];
}

Relation ptx::thinAirOrder(const EventGraph &graph, const MemoryModel &model, Circuit &circuit) {
  Relation dependencies(graph.events.size());
  for (const EventGraph::Dependency &dependency : graph.dependencies)
    dependencies.set(dependency.read, dependency.event,
                     circuit.both(dependency.holds, graph.events[dependency.event].executed));
  return RelationAlgebra(circuit).either(model.readsFrom, dependencies);
}

Relation ptx::locationOrder(const EventGraph &graph, const MemoryModel &model, Circuit &circuit) {
  RelationAlgebra algebra(circuit);
  Relation ordered = algebra.either(model.programOrder, model.communication);
  return algebra.both(ordered, model.morallyStrong).where([&](unsigned a, unsigned b) {
    return graph.events[a].isMemory() && graph.events[b].isMemory();
  });
}

/// A write that precedes an overlapping write in causality order also precedes it in coherence
/// order.
static void requireCoherence(const EventGraph &graph, const MemoryModel &model,
                             const RuntimeOrders &orders, Circuit &circuit, Lit selector) {
  model.causality.forEach([&](unsigned a, unsigned b, Lit holds) {
    if (graph.events[a].isWrite() && graph.events[b].isWrite())
      circuit.require({!selector, !holds, orders.coherence(a, b)});
  });
}

/// Causality order relates only memory operations. For fences, the axiom uses base causality order,
/// which includes Fence-SC order.
static void requireFenceSc(const EventGraph &graph, const MemoryModel &model,
                           const RuntimeOrders &orders, Circuit &circuit, Lit selector) {
  model.baseCausality.forEach([&](unsigned a, unsigned b, Lit holds) {
    if (graph.events[a].isScFence() && graph.events[b].isScFence() && model.morallyStrong.may(a, b))
      circuit.require({!selector, !holds, orders.fenceSc(a, b)});
  });
}

static void requireSingleCopy(const MemoryModel &model, const RuntimeOrders &orders,
                              Circuit &circuit, Lit selector) {
  for (const ReadFrom &one : orders.readsFrom)
    for (const ReadFrom &other : orders.readsFrom)
      if (one.read == other.read && one.begin != other.begin &&
          orders.coherence.may(other.write, one.write) &&
          model.morallyStrong.may(one.read, one.write))
        circuit.require(
            {!selector, !one.holds, !other.holds, !orders.coherence(other.write, one.write)});
}

static void requireRmwAtomicity(const EventGraph &graph, const MemoryModel &model,
                                const RuntimeOrders &orders, Circuit &circuit, Lit selector) {
  model.fromRead.forEach([&](unsigned read, unsigned between, Lit holds) {
    uint32_t own = graph.events[read].partner;
    if (own == MemoryEvent::none || !orders.coherence.may(between, own))
      return;
    bool isStrong = model.morallyStrong.may(read, between) && model.morallyStrong.may(between, own);
    if (isStrong || areMutuallyAtomic(*graph.test, graph.events[own], graph.events[between]))
      circuit.require(
          {!selector, !holds, !orders.coherence(between, own), !graph.events[own].executed});
  });
}

void ptx::requireCausality(const MemoryModel &model, Circuit &circuit,
                           llvm::ArrayRef<Lit> selectors) {
  auto forbid = [&](unsigned read, unsigned a, unsigned b, Lit holds) {
    if (model.causality.may(b, a))
      circuit.require({!selectors[read], !holds, !model.causality(b, a)});
  };
  model.readsFrom.forEach([&](unsigned a, unsigned b, Lit holds) { forbid(b, a, b, holds); });
  model.fromRead.forEach([&](unsigned a, unsigned b, Lit holds) { forbid(a, a, b, holds); });
}

void ptx::requireAxiom(Axiom axiom, const EventGraph &graph, const MemoryModel &model,
                       const RuntimeOrders &orders, Circuit &circuit, Lit selector) {
  RelationAlgebra algebra(circuit);
  switch (axiom) {
  case Axiom::Coherence:
    return requireCoherence(graph, model, orders, circuit, selector);
  case Axiom::FenceSc:
    return requireFenceSc(graph, model, orders, circuit, selector);
  case Axiom::SingleCopyAtomicity:
    return requireSingleCopy(model, orders, circuit, selector);
  case Axiom::RmwAtomicity:
    return requireRmwAtomicity(graph, model, orders, circuit, selector);
  case Axiom::NoThinAir:
    return algebra.requireAcyclic(thinAirOrder(graph, model, circuit), selector);
  case Axiom::ScPerLocation:
    return algebra.requireAcyclic(locationOrder(graph, model, circuit), selector);
  case Axiom::Causality:
    return requireCausality(model, circuit, std::vector<Lit>(graph.events.size(), selector));
  }
}
