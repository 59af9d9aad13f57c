// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_VERIFY_UPDATEEXPECTED_H
#define PTX_DRIVER_VERIFY_UPDATEEXPECTED_H

#include "ptx/Diagnostics/Report.h"
#include "ptx/Driver/Project/Expectations.h"

#include <string>
#include <vector>

namespace ptx {

/// The text of an input with updated expectations.
struct UpdatedText {
  std::string text;
  /// Malformed expectations; if there are any, `text` is empty.
  std::vector<VerifyProblem> problems;
};

/// Updates the expectations of `source` to match `report`. Expectations that are met are kept,
/// except for the distance to a line that moves. Other expectations are removed, with comments and
/// lines that contain nothing else. Unexpected findings get a comment in a line above. The rest of
/// the text does not change. A second update changes nothing. New comments use the first prefix of
/// `options`.
UpdatedText updateExpectations(const SourceBuffer &source, const Report &report,
                               const VerifyOptions &options = {});

} // namespace ptx

#endif // PTX_DRIVER_VERIFY_UPDATEEXPECTED_H
