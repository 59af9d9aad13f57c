// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_CHECK_FIXENGINE_H
#define PTX_CHECK_FIXENGINE_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/Report.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <string>
#include <vector>

namespace ptx {

class SourceBuffer;

/// Which fixes to apply.
struct FixSelection {
  bool unsafeToo = false;
  /// The rules whose findings are fixed; empty means all rules.
  std::vector<RuleName> rules;

  /// The fix of `d` to apply, or null. Alternatives are never applied.
  const FixIt *fixOf(const Diagnostic &d) const;
};

/// A text to which fixes were applied.
struct FixedText {
  std::string text;
  /// How many fixes were applied.
  uint64_t applied = 0;
};

/// Applies the fixes that `selection` chooses from the findings of `check` in `source`, and repeats
/// with the new text until no fix is left. `check` must be deterministic and report all findings.
///
/// No fix introduces an error: a fix is dropped if it causes a new error that no further fix
/// removes. Syntax errors hide others; when one is fixed, errors may appear in statements that the
/// fixes do not change.
///
/// The number of checks is bounded, so with very many fixes, many of them dropped, some may remain.
FixedText applyFixes(const SourceBuffer &source, const FixSelection &selection,
                     llvm::function_ref<Report(const SourceBuffer &text)> check);

} // namespace ptx

#endif // PTX_CHECK_FIXENGINE_H
