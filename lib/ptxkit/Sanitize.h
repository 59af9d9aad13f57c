// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTXKIT_SANITIZE_H
#define PTXKIT_SANITIZE_H

#include "ptxkit/Diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ptxkit {

/// How a launch is executed. Defaults are those of `ptx-sanitize`.
struct SanitizeOptions {
  /// The number of tried orders of warps and copies, and the seed of these orders.
  unsigned schedules = 4;
  uint64_t seed = 1;
  /// The maximum number of warp instructions of one execution.
  uint64_t stepLimit = 20'000'000;
  /// The maximum time of all executions in seconds; 0 means no limit.
  unsigned timeLimit = 0;
  /// Whether to report code that the manual forbids although it is known to work on hardware.
  bool isStrict = false;
  /// Whether to draw a timeline of an execution.
  bool wantsTimeline = false;
  /// The maximum number of elements of each array that `Check::runJson` returns; 0 means no limit.
  uint64_t printLimit = 0;
};

/// The result of executing a launch.
struct LaunchResult {
  /// The launch in one line, including assumed values.
  std::string launch;
  /// `clean`, `no fault, but warnings`, `faults found` or `not decided`.
  std::string verdict;
  /// The findings in source order; their ranges are of the source of the check.
  std::vector<Diagnostic> diagnostics;
  /// The assumptions, and the operations that were not modelled. If there are any of the latter, a
  /// lack of findings proves nothing.
  std::vector<std::string> assumed, notFollowed;
  uint64_t executions = 0, threadInstructions = 0;
  /// An SVG document, if `wantsTimeline`.
  std::string timeline;
};

} // namespace ptxkit

#endif // PTXKIT_SANITIZE_H
