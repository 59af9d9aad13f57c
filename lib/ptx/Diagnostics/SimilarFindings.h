// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_SIMILARFINDINGS_H
#define PTX_DIAGNOSTICS_SIMILARFINDINGS_H

#include "ptx/Diagnostics/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstddef>
#include <vector>

namespace ptx {

/// Groups similar findings of a report. One mistake in unrolled code causes one finding for each
/// copy, and they differ only in the numbers of registers and labels. The first three of a group
/// are shown, and the others are summarized in a line after the third. Findings are similar if they
/// have rule, severity, entry and function in common, and the arguments of their messages up to the
/// digits of names that begin with a sign (`%r12`, `$L3`), of addresses and of numbers.
class SimilarFindings {
public:
  /// `diagnostics` in the order of the report.
  explicit SimilarFindings(llvm::ArrayRef<Diagnostic> diagnostics);

  /// Whether the diagnostic at `index` is only part of its group's summary line.
  bool isFolded(size_t index) const { return folded[index]; }

  /// The diagnostics summarized in a line after the one at `index`, as indices in order.
  llvm::ArrayRef<size_t> foldedAfter(size_t index) const;

private:
  std::vector<bool> folded;
  /// For each diagnostic, the number of its group.
  std::vector<size_t> groupOf;
  /// For each group, its diagnostics.
  std::vector<std::vector<size_t>> groups;
};

} // namespace ptx

#endif // PTX_DIAGNOSTICS_SIMILARFINDINGS_H
