// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_PROOF_REDUNDANCY_H
#define PTX_PROOF_REDUNDANCY_H

#include "ptx/Proof/Prover.h"

namespace ptx::proof {

/// Finds synchronization without which the proof of a launch holds as well. Each change is proved
/// on its own, with no further assumption, and executed in several orders.
std::vector<ProofRecord::Redundancy> findRedundant(const SourceBuffer &source,
                                                   const CheckedSource &checked,
                                                   const execution::Launch &launch,
                                                   const ProofOptions &options,
                                                   const ProofResult &proof);

} // namespace ptx::proof

#endif // PTX_PROOF_REDUNDANCY_H
