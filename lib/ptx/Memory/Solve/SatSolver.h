// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SOLVE_SATSOLVER_H
#define PTX_MEMORY_SOLVE_SATSOLVER_H

#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <memory>

namespace ptx {

/// A solver for propositional formulas in clauses. A literal is the number of a variable, starting
/// with 1, or its negative. The library contains no solver; the tool provides one.
class SatSolver {
public:
  virtual ~SatSolver() = default;

  /// Adds a clause: at least one of the literals must hold.
  virtual void addClause(llvm::ArrayRef<int> literals) = 0;
  /// Whether all clauses and `assumptions` are satisfiable together.
  virtual bool solve(llvm::ArrayRef<int> assumptions) = 0;
  /// Whether `literal` holds in the solution. Precondition: the last `solve` returned true.
  virtual bool value(int literal) = 0;
};

/// Creates a solver without clauses.
using SolverFactory = std::function<std::unique_ptr<SatSolver>()>;

} // namespace ptx

#endif // PTX_MEMORY_SOLVE_SATSOLVER_H
