// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "CadicalSolver.h"

#include <cadical.hpp>

using namespace ptx;

namespace {

class CadicalSolver : public SatSolver {
public:
  CadicalSolver() { solver.set("quiet", 1); } // standard output is for results

  void addClause(llvm::ArrayRef<int> literals) override {
    for (int literal : literals)
      solver.add(literal);
    solver.add(0);
  }
  bool solve(llvm::ArrayRef<int> assumptions) override {
    for (int literal : assumptions)
      solver.assume(literal);
    return solver.solve() == 10; // 20: unsatisfiable
  }
  bool value(int literal) override { return solver.val(literal) > 0; }

private:
  CaDiCaL::Solver solver;
};

} // namespace

std::unique_ptr<SatSolver> ptx::makeCadicalSolver() { return std::make_unique<CadicalSolver>(); }
