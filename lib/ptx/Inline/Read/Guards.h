// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_INLINE_FRAGMENTS_GUARDS_H
#define PTX_INLINE_FRAGMENTS_GUARDS_H

#include "ptx/Inline/Read/Platforms.h"
#include "ptx/Sema/Platform/Requirements.h"

#include <string>

namespace ptx {

/// The targets that `requirements` let a statement have.
Platforms platformsOf(const Requirements &requirements);

/// A condition of the preprocessor that admits, of the targets in `among`, those in `wanted` alone,
/// such as `__CUDA_ARCH__ >= 900`; empty if it admits all of them, or no short one does.
///
/// Targets that no compiler of CUDA 12 or newer knows do not count.
std::string guardFor(Platforms wanted, Platforms among);

/// The target with the lowest number among `admitted` that is not in `wanted`, if a target below it
/// is left out: a condition without a lower bound does not say that the code is for all below it.
std::optional<TargetId> lowestWithout(Platforms wanted, Platforms admitted);

} // namespace ptx

#endif // PTX_INLINE_FRAGMENTS_GUARDS_H
