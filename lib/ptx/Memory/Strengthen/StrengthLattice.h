// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_STRENGTHEN_STRENGTHLATTICE_H
#define PTX_MEMORY_STRENGTHEN_STRENGTHLATTICE_H

#include "ptx/Memory/Strengthen/Strengthen.h"

namespace ptx {

/// The positions in `test` that can be changed, each with its choices. Weaker choices precede
/// stronger ones, and the last is stronger than all others. Changes of instructions precede fences.
/// A scope is included only if it contains more threads of the test than the next narrower one.
std::vector<std::vector<LitmusChange>> changesOf(const LitmusTest &test);

/// Whether `a` equals `b`, or differs only by a weaker semantics or scope.
bool isAtMost(const LitmusChange &a, const LitmusChange &b);

/// The sort key of changes: fewer changes first, then changes of instructions, narrower scopes and
/// weaker semantics, then position.
std::vector<unsigned> rankOf(llvm::ArrayRef<LitmusChange> changes);

} // namespace ptx

#endif // PTX_MEMORY_STRENGTHEN_STRENGTHLATTICE_H
