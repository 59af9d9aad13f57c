// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_SHOW_EXPLAINPARTS_H
#define PTX_MEMORY_SHOW_EXPLAINPARTS_H

#include "ptx/Memory/Show/Reasons.h"

namespace ptx {

/// Explains why an axiom forbids `witness`: each arrow of the cycle, and the contradiction.
void explainCycle(const Reasons &reasons, Axiom axiom, const Witness &witness,
                  std::vector<Explanation> &to);

/// Explains why no axiom forbids an execution.
void explainAllowed(const Reasons &reasons, std::vector<Explanation> &to);

} // namespace ptx

#endif // PTX_MEMORY_SHOW_EXPLAINPARTS_H
