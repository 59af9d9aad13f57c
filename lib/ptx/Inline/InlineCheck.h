// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_INLINECHECK_H
#define PTX_INLINE_INLINECHECK_H

#include "ptx/Check/Check.h"
#include "ptx/Inline/Read/AsmStatements.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace ptx {

/// The number of `asm` statements, and how they were handled.
struct InlineCounts {
  uint64_t found = 0;
  uint64_t checked = 0;
  /// Of the checked statements: those with unknown parts.
  uint64_t withHoles = 0;
  /// The modules in strings, which are no statements.
  uint64_t modules = 0;

  // Not checked:
  uint64_t empty = 0;      ///< the template has no PTX statement
  uint64_t foreign = 0;    ///< the assembly of another processor
  uint64_t disabled = 0;   ///< in `#if 0`, or in code for none of the targets
  uint64_t unreadable = 0; ///< the source could not be parsed
  uint64_t unbalanced = 0; ///< braces open here and close elsewhere

  void add(const InlineCounts &other);
  void print(llvm::raw_ostream &os) const;
};

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
