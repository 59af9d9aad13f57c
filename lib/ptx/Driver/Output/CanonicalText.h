// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_OUTPUT_CANONICALTEXT_H
#define PTX_DRIVER_OUTPUT_CANONICALTEXT_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Support/LineSet.h"
#include "ptx/Support/Workers.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <string>

namespace ptx {

class SourceBuffer;

/// Checks `source` and writes it to `text` in canonical spelling and layout, except the lines
/// `kept`, which do not change. If the syntax has an error, returns false and does not change
/// `text`. Other errors are ignored.
bool printCanonical(const SourceBuffer &source, SourceKind kind, DiagnosticList &diagnostics,
                    std::string &text, Workers &workers, const LineSet &kept = {});

} // namespace ptx

#endif // PTX_DRIVER_OUTPUT_CANONICALTEXT_H
