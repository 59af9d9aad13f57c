// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallSet.h"

#include <set>

using namespace ptx;

namespace {

/// A test as a formula.
class Formula {
public:
  static llvm::Expected<std::unique_ptr<Formula>>
  make(const LitmusTest &test, const SolverFactory &factory, const LitmusOptions &options);

  /// Whether `goal` is possible under all axioms but `dropped`.
  bool solve(Lit goal, llvm::ArrayRef<Axiom> dropped = {});
  /// After a solution was found: that.
  Execution execution();
  /// After none was: axioms of which each is needed for that.
  std::vector<Axiom> neededAxioms(Lit goal);

  std::unique_ptr<SatSolver> solver;
  Circuit circuit;
  EventGraph graph;
  RuntimeOrders orders{0};
  std::optional<MemoryModel> model;
  std::array<Lit, numAxioms> selectors;

private:
  explicit Formula(std::unique_ptr<SatSolver> solver)
      : solver(std::move(solver)), circuit(this->solver.get()) {}

  Lit known(Lit lit) { return lit.isConstant() ? lit : constant(solver->value(lit.code)); }
  Bits known(Bits bits);
};

} // namespace

llvm::Expected<std::unique_ptr<Formula>>
Formula::make(const LitmusTest &test, const SolverFactory &factory, const LitmusOptions &options) {
  std::unique_ptr<Formula> formula(new Formula(factory()));
  Circuit &circuit = formula->circuit;
  llvm::Expected<EventGraph> graph = makeEvents(test, circuit, options.bound);
  if (!graph)
    return graph.takeError();
  formula->graph = std::move(*graph);
  formula->orders = RuntimeOrders(formula->graph.events.size());
  encodeOrders(formula->graph, circuit, formula->orders);
  if (llvm::Error error = encodeBarriers(formula->graph, circuit, formula->orders))
    return error;
  formula->model.emplace(formula->graph, circuit, formula->orders);
  for (unsigned i = 0; i < numAxioms; ++i) {
    formula->selectors[i] = circuit.fresh();
    requireAxiom(static_cast<Axiom>(i), formula->graph, *formula->model, formula->orders, circuit,
                 formula->selectors[i]);
  }
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
  // Of axioms that each suffice, the narrower one is kept.
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

llvm::Expected<LitmusResult> ptx::checkLitmus(const LitmusTest &test, const SolverFactory &factory,
                                              const LitmusOptions &options) {
  llvm::Expected<std::unique_ptr<Formula>> made = Formula::make(test, factory, options);
  if (!made)
    return made.takeError();
  Formula &formula = **made;
  Circuit &circuit = formula.circuit;
  FinalMemory memory;
  auto encode = [&](const LitmusCondition &condition, Lit &known) {
    return encodeCondition(formula.graph, circuit, formula.orders, condition, memory, known);
  };
  Lit known = trueLit;
  Lit filter = encode(test.filter, known);
  filter = circuit.both(filter, known);
  Lit condition = encode(test.condition, known);
  bool isForall = test.quantifier == Quantifier::Forall;
  Lit goal = circuit.all({filter, known, isForall ? !condition : condition});

  LitmusResult result;
  result.isBounded = formula.graph.hasLoops;
  result.isAllowed = formula.solve(goal);
  result.holds = result.isAllowed == (test.quantifier == Quantifier::Exists);
  if (result.isAllowed) {
    result.execution = formula.execution();
    return result;
  }
  result.hasExecutions = formula.solve(filter);
  if (!options.explains)
    return result;
  std::vector<Axiom> all;
  for (unsigned i = 0; i < numAxioms; ++i)
    all.push_back(static_cast<Axiom>(i));
  if (!formula.solve(goal, all))
    return result;
  result.violated = formula.neededAxioms(goal);
  // Other axioms can forbid it as well.
  llvm::erase_if(all, [&](Axiom axiom) {
    return axiom != result.violated.front() && llvm::is_contained(result.violated, axiom);
  });
  if (formula.solve(goal, all))
    result.execution = formula.execution();
  return result;
}

llvm::Expected<std::vector<DataRace>>
ptx::findRaces(const LitmusTest &test, const SolverFactory &factory, const LitmusOptions &options) {
  llvm::Expected<std::unique_ptr<Formula>> made = Formula::make(test, factory, options);
  if (!made)
    return made.takeError();
  Formula &formula = **made;
  const std::vector<MemoryEvent> &events = formula.graph.events;
  std::vector<DataRace> races;
  std::set<std::pair<const LitmusStep *, const LitmusStep *>> seen;
  for (uint32_t a = 0; a < events.size(); ++a)
    for (uint32_t b = a + 1; b < events.size(); ++b) {
      if (!conflict(test, events[a], events[b]) || events[a].kind == EventKind::Init ||
          areMorallyStrong(test, events[a], events[b]) || events[a].partner == b ||
          seen.contains({events[a].step, events[b].step}))
        continue;
      // Unless something requires more, a pair is in causality order only where it has to be.
      Lit race =
          formula.circuit.all({events[a].executed, events[b].executed,
                               !formula.model->causality(a, b), !formula.model->causality(b, a)});
      if (!formula.solve(race))
        continue;
      seen.insert({events[a].step, events[b].step});
      races.push_back({a, b, !overlapsCompletely(test, events[a], events[b]), formula.execution()});
    }
  return races;
}
