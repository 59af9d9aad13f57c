// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SHOW_EXPLAIN_H
#define PTX_MEMORY_SHOW_EXPLAIN_H

#include "ptx/Memory/Model/Witness.h"

namespace ptx {

/// A sentence of an explanation, and the section of the manual that supports it.
struct Explanation {
  std::string text;
  llvm::StringRef section;
  /// 0, or 1 for a reason of the last sentence of depth 0.
  unsigned depth = 0;
};

/// Explains a result. For a forbidden condition: the arrows of the cycle, the reason for each, and
/// the axiom. For an allowed one: the missing synchronization of each pair of threads, and why the
/// values that the reads return contradict no axiom. Empty if there is no execution to explain.
std::vector<Explanation> explainLitmus(const LitmusResult &result);

/// Prints the sentences, one on each line.
void printExplanation(llvm::raw_ostream &os, llvm::ArrayRef<Explanation> sentences);

} // namespace ptx

#endif // PTX_MEMORY_SHOW_EXPLAIN_H
