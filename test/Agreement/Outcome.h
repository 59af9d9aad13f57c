// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_TEST_AGREEMENT_OUTCOME_H
#define PTX_TEST_AGREEMENT_OUTCOME_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Support/SourceBuffer.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <string>

namespace ptx::test {

/// The first error that ptxkit reports, in the order of the source.
struct FirstError {
  DiagId rule;
  unsigned line;
  std::string message;
  /// Its range and those of its notes.
  llvm::SmallVector<SourceRange, 4> ranges;
  /// Whether all errors are of the group `beyond-ptxas`, whose members find on purpose what
  /// `ptxas` does not look at.
  bool beyondPtxas;
};

/// What ptxkit says of one source.
struct Outcome {
  std::optional<FirstError> error;
  /// Whether there is a warning of the group `ptxas-rejects`.
  bool warnsOfPtxas = false;

  bool rejected() const { return error.has_value(); }
};

/// Checks `source` as `ptx-check` does, with default settings or under `--ptxas-compat`.
Outcome check(const SourceBuffer &source, bool ptxasCompat);

/// The rule and the message of `error` on one line.
std::string describe(const FirstError &error);

} // namespace ptx::test

#endif // PTX_TEST_AGREEMENT_OUTCOME_H
