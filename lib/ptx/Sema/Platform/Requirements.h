// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_PLATFORM_REQUIREMENTS_H
#define PTX_SEMA_PLATFORM_REQUIREMENTS_H

#include "ptx/Sema/Platform/FeatureGates.h"

#include <optional>

namespace ptx {

/// The versions from `first` to `last`, inclusive.
struct VersionRange {
  PtxVersion first;
  PtxVersion last;

  friend bool operator==(const VersionRange &, const VersionRange &) = default;
};

/// A target that supports a module, in the versions `versions`, in ascending order.
struct TargetVersions {
  TargetId target;
  llvm::SmallVector<VersionRange, 1> versions;
};

/// The versions and targets with which a module is accepted.
struct Requirements {
  /// The targets that support it, in the order of `TargetId`.
  std::vector<TargetVersions> targets;
  /// The indices of uses that together explain all excluded versions and targets, in source order.
  std::vector<uint32_t> reasons;

  /// The lowest version that supports it on some target; none if no target supports it.
  std::optional<PtxVersion> minimum() const;
};

/// The targets and versions, up to `newestVersion`, that support all `uses`; with `ptxasCompat`,
/// only the requirements that `ptxas` checks count. (Manual 11.1)
Requirements requirementsOf(const GatedUses &uses, bool ptxasCompat);

} // namespace ptx

#endif // PTX_SEMA_PLATFORM_REQUIREMENTS_H
