// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_FRAGMENTS_GUARDS_H
#define PTX_INLINE_FRAGMENTS_GUARDS_H

#include "ptx/Inline/Read/Platforms.h"
#include "ptx/Sema/Platform/Requirements.h"

#include <string>

namespace ptx {

/// The targets that `requirements` allow for a statement.
Platforms platformsOf(const Requirements &requirements);

/// A preprocessor condition that selects exactly the targets `wanted` from those in `among`, such
/// as `__CUDA_ARCH__ >= 900`; empty if it would select all of them, or if there is no short
/// condition. Targets unknown to all compilers of CUDA 12 or newer are ignored.
std::string guardFor(Platforms wanted, Platforms among);

/// The same condition as an argument of `NV_IF_TARGET`; empty if there is no such one.
std::string targetMacroFor(llvm::StringRef guard);

/// The target with the lowest number among `admitted` that is not in `wanted`, if a target below it
/// is excluded: a condition without a lower bound does not mean that the code is for all lower
/// targets.
std::optional<TargetId> lowestWithout(Platforms wanted, Platforms admitted);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_GUARDS_H
