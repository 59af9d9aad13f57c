// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_CHECKER_H
#define PTX_MEMORY_CHECKER_H

#include "ptx/Memory/Model/Encoding.h"

namespace ptx {

/// A complete execution.
struct Execution {
  /// All literals are constants, here and in `orders`. `executed` is false for events that do not
  /// happen.
  EventGraph graph;
  RuntimeOrders orders{0};
};

/// The result of a test.
struct LitmusResult {
  /// Whether the model allows an execution whose final state satisfies the condition; for `forall`,
  /// one that violates it.
  bool isAllowed = false;
  /// Whether the claim of the test is true: `exists` with an allowed condition, `~exists` or
  /// `forall` without a counterexample.
  bool holds = false;
  /// Whether any execution terminates. There can be none if barriers wait forever or loops exceed
  /// the bound.
  bool hasExecutions = true;
  /// Whether two operations of different sizes race in some execution: then the axioms do not
  /// apply. (Manual 8.7.2)
  bool hasMixedRace = false;
  /// If no values fit the condition: whether two operations of the same size race in some
  /// execution. Each is taken as a whole, which the manual promises to morally strong ones only.
  /// (Manual 8.10.3)
  bool hasWeakRace = false;
  /// Whether loops were cut at the bound.
  bool isBounded = false;
  /// An example: an allowed execution, or one that violates the first axiom of `violated` and
  /// satisfies the others. None if no values satisfy the condition.
  std::optional<Execution> execution;
  /// If the condition is forbidden: a minimal set of axioms that forbid it. The execution violates
  /// the first.
  std::vector<Axiom> violated;
};

/// The options of a check.
struct LitmusOptions {
  /// The maximum number of further passes through a loop after the first.
  unsigned bound = 2;
  /// Whether to determine the axioms that forbid a condition.
  bool explains = true;
};

/// Decides a test. Fails with a message for the user if the test is not decidable by this checker.
llvm::Expected<LitmusResult> checkLitmus(const LitmusTest &test, const SolverFactory &factory,
                                         const LitmusOptions &options);

/// A data race between two operations. (Manual 8.7.1)
struct DataRace {
  uint32_t first, second; ///< events of the execution
  bool isMixedSize = false;
  Execution execution;
};

/// Whether some execution that the model allows has a data race of operations of different sizes.
/// (Manual 8.7.2)
llvm::Expected<bool> hasMixedRace(const LitmusTest &test, const SolverFactory &factory,
                                  const LitmusOptions &options);

/// Whether some execution that the model allows has a data race of operations of the same size, of
/// more than one byte.
llvm::Expected<bool> hasWeakRace(const LitmusTest &test, const SolverFactory &factory,
                                 const LitmusOptions &options);

/// The data races that occur in some execution that the model allows, one for each pair of
/// instructions.
llvm::Expected<std::vector<DataRace>>
findRaces(const LitmusTest &test, const SolverFactory &factory, const LitmusOptions &options);

} // namespace ptx

#endif // PTX_MEMORY_CHECKER_H
