// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_CHECK_H
#define PTX_CHECK_CHECK_H

#include "ptx/Check/Passes.h"
#include "ptx/Diagnostics/Report.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// The report on the findings of the passes for `checked`.
Report reportOn(const CheckedSource &checked, DiagnosticList found, const CheckOptions &options);

/// Checks each part of `source` between lines `// -----` with `check`, and returns the report with
/// positions in `source`. The error limit applies to each part.
Report checkParts(const SourceBuffer &source,
                  llvm::function_ref<Report(const SourceBuffer &part)> check);

/// Checks `source`, or its parts if the options split it, and returns the report.
Report checkSource(const SourceBuffer &source, const CheckOptions &options, const CheckRun &run);

/// The same, by the calling thread only.
Report checkSource(const SourceBuffer &source, const CheckOptions &options);

} // namespace ptx

#endif // PTX_CHECK_CHECK_H
