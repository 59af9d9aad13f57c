// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_SANITIZER_H
#define PTX_EXECUTION_SANITIZER_H

#include "ptx/Execution/Launch.h"

#include <functional>

namespace ptx::execution {

struct SanitizerOptions {
  /// How many orders of warps and engines are tried.
  unsigned schedules = 4;
  static constexpr unsigned mostSchedules = 1000;
  uint64_t seed = 1;
  /// Instructions of warps in one execution. One that takes longer, as where many threads have read
  /// what it writes, counts for several.
  uint64_t limit = 20'000'000;
  /// The same in all executions of the launch.
  uint64_t limitOfAll = 80'000'000;
  /// All executions of the launch end after this time. Then it depends on the machine what is
  /// found.
  std::optional<uint32_t> seconds;
  /// Whether to report what the manual forbids, compilers do, and hardware is known to bear.
  bool isStrict = false;
  /// Whether to draw an execution that shows the first finding.
  bool wantsTimeline = false;
  /// Is told now and then what the executions have cost so far, in instructions of warps.
  std::function<void(uint64_t cost)> progress;
};

/// What the executions of a launch showed.
struct SanitizerResult {
  std::string launch; ///< in one line
  /// What it was assumed that the launch does not tell, one a line.
  std::vector<std::string> premises;
  DiagnosticList findings;
  /// What keeps the launch from being decided; empty if all was followed.
  std::vector<std::string> notDecided;
  uint64_t threadInstructions = 0;
  /// What the executions have cost, in instructions of warps.
  uint64_t cost = 0;
  unsigned executions = 0;
  std::string timeline; ///< an SVG document, if it is wanted

  bool isDecided() const { return notDecided.empty(); }
};

/// `clean`, `no fault, but warnings`, `faults found` or `not decided`.
llvm::StringRef verdictOf(const SanitizerResult &result);
/// What a report says of a launch before its findings, one a line.
std::vector<std::string> describe(const SanitizerResult &result, llvm::StringRef verdict);

/// Executes a launch of a module without errors.
SanitizerResult sanitize(const CheckedSource &checked, const CompleteLaunch &launch,
                         const SanitizerOptions &options);

} // namespace ptx::execution

#endif // PTX_EXECUTION_SANITIZER_H
