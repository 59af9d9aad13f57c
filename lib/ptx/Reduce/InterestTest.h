// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_REDUCE_INTERESTTEST_H
#define PTX_REDUCE_INTERESTTEST_H

#include "ptx/Diagnostics/Catalogue/Catalog.h"

#include "llvm/ADT/StringRef.h"

namespace ptx {

/// Decides whether a text still has the property that a reduction preserves.
class InterestTest {
public:
  virtual ~InterestTest() = default;

  /// The verdict about `text`. Called from several threads; at most one call at a time has the same
  /// `worker`.
  virtual bool isInteresting(llvm::StringRef text, unsigned worker) const = 0;

  /// Whether a module that must be legal may have errors of the rule `id`, since the reduction is
  /// about this rule.
  virtual bool allowsError(DiagId) const { return false; }
};

} // namespace ptx

#endif // PTX_REDUCE_INTERESTTEST_H
