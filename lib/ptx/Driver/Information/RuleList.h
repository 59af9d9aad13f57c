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

/// Writes a table of all rules: code, name, severity, groups, and message; in the formats `Json`
/// and `Jsonl` the records that docs/output-formats.schema.json describes.
void listRules(llvm::raw_ostream &os, OutputFormat format = OutputFormat::Text);

/// Writes the page of the rule with this name or code, in Markdown; of a group the list of its
/// rules; of a T-rule, such as `T059`, what the table says and the pages of its diagnostics; of a
/// text or a number of `ptxas`, such as `Arguments mismatch for instruction 'add'` or `C7508`, the
/// rules that say the same. Fails with a text for the user if there is no such rule.
llvm::Error explainRule(llvm::raw_ostream &os, llvm::StringRef nameOrCode);

} // namespace ptx

#endif // PTX_DRIVER_INFORMATION_RULELIST_H
