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

  /// The fix of `d` that is to be applied, or null. Of alternatives none is.
  const FixIt *fixOf(const Diagnostic &d) const;
};

/// A text to which fixes were applied.
struct FixedText {
  std::string text;
  /// How many fixes were applied.
  uint64_t applied = 0;
};

/// Applies the fixes that `selection` takes of what `check` finds in `source`, and of what it finds
/// then, until there is none left. `check` has to find all that there is, the same each time.
///
/// No fix makes an error: where one leads to an error that was not there before, and that no
/// further fix mends, it is left out. An error of the syntax hides others; when it is fixed, errors
/// of statements that the fixes do not touch may appear.
///
/// The text is checked a bounded number of times, so that with very many fixes of which many are
/// left out some may remain.
FixedText applyFixes(const SourceBuffer &source, const FixSelection &selection,
                     llvm::function_ref<Report(const SourceBuffer &text)> check);

} // namespace ptx

#endif // PTX_CHECK_FIXENGINE_H
