// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_FORMULA_H
#define PTX_MEMORY_MODEL_FORMULA_H

#include "ptx/Memory/Checker.h"

namespace ptx {

/// A test as a formula.
class Formula {
public:
  static llvm::Expected<std::unique_ptr<Formula>> make(const LitmusTest &test,
                                                       const SolverFactory &factory,
                                                       const LitmusOptions &options,
                                                       LoopEnds loops = LoopEnds::Left);

  /// Whether `goal` is satisfiable under all axioms except `dropped`.
  bool solve(Lit goal, llvm::ArrayRef<Axiom> dropped = {});
  /// An execution that fulfils `goal` if the axioms `dropped` are omitted. Omitting the first of
  /// them is necessary. It violates as little else as possible, so that it shows the cause. None if
  /// the goal is not possible.
  std::optional<Execution> counterexample(Lit goal, std::vector<Axiom> dropped);
  /// The solution that was found. Precondition: the last `solve` returned true.
  Execution execution();
  /// A minimal set of axioms that forbid `goal`. Precondition: the last `solve` returned false.
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

  /// The same for Causality, which is dropped for one read only.
  std::optional<Execution> solveButForOneRead(Lit goal, llvm::ArrayRef<Axiom> dropped);

  Lit known(Lit lit) { return lit.isConstant() ? lit : constant(solver->value(lit.code)); }
  Bits known(Bits bits);
};

} // namespace ptx

#endif // PTX_MEMORY_MODEL_FORMULA_H
