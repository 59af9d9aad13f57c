// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SHOW_EXPLAIN_H
#define PTX_MEMORY_SHOW_EXPLAIN_H

#include "ptx/Memory/Model/Witness.h"

namespace ptx {

/// A sentence of an explanation, and the section of the manual that it rests on.
struct Explanation {
  std::string text;
  llvm::StringRef section;
  /// 0, or 1 if it gives a reason of the last sentence of depth 0.
  unsigned depth = 0;
};

/// Why a condition is forbidden: the arrows of the cycle, why each is there, and the axiom. Why it
/// is allowed: for each pair of threads that would have to synchronize, what is missing, and why
/// what each read returns contradicts no axiom. Empty if there is no execution to explain.
std::vector<Explanation> explainLitmus(const LitmusResult &result);

/// The sentences, one a line.
void printExplanation(llvm::raw_ostream &os, llvm::ArrayRef<Explanation> sentences);

} // namespace ptx

#endif // PTX_MEMORY_SHOW_EXPLAIN_H
