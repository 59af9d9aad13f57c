// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Formula.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace ptx;

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
  // Other axioms can also forbid the goal.
  llvm::erase_if(all, [&](Axiom axiom) { return llvm::is_contained(result.violated, axiom); });
  all.insert(all.begin(), result.violated.front());
  result.execution = formula.counterexample(goal, all);
  return result;
}

/// Whether two events are of instructions that can race. (Manual 8.7.1)
static bool canRace(const LitmusTest &test, llvm::ArrayRef<MemoryEvent> events, uint32_t a,
                    uint32_t b) {
  return conflict(test, events[a], events[b]) && events[a].kind != EventKind::Init &&
         !areMorallyStrong(test, events[a], events[b]) && events[a].partner != b;
}

/// The condition that two events race. Unless more is required, causality order contains only the
/// necessary pairs.
static Lit raceOf(Formula &formula, uint32_t a, uint32_t b) {
  const std::vector<MemoryEvent> &events = formula.graph.events;
  return formula.circuit.all({events[a].executed, events[b].executed,
                              !formula.model->causality(a, b), !formula.model->causality(b, a)});
}

/// Whether two events for which `isMeant` holds race in some execution.
static llvm::Expected<bool>
hasRace(const LitmusTest &test, const SolverFactory &factory, const LitmusOptions &options,
        llvm::function_ref<bool(const MemoryEvent &, const MemoryEvent &)> isMeant) {
  llvm::Expected<std::unique_ptr<Formula>> made = Formula::make(test, factory, options);
  if (!made)
    return made.takeError();
  Formula &formula = **made;
  const std::vector<MemoryEvent> &events = formula.graph.events;
  for (uint32_t a = 0; a < events.size(); ++a)
    for (uint32_t b = a + 1; b < events.size(); ++b)
      if (canRace(test, events, a, b) && isMeant(events[a], events[b]) &&
          formula.solve(raceOf(formula, a, b)))
        return true;
  return false;
}

llvm::Expected<bool> ptx::hasMixedRace(const LitmusTest &test, const SolverFactory &factory,
                                       const LitmusOptions &options) {
  return hasRace(test, factory, options, [&](const MemoryEvent &a, const MemoryEvent &b) {
    return !overlapsCompletely(test, a, b);
  });
}

llvm::Expected<bool> ptx::hasWeakRace(const LitmusTest &test, const SolverFactory &factory,
                                      const LitmusOptions &options) {
  return hasRace(test, factory, options, [&](const MemoryEvent &a, const MemoryEvent &b) {
    return overlapsCompletely(test, a, b) && a.bytes > 1;
  });
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
      if (!canRace(test, events, a, b) || seen.contains({events[a].step, events[b].step}) ||
          !formula.solve(raceOf(formula, a, b)))
        continue;
      seen.insert({events[a].step, events[b].step});
      races.push_back({a, b, !overlapsCompletely(test, events[a], events[b]), formula.execution()});
    }
  return races;
}
