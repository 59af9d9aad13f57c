// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_TRULELINES_H
#define PTX_TEST_AGREEMENT_TRULELINES_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx::test {

/// Compares with the T-rules of `folder`: `rules.json`, which has for each rule lines that break it
/// and one that keeps it, `prelude.ptx.in`, the module around a line, and `open.tsv`, the lines
/// that are not as they should be, with the reason.
///
/// A line that breaks rule T059 should get, where it is, a diagnostic that the table of the
/// T-rules names for it; one whose message shows the rule has to end in `(T059)`. A line that keeps
/// its rule should get no diagnostic.
///
/// Prints figures for each class of rules and every line that is not as `open.tsv` says, in either
/// direction. Returns whether there is none.
llvm::Expected<bool> compareTRules(llvm::StringRef folder, llvm::raw_ostream &os);

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_TRULELINES_H
