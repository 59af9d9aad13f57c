// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_RUN_H
#define PTX_EXECUTION_RUN_H

#include "ptx/Execution/Inspector.h"
#include "ptx/Execution/Launch/Launch.h"
#include "ptx/Support/Workers.h"

#include <functional>

namespace ptx::execution {

struct RunOptions {
  /// Whether to report what `ptx-sanitize` reports; bounds of arrays are always checked.
  bool isChecked = true;
  /// Whether to report code that the manual forbids although it is known to work on hardware.
  bool isStrict = false;
  /// The maximum number of warp instructions of a cluster.
  uint64_t limit = 1'000'000'000;
  /// The maximum time of all clusters. If it is exceeded, there are no results.
  std::optional<uint32_t> seconds;
  /// The threads that execute clusters; null: the calling one. The result does not depend on it.
  Workers *workers = nullptr;
  /// How far an execution is.
  struct Progress {
    uint64_t done, count; ///< clusters
    uint64_t cost;        ///< of the executing one, in warp instructions
  };
  /// Called now and then.
  std::function<void(const Progress &progress)> progress;
  /// Sees each statement; null if nothing is inspected.
  Inspector *inspector = nullptr;
  /// The names or numbers of the arrays whose values have to be known at the end; empty: all.
  std::vector<std::string> results;
};

/// An array of an argument, or a variable of the module, after a launch.
struct RunArray {
  std::string name;
  std::string number; ///< of the parameter; empty for a variable
  std::shared_ptr<const Contents> initial;
  SharedBytes bytes;
  /// The number of the first byte whose value is unknown.
  std::optional<uint64_t> firstUnknown;

  uint64_t elementBytes() const;
  uint64_t size() const { return bytes.size() / elementBytes(); } ///< in elements
  uint64_t element(uint64_t number) const;                        ///< its bits
  /// Whether `text` is the name, or the number of the parameter.
  bool isNamed(llvm::StringRef text) const;
};

/// The result of executing all CTAs of a launch with data.
struct RunResult {
  std::string launch; ///< in one line
  /// What the launch lacks; if there is anything, it is not executed.
  std::vector<std::string> problems;
  DiagnosticList findings;
  /// Why there are no results; empty if all is computed.
  std::vector<std::string> notFollowed;
  std::vector<RunArray> arrays;
  /// The output of `vprintf`, in the order of the execution.
  std::string printed;
  uint64_t threadInstructions = 0;

  bool isComputed() const { return problems.empty() && notFollowed.empty(); }
  /// The array of a parameter, by name or number, or a variable; null if there is none.
  const RunArray *find(llvm::StringRef name) const;
};

/// The verdict of a launch with `errors` errors: `clean`, `no fault, but warnings`, `faults found`
/// or `not decided`.
llvm::StringRef verdictOf(const RunResult &result, size_t errors, bool hasFindings);

/// Executes the clusters of a launch as if one after the other. Results are those of the manual;
/// results that it bounds are the nearest numbers, and NaNs are canonical. What is not supported
/// ends the execution.
RunResult run(const CheckedSource &checked, CompleteLaunch launch, const RunOptions &options);

} // namespace ptx::execution

#endif // PTX_EXECUTION_RUN_H
