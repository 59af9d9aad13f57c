// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DRIVER_INFORMATION_RULELIST_H
#define PTX_DRIVER_INFORMATION_RULELIST_H

#include "ptx/Diagnostics/Writers/Renderer.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// Writes a table of all rules: code, name, severity, groups, and message. The formats `Json` and
/// `Jsonl` contain the records of docs/output-formats.schema.json.
void listRules(llvm::raw_ostream &os, OutputFormat format = OutputFormat::Text);

/// Writes, in Markdown, the page of the rule with this name or code. For a group: the list of its
/// rules. For a T-rule, such as `T059`: its entry in the table and the pages of its diagnostics.
/// For a message or a number of `ptxas`, such as `Arguments mismatch for instruction 'add'` or
/// `C7508`: the corresponding rules. Fails with a message for the user if there is no such rule.
llvm::Error explainRule(llvm::raw_ostream &os, llvm::StringRef nameOrCode);

/// Writes each line of the output of `ptxas`, `nvcc` or the driver, and below it the rules that
/// correspond to it.
void explainLog(llvm::raw_ostream &os, llvm::StringRef log);

} // namespace ptx

#endif // PTX_DRIVER_INFORMATION_RULELIST_H
