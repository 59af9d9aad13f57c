// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_REPORT_H
#define PTX_DIAGNOSTICS_REPORT_H

#include "ptx/Diagnostics/Diagnostic.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ptx {

class DiagnosticList;
class DiagnosticOptions;
class SourceBuffer;

/// A suppressed diagnostic.
struct SuppressedDiagnostic {
  enum Kind : uint8_t {
    InSource, ///< by a comment
    External, ///< by a baseline
  };

  Diagnostic diagnostic;
  Kind kind = InSource;
  /// The reason that the comment gives; empty if none.
  std::string reason = {};
};

/// The reported diagnostics of one source buffer, and their numbers.
struct Report {
  /// The diagnostics to show, sorted by position; at the same position, in the order of discovery.
  std::vector<Diagnostic> diagnostics;
  /// The suppressed diagnostics. They are not counted.
  std::vector<SuppressedDiagnostic> suppressed = {};
  /// All errors and warnings, shown or not.
  uint64_t errors = 0;
  uint64_t warnings = 0;
  /// The number hidden by the limits.
  uint64_t errorsNotShown = 0;
  uint64_t warningsNotShown = 0;
};

/// Maps the severities of `list` by `options`, drops ignored diagnostics and exact duplicates,
/// sorts by position, and applies the error limit.
Report makeReport(DiagnosticList list, const DiagnosticOptions &options);

/// The same for findings in `source`, except those that its comments suppress; see `Suppressions`.
/// A comment that suppresses nothing is reported unless there are errors.
Report makeReport(DiagnosticList list, const DiagnosticOptions &options,
                  const SourceBuffer &source);

/// Truncates `report` after `errorLimit` errors (0 means no limit), and counts all diagnostics.
void limitReport(Report &report, uint32_t errorLimit);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_REPORT_H
