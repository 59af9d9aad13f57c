// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_UNROLL_H
#define PTX_MEMORY_MODEL_UNROLL_H

#include "ptx/Memory/LitmusTest.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// A step of a thread whose loops are unrolled: branches lead forward only.
struct UnrolledStep {
  const LitmusStep *step;
  /// Of a branch: a later step, that after the last for the end of the thread. Of one that is cut:
  /// the step with which the last pass begins.
  uint32_t target = 0;
  /// Of a branch: it would begin one more pass through a loop than the bound allows.
  bool isCut = false;
  /// How many passes through its loops came before this one.
  uint32_t pass = 0;
};

/// The steps with each loop `bound` times more than once. What is longer than `litmus::mostSteps`
/// is not complete.
std::vector<UnrolledStep> unroll(llvm::ArrayRef<LitmusStep> steps, unsigned bound);

} // namespace ptx

#endif // PTX_MEMORY_MODEL_UNROLL_H
