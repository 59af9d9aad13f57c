// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_CHECK_H
#define PTX_CHECK_CHECK_H

#include "ptx/Check/Passes.h"
#include "ptx/Diagnostics/Report.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace ptx {

/// Checks the parts of `source` between the lines `// -----`, each with `check`, and returns what
/// there is to report, with positions in `source`. The error limit holds for each part.
Report checkParts(const SourceBuffer &source,
                  llvm::function_ref<Report(const SourceBuffer &part)> check);

/// Checks `source` and returns what there is to report; its parts if the options say that it is
/// split.
Report checkSource(const SourceBuffer &source, const CheckOptions &options, const CheckRun &run);

/// The same, by the calling thread only.
Report checkSource(const SourceBuffer &source, const CheckOptions &options);

} // namespace ptx

#endif // PTX_CHECK_CHECK_H
