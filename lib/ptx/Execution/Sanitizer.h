// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_SANITIZER_H
#define PTX_EXECUTION_SANITIZER_H

#include "ptx/Execution/Findings.h"
#include "ptx/Execution/Launch/Launch.h"

#include <functional>

namespace ptx::execution {

struct SanitizerOptions {
  /// The number of tried orders of warps and engines.
  unsigned schedules = 4;
  static constexpr unsigned mostSchedules = 1000;
  uint64_t seed = 1;
  /// The maximum number of warp instructions of one execution. An instruction that takes longer,
  /// such as a write of data that many threads have read, counts as several.
  uint64_t limit = 20'000'000;
  /// The maximum for all executions of the launch together.
  uint64_t limitOfAll = 80'000'000;
  /// The maximum time of all executions of the launch. If it is exceeded, the findings depend on
  /// the machine.
  std::optional<uint32_t> seconds;
  /// Whether to report code that the manual forbids although compilers generate it and it is known
  /// to work on hardware.
  bool isStrict = false;
  /// Whether to draw an execution that shows the first finding.
  bool wantsTimeline = false;
  /// Called now and then with the cost of the executions so far, in warp instructions.
  std::function<void(uint64_t cost)> progress;
};

/// The result of executing a launch.
struct SanitizerResult {
  std::string launch; ///< in one line
  /// The assumptions about values that the launch does not specify.
  std::vector<std::string> premises;
  DiagnosticList findings;
  /// The reasons why the launch is not decided; empty if everything was modelled.
  std::vector<std::string> notDecided;
  uint64_t threadInstructions = 0;
  /// The cost of the executions, in warp instructions.
  uint64_t cost = 0;
  unsigned executions = 0;
  std::string timeline; ///< an SVG document, if it is wanted

  bool isDecided() const { return notDecided.empty(); }
};

/// Adds the diagnostic of a finding.
void emitFinding(DiagnosticList &list, const Program &program, const Finding &finding);
/// Whether the manual forbids the code that was found, although compilers generate it and it is
/// known to work on hardware.
bool isTolerated(const Finding &finding);
/// The reason why the program is not executed, if it is not for a supported GPU.
std::optional<std::string> whyNotExecuted(const Program &program);

/// Adds what every execution assumes about lanes and stores.
void addPremisesOfMachine(bool isStrict, std::vector<std::string> &premises);

/// `clean`, `no fault, but warnings`, `faults found` or `not decided`.
llvm::StringRef verdictOf(const SanitizerResult &result);
/// The lines of a report about a launch before its findings.
std::vector<std::string> describe(const SanitizerResult &result, llvm::StringRef verdict);

/// Executes a launch of a module without errors.
SanitizerResult sanitize(const CheckedSource &checked, const CompleteLaunch &launch,
                         const SanitizerOptions &options);

} // namespace ptx::execution

#endif // PTX_EXECUTION_SANITIZER_H
