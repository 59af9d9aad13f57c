// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_PROJECT_UPDATEEXPECTED_H
#define PTX_DRIVER_PROJECT_UPDATEEXPECTED_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Driver/Project/Expectations.h"

#include <string>
#include <vector>

namespace ptx {

/// The text of an input after an update of its expectations.
struct UpdatedText {
  std::string text;
  /// Malformed expectations; if there are any, `text` is empty.
  std::vector<VerifyProblem> problems;
};

/// Changes the expectations of `source` to what `report` found. Expectations that are met stay as
/// they are, but for the distance to a line that moves; the others go, and with them comments and
/// lines that hold nothing else. What nobody expects yet gets a comment line above it. Everything
/// else stays, byte for byte. A second update changes nothing. New comments have the first prefix
/// of `options`.
UpdatedText updateExpectations(const SourceBuffer &source, const Report &report,
                               const VerifyOptions &options = {});

} // namespace ptx

#endif // PTX_DRIVER_PROJECT_UPDATEEXPECTED_H
