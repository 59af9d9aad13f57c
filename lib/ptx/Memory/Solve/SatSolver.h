// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SOLVE_SATSOLVER_H
#define PTX_MEMORY_SOLVE_SATSOLVER_H

#include "llvm/ADT/ArrayRef.h"

#include <functional>
#include <memory>

namespace ptx {

/// A solver of propositional formulas in clauses. A literal is the number of a variable, from 1 on,
/// or its negative. The library has none: the tool brings one.
class SatSolver {
public:
  virtual ~SatSolver() = default;

  /// Adds a clause: one of the literals holds.
  virtual void addClause(llvm::ArrayRef<int> literals) = 0;
  /// Whether all clauses and `assumptions` can hold at once.
  virtual bool solve(llvm::ArrayRef<int> assumptions) = 0;
  /// After `solve` said yes: whether `literal` holds.
  virtual bool value(int literal) = 0;
};

/// Makes a solver without clauses.
using SolverFactory = std::function<std::unique_ptr<SatSolver>()>;

} // namespace ptx

#endif // PTX_MEMORY_SOLVE_SATSOLVER_H
