// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_CHECKER_H
#define PTX_MEMORY_CHECKER_H

#include "ptx/Memory/Model/Encoding.h"

namespace ptx {

/// One execution, all of it known.
struct Execution {
  /// Its literals are constants; so are those of the orders. Events that do not happen are not
  /// executed.
  EventGraph graph;
  RuntimeOrders orders{0};
};

/// What was found out about a test.
struct LitmusResult {
  /// Whether an execution that the model allows ends as the condition says; of `forall`, as it does
  /// not.
  bool isAllowed = false;
  /// Whether the test says what is true: `exists` of an allowed condition, `~exists` or `forall` of
  /// what no execution contradicts.
  bool holds = false;
  /// Whether any execution ends: with barriers that wait for ever and loops that are left too late
  /// there can be none.
  bool hasExecutions = true;
  /// Whether loops were cut.
  bool isBounded = false;
  /// An execution that shows it: an allowed one, or one that fits all other axioms of `violated`,
  /// and breaks the first. None if no values fit the condition.
  std::optional<Execution> execution;
  /// If it is forbidden: axioms of which each is needed for that. The execution violates the first.
  std::vector<Axiom> violated;
};

/// What to do about a test.
struct LitmusOptions {
  /// How many times more than once a loop is passed.
  unsigned bound = 2;
  /// Whether to look for what forbids a condition.
  bool explains = true;
};

/// Decides a test. Fails with a text for the user if it is not of the kind that can be decided.
llvm::Expected<LitmusResult> checkLitmus(const LitmusTest &test, const SolverFactory &factory,
                                         const LitmusOptions &options);

/// Two operations in a data-race. (Manual 8.7.1)
struct DataRace {
  uint32_t first, second; ///< events of the execution
  bool isMixedSize = false;
  Execution execution;
};

/// The data-races of some execution that the model allows, one for each pair of instructions.
llvm::Expected<std::vector<DataRace>>
findRaces(const LitmusTest &test, const SolverFactory &factory, const LitmusOptions &options);

} // namespace ptx

#endif // PTX_MEMORY_CHECKER_H
