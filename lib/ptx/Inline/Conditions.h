// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The conditions of `#if` lines. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_CONDITIONS_H
#define PTX_INLINE_CONDITIONS_H

#include "ptx/Inline/AsmStatements.h"
#include "ptx/Inline/CppTokens.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// What a condition tells of the code that it guards.
struct Condition {
  ArchitectureRange architectures;
  /// Whether the code is for a host, or a processor of another vendor.
  bool isForOthers = false;
  /// Whether it is `0`.
  bool isNever = false;
  /// Whether it compares `__CUDA_ARCH__` and does nothing else, so that its opposite is known.
  bool isPlain = false;

  /// What the branches after it can rely on.
  Condition opposite() const;
};

/// Reads the condition of an `#if` or `#elif`, or, with `isName`, the name of an `#ifdef`.
Condition readCondition(llvm::StringRef source, llvm::ArrayRef<CppToken> tokens, bool isName);

/// The architectures of both.
ArchitectureRange common(ArchitectureRange a, ArchitectureRange b);

} // namespace ptx

#endif // PTX_INLINE_CONDITIONS_H
