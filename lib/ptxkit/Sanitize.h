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
  /// How many orders of warps and copies are tried, and the number that they are made from.
  unsigned schedules = 4;
  uint64_t seed = 1;
  /// An execution ends after so many instructions of warps.
  uint64_t stepLimit = 20'000'000;
  /// All executions end after so many seconds; 0 means no limit.
  unsigned timeLimit = 0;
  /// Whether to report what the manual forbids and hardware is known to bear.
  bool isStrict = false;
  /// Whether to draw an execution.
  bool wantsTimeline = false;
};

/// What the executions of a launch showed.
struct LaunchResult {
  /// The launch in one line, with what was not told.
  std::string launch;
  /// `clean`, `no fault, but warnings`, `faults found` or `not decided`.
  std::string verdict;
  /// The findings in source order; their ranges are of the source of the check.
  std::vector<Diagnostic> diagnostics;
  /// What was assumed, and what was not followed; if there is any of the latter, that nothing was
  /// found says nothing.
  std::vector<std::string> assumed, notFollowed;
  uint64_t executions = 0, threadInstructions = 0;
  /// An SVG document, if it was wanted.
  std::string timeline;
};

} // namespace ptxkit

#endif // PTXKIT_SANITIZE_H
