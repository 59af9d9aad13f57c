// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// The conditions of `#if` lines. Private to lib/ptx/Inline.

#ifndef PTX_INLINE_READ_CONDITIONS_H
#define PTX_INLINE_READ_CONDITIONS_H

#include "ptx/Inline/Read/CppTokens.h"
#include "ptx/Inline/Read/Platforms.h"

#include "llvm/ADT/ArrayRef.h"

namespace ptx {

/// The platforms where a condition can be true, and the platforms where it can be false. Both, if
/// it depends on something unknown, such as another macro.
struct Condition {
  Platforms mayHold;
  Platforms mayFail;
  /// Whether it may depend on unknown properties of the target, such as a macro that a project
  /// defines for some targets.
  bool isOpaque = false;
  /// Whether it may depend on the address size of the host.
  bool isAboutAddresses = false;
};

/// Reads a condition as the preprocessor does: that of an `#if` or `#elif`, or the first argument
/// of `NV_IF_TARGET`. A condition that cannot be parsed can be true and false.
Condition readCondition(llvm::StringRef source, llvm::ArrayRef<CppToken> tokens);

/// The condition of an `#ifdef` with the macro `name`.
Condition readDefined(llvm::StringRef name);

} // namespace ptx

#endif // PTX_INLINE_READ_CONDITIONS_H
