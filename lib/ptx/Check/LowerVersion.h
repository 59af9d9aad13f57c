// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_LOWERVERSION_H
#define PTX_CHECK_LOWERVERSION_H

#include "ptx/Check/Passes.h"
#include "ptx/Diagnostics/Report.h"

namespace ptx {

/// Adds a fix to the error about a `.version` that the consumer does not support, if that is the
/// only error. The fix declares the newest version of the consumer, and replaces what this version
/// lacks by older spellings with the same meaning (`olderSpellings`), if the consumer then accepts
/// the module. Notes show the replaced spellings, or, without a fix, the statements that have no
/// older spelling.
void suggestLowerVersion(const SourceBuffer &source, const CheckOptions &options,
                         const CheckRun &run, CheckedSource &checked);

/// A module that a consumer supports.
struct LoweredSource {
  /// The text; none if the consumer supports no module with the same meaning.
  std::optional<std::string> text;
  /// The errors of the source that are the reason, suppressed or not; never empty without a text.
  Report report;
};

/// Lowers `source` to the version of the consumer in `options`; the text is that of the source if
/// the consumer supports it as it is.
LoweredSource lowerSource(const SourceBuffer &source, const CheckOptions &options,
                          Workers &workers);

} // namespace ptx

#endif // PTX_CHECK_LOWERVERSION_H
