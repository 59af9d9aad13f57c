// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_DIAGNOSTICS_SIMILARFINDINGS_H
#define PTX_DIAGNOSTICS_SIMILARFINDINGS_H

#include "ptx/Diagnostics/Diagnostic.h"

#include "llvm/ADT/ArrayRef.h"

#include <cstddef>
#include <vector>

namespace ptx {

/// Which findings of a report a reader is shown in full. One mistake in code that is unrolled makes
/// one finding for each copy, and they differ in numbers of registers and labels alone: the first
/// three are shown, and the others of the group are told in a line after the third. Findings are
/// similar if they have rule, severity, entry and function in common, and the arguments of their
/// messages up to the digits of names that begin with a sign (`%r12`, `$L3`), of addresses and of
/// numbers.
class SimilarFindings {
public:
  /// `diagnostics` as they are shown.
  explicit SimilarFindings(llvm::ArrayRef<Diagnostic> diagnostics);

  /// Whether the diagnostic at `index` is told by the line of its group.
  bool isFolded(size_t index) const { return folded[index]; }

  /// The diagnostics that are told in a line after the one at `index`, by index, in their order.
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
