// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_RULETEXT_H
#define PTX_DRIVER_RULETEXT_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/StringRef.h"

// The text of `--explain` for a rule. Private to lib/ptx/Driver.

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// "off", "note", "warning" or "error".
llvm::StringRef severityText(Severity severity);

/// Writes the page of a rule in Markdown. The severity, groups, message and fix follow the title.
/// The diagnostics follow each example and replace the comments that test the page.
void printRule(llvm::raw_ostream &os, DiagId id);

/// Writes the description of a group, and a table of its rules.
void printGroup(llvm::raw_ostream &os, DiagGroup group);

} // namespace ptx

#endif // PTX_DRIVER_RULETEXT_H
