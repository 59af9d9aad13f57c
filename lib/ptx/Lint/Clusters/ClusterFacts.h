// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_LINT_CLUSTERS_CLUSTERFACTS_H
#define PTX_LINT_CLUSTERS_CLUSTERFACTS_H

#include "ptx/Lint/LintContext.h"

#include <optional>
#include <string>

namespace ptx {

/// The number of CTAs of a cluster from `.reqnctapercluster` of the entry; 0 if there is none.
uint64_t clusterSize(const BodyLintContext &context);

/// The address of memory of another CTA, or of several, that the instruction accesses or signals;
/// invalid if there is none.
ExprId remoteAddress(BodyLintContext &context, InstId inst);

/// The CTA with the memory at an address, as shown in messages: "another CTA" or "CTA 0". None
/// unless the address is a result of `mapa` whose rank certainly differs from that of an executing
/// CTA: it is computed from `%cluster_ctarank` by `xor`, `add` or `sub` of a number other than 0,
/// or it is a number and CTAs of other ranks certainly run the instruction.
std::optional<std::string> findPeer(BodyLintContext &context, InstId inst, ExprId address);

/// Whether the instruction can pass information between this CTA and other CTAs.
bool canSynchronizeClusters(BodyLintContext &context, InstId inst);

} // namespace ptx

#endif // PTX_LINT_CLUSTERS_CLUSTERFACTS_H
