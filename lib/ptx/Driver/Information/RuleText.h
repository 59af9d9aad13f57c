// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_RULETEXT_H
#define PTX_DRIVER_RULETEXT_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/StringRef.h"

// What `--explain` prints of a rule. Private to lib/ptx/Driver.

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// "off", "note", "warning" or "error".
llvm::StringRef severityText(Severity severity);

/// Writes the page of a rule for a reader, in Markdown: after the title its severity, groups,
/// message and fix; below each example what is reported of it, in place of the comments by which
/// the page is tested.
void printRule(llvm::raw_ostream &os, DiagId id);

/// Writes what a group is about, and a table of its rules.
void printGroup(llvm::raw_ostream &os, DiagGroup group);

} // namespace ptx

#endif // PTX_DRIVER_RULETEXT_H
