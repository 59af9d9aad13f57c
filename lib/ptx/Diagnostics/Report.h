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

/// A diagnostic that is not shown, since somebody said that it is known.
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

/// The diagnostics of one source buffer as they are shown, and how many there are.
struct Report {
  /// Those to show, in the order of their positions; at the same position, in the order in which
  /// they were found.
  std::vector<Diagnostic> diagnostics;
  /// Those that are suppressed, which count nowhere.
  std::vector<SuppressedDiagnostic> suppressed = {};
  /// All errors and warnings, shown or not.
  uint64_t errors = 0;
  uint64_t warnings = 0;
  /// Those of them that the limits hide.
  uint64_t errorsNotShown = 0;
  uint64_t warningsNotShown = 0;
};

/// Gives every diagnostic of `list` the severity that `options` map it to, drops the ignored ones
/// and exact duplicates, sorts by position, and applies the error limit.
Report makeReport(DiagnosticList list, const DiagnosticOptions &options);

/// The same of findings in `source`, without those that its comments suppress; see `Suppressions`.
/// A comment that suppresses nothing is reported unless there are errors.
Report makeReport(DiagnosticList list, const DiagnosticOptions &options,
                  const SourceBuffer &source);

/// Shows nothing of `report` after `errorLimit` errors (0 shows all), and counts what there is.
void limitReport(Report &report, uint32_t errorLimit);

} // namespace ptx

#endif // PTX_DIAGNOSTICS_REPORT_H
