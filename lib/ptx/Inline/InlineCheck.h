// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_INLINECHECK_H
#define PTX_INLINE_INLINECHECK_H

#include "ptx/Check/Check.h"
#include "ptx/Inline/InlineCounts.h"
#include "ptx/Inline/Read/AsmStatements.h"

namespace ptx {

/// The version and target requirements of the fragment of a statement.
struct StatementUses {
  /// From the keyword on.
  SourceRange range;
  std::string function;
  GatedUses uses;
};

/// The result of a check of `asm` statements.
struct InlineResult {
  Report report;
  InlineCounts counts;
  /// The requirements of the statements without an error, if the options request them.
  std::vector<StatementUses> uses;
  /// The macros here whose statements are checked in part, once for each statement.
  std::vector<std::string> partlyKnownMacros;
  /// The macros of headers whose statements are checked as a whole where they are used here: the
  /// path of the header and the name.
  std::vector<std::pair<std::string, std::string>> expandedMacros;
};

/// Checks the PTX in `statements` of `source`, and returns the diagnostics, with ranges in
/// `source`. `options.sema` has the targets and the version; without targets, features that no
/// target supports are errors. `options.kind` and `options.split` are ignored. `cache`, which may
/// be null, is the cache of the previous text; it is not used if uses are recorded.
InlineResult checkInline(const SourceBuffer &source, std::vector<AsmStatement> statements,
                         const CheckOptions &options, const CheckRun &run,
                         AsmCache *cache = nullptr);

} // namespace ptx

#endif // PTX_INLINE_INLINECHECK_H
