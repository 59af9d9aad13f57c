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

/// How many `asm` statements there were, and what was done with them.
struct InlineCounts {
  uint64_t found = 0;
  uint64_t checked = 0;
  /// Of those checked: parts of which are not known.
  uint64_t withHoles = 0;

  // Not checked:
  uint64_t empty = 0;      ///< the template has no PTX statement
  uint64_t foreign = 0;    ///< the assembly of another processor
  uint64_t disabled = 0;   ///< in `#if 0`, or in code for none of the targets
  uint64_t unreadable = 0; ///< the source could not be understood
  uint64_t unbalanced = 0; ///< braces open here and close elsewhere

  void add(const InlineCounts &other);
  void print(llvm::raw_ostream &os) const;
};

/// What the fragment of a statement needs of version and target.
struct StatementUses {
  /// From the keyword on.
  SourceRange range;
  std::string function;
  GatedUses uses;
};

/// What a check of `asm` statements found.
struct InlineResult {
  Report report;
  InlineCounts counts;
  /// Of the statements without an error, if the options ask for needs.
  std::vector<StatementUses> uses;
};

/// Checks the PTX in `statements`, which `source` has, and returns what there is to report, with
/// places in `source`.
///
/// `options.sema` says for which targets and version; without targets what no target has is an
/// error. `options.kind` and `options.split` do not matter. `cache`, which may be null, is that of
/// the source as it was; it does not serve where uses are recorded.
InlineResult checkInline(const SourceBuffer &source, std::vector<AsmStatement> statements,
                         const CheckOptions &options, const CheckRun &run,
                         AsmCache *cache = nullptr);

} // namespace ptx

#endif // PTX_INLINE_INLINECHECK_H
