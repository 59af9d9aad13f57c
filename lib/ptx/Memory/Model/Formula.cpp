// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Formula.h"
#include "ptx/Memory/Model/Hangs.h"
#include "ptx/Memory/Model/Witness.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

llvm::Expected<std::unique_ptr<Formula>> Formula::make(const LitmusTest &test,
                                                       const SolverFactory &factory,
                                                       const LitmusOptions &options,
                                                       LoopEnds loops) {
  std::unique_ptr<Formula> formula(new Formula(factory()));
  Circuit &circuit = formula->circuit;
  llvm::Expected<EventGraph> graph = makeEvents(test, circuit, options.bound, loops);
  if (!graph)
    return graph.takeError();
  formula->graph = std::move(*graph);
  auto tooLarge = [&] {
    return llvm::createStringError(
        "the test is too large: the formula of its " + llvm::Twine(formula->graph.events.size()) +
        " events has more than " + llvm::Twine(litmus::mostLiterals) + " literals");
  };
  formula->orders = RuntimeOrders(formula->graph.events.size());
  encodeOrders(formula->graph, circuit, formula->orders);
  for (const EventGraph::OpenLoop &loop : formula->graph.openLoops)
    requireRepetition(formula->graph, circuit, formula->orders, loop);
  if (llvm::Error error = encodeBarriers(formula->graph, circuit, formula->orders))
    return error;
  if (circuit.isTooLarge())
    return tooLarge();
  formula->model.emplace(formula->graph, circuit, formula->orders);
  for (unsigned i = 0; i < numAxioms; ++i) {
    formula->selectors[i] = circuit.fresh();
    requireAxiom(static_cast<Axiom>(i), formula->graph, *formula->model, formula->orders, circuit,
                 formula->selectors[i]);
  }
  if (circuit.isTooLarge())
    return tooLarge();
  return formula;
}

bool Formula::solve(Lit goal, llvm::ArrayRef<Axiom> dropped) {
  llvm::SmallVector<int, 8> assumptions;
  for (unsigned i = 0; i < numAxioms; ++i)
    if (!llvm::is_contained(dropped, static_cast<Axiom>(i)))
      assumptions.push_back(selectors[i].code);
  assumptions.push_back(goal.code);
  return solver->solve(assumptions);
}

/// Whether the cycle that contradicts Causality includes more than one thread.
static bool isBetweenThreads(const Execution &execution) {
  const std::vector<MemoryEvent> &events = execution.graph.events;
  Witness witness = makeWitness(execution, Axiom::Causality);
  return llvm::any_of(witness.cycle, [&](const WitnessEdge &edge) {
    return events[edge.from].thread != events[witness.cycle.front().from].thread;
  });
}

std::optional<Execution> Formula::solveButForOneRead(Lit goal, llvm::ArrayRef<Axiom> dropped) {
  std::vector<Lit> ofReads(graph.events.size(), trueLit);
  llvm::SmallVector<Lit, 32> all = {goal};
  for (uint32_t event = 0; event != graph.events.size(); ++event)
    if (graph.events[event].isRead())
      all.push_back(ofReads[event] = circuit.fresh());
  requireCausality(*model, circuit, ofReads);
  // Conditions are usually about late reads of values from other threads.
  std::optional<Execution> latest;
  for (size_t i = all.size(); i-- > 1;) {
    Lit one = std::exchange(all[i], trueLit);
    if (solve(circuit.all(all), dropped)) {
      Execution found = execution();
      if (isBetweenThreads(found))
        return found;
      if (!latest)
        latest = std::move(found);
    }
    all[i] = one;
  }
  return latest;
}

std::optional<Execution> Formula::counterexample(Lit goal, std::vector<Axiom> dropped) {
  if (!solve(goal, dropped))
    return std::nullopt;
  for (size_t i = dropped.size(); i-- > 1;) {
    std::vector<Axiom> fewer = dropped;
    fewer.erase(fewer.begin() + i);
    if (solve(goal, fewer))
      dropped = fewer;
  }
  if (dropped.front() == Axiom::Causality)
    if (std::optional<Execution> found = solveButForOneRead(goal, dropped))
      return found;
  solve(goal, dropped);
  return execution();
}

std::vector<Axiom> Formula::neededAxioms(Lit goal) {
  std::vector<Axiom> needed;
  for (unsigned i = 0; i < numAxioms; ++i)
    needed.push_back(static_cast<Axiom>(i));
  std::vector<Axiom> dropped;
  auto drop = [&](Axiom axiom) {
    std::vector<Axiom> fewer = dropped;
    fewer.push_back(axiom);
    if (solve(goal, fewer))
      return;
    dropped = fewer;
    llvm::erase(needed, axiom);
  };
  // If any of several axioms suffices, keep the most specific one.
  for (Axiom axiom : {Axiom::Causality, Axiom::Coherence, Axiom::FenceSc, Axiom::RmwAtomicity,
                      Axiom::SingleCopyAtomicity, Axiom::ScPerLocation, Axiom::NoThinAir})
    drop(axiom);
  if (llvm::is_contained(needed, Axiom::Causality))
    std::swap(needed.front(), *llvm::find(needed, Axiom::Causality));
  return needed;
}

Bits Formula::known(Bits bits) {
  for (Lit &bit : bits)
    bit = known(bit);
  return bits;
}

Execution Formula::execution() {
  Execution result;
  result.graph = graph;
  for (MemoryEvent &event : result.graph.events) {
    event.executed = known(event.executed);
    event.value = known(event.value);
    event.blocked = known(event.blocked);
    event.barrier = known(event.barrier);
  }
  for (EventGraph::OpenLoop &loop : result.graph.openLoops)
    loop.taken = known(loop.taken);
  for (EventGraph::Dependency &dependency : result.graph.dependencies)
    dependency.holds = known(dependency.holds);
  for (std::vector<FinalValue> &registers : result.graph.registers)
    for (FinalValue &value : registers)
      value = {known(value.bits), known(value.exists)};
  result.orders = RuntimeOrders(graph.events.size());
  for (ReadFrom from : orders.readsFrom)
    if (known(from.holds).isTrue()) {
      from.holds = trueLit;
      result.orders.readsFrom.push_back(from);
    }
  auto copy = [&](const Relation &from, Relation &to) {
    from.forEach([&](unsigned a, unsigned b, Lit lit) { to.set(a, b, known(lit)); });
  };
  copy(orders.fenceSc, result.orders.fenceSc);
  copy(orders.barrierPairs, result.orders.barrierPairs);
  copy(orders.coherence, result.orders.coherence);
  return result;
}
