// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_UNROLL_H
#define PTX_MEMORY_MODEL_UNROLL_H

#include "ptx/Memory/LitmusTest.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// A step of a thread with unrolled loops: all branches are forward.
struct UnrolledStep {
  const LitmusStep *step;
  /// Branches: the target, a later step, or one past the last step for the end of the thread. For
  /// cut branches, the first step of the last pass.
  uint32_t target = 0;
  /// Branches: whether it would start one more pass through a loop than the bound allows.
  bool isCut = false;
  /// The number of earlier passes through the enclosing loops.
  uint32_t pass = 0;
};

/// The steps with 1 + `bound` copies of each loop. A result longer than `litmus::mostSteps` is
/// incomplete.
std::vector<UnrolledStep> unroll(llvm::ArrayRef<LitmusStep> steps, unsigned bound);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_UNROLL_H
