// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Which functions of two modules belong together. Private to lib/ptx/Diff.

#ifndef PTX_DIFF_FUNCTIONMATCHER_H
#define PTX_DIFF_FUNCTIONMATCHER_H

#include "ptx/Diff/Diff.h"
#include "ptx/Diff/Sequences.h"

namespace ptx {

/// A function of a module: its definition, or its declaration if the module has no other.
struct DiffFunction {
  const SyntaxUnit *unit;
  const Function *function;
  /// Null without a body.
  const CheckedUnit *checked;

  llvm::StringRef name() const { return unit->text(function->name); }
  bool isEntry() const { return unit->isEntry(*function); }
};

/// Pairs of functions, by their indices, in the order of the old ones: those with the same name,
/// then those whose bodies have most lines in common. `bodies` are those of functions whose name
/// the other side does not have. A line that many bodies have says nothing, so that the time is
/// linear.
std::vector<SequencePair> matchFunctions(llvm::ArrayRef<DiffFunction> before,
                                         llvm::ArrayRef<DiffBody> oldBodies,
                                         llvm::ArrayRef<DiffFunction> after,
                                         llvm::ArrayRef<DiffBody> newBodies, uint64_t &steps);

} // namespace ptx

#endif // PTX_DIFF_FUNCTIONMATCHER_H
