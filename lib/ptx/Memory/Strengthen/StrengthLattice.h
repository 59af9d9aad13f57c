// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_STRENGTHEN_STRENGTHLATTICE_H
#define PTX_MEMORY_STRENGTHEN_STRENGTHLATTICE_H

#include "ptx/Memory/Strengthen/Strengthen.h"

namespace ptx {

/// All places where something of `test` can be changed, and to what: weaker choices precede
/// stronger ones, and the last is above all others. Changes of instructions precede fences. Scopes
/// are offered only if they include more threads of the test than the next narrower one.
std::vector<std::vector<LitmusChange>> changesOf(const LitmusTest &test);

/// Whether `a` is `b`, or the same with a semantics or scope that is weaker.
bool isAtMost(const LitmusChange &a, const LitmusChange &b);

/// By which changes are listed: fewer ones first, then those of instructions, with narrower scopes
/// and weaker semantics, then by place.
std::vector<unsigned> rankOf(llvm::ArrayRef<LitmusChange> changes);

} // namespace ptx

#endif // PTX_MEMORY_STRENGTHEN_STRENGTHLATTICE_H
