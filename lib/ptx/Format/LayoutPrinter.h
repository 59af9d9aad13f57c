// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_FORMAT_LAYOUTPRINTER_H
#define PTX_FORMAT_LAYOUTPRINTER_H

#include "ptx/Support/LineSet.h"
#include "ptx/Support/Workers.h"
#include "ptx/Syntax/Parse/Parser.h"

#include <string>

namespace ptx {

/// Parses `source`, reports syntax errors, and appends it to `out` in canonical layout, as
/// docs/guide/canonical-form.md describes it. Returns false, and appends nothing, if there is a
/// syntax error. Other errors are ignored.
///
/// Only white space and line breaks change: the printed text has the same tokens and comments in
/// the same order, hence the same syntax tree, and printing it again changes nothing. Time is
/// linear in the size of the source; there are never more trees of bodies than `workers`. The
/// output does not depend on their number.
///
/// Lines for which comments turn the printer off (see `KeptLines`), and the lines of `kept`, do not
/// change.
bool printLayout(const SourceBuffer &source, SourceKind kind, DiagnosticList &diagnostics,
                 std::string &out, Workers &workers, const LineSet &kept = {});

/// Appends the tree `module` to `out` in canonical layout, as the other function does its source.
/// The module must be complete (`Module::isComplete`).
void printLayout(const Module &module, std::string &out, const LineSet &kept = {});

} // namespace ptx

#endif // PTX_FORMAT_LAYOUTPRINTER_H
