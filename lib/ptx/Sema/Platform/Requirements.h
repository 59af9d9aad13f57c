// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_PLATFORM_REQUIREMENTS_H
#define PTX_SEMA_PLATFORM_REQUIREMENTS_H

#include "ptx/Sema/Platform/FeatureGates.h"

#include <optional>

namespace ptx {

/// The versions from `first` to `last`, both included.
struct VersionRange {
  PtxVersion first;
  PtxVersion last;

  friend bool operator==(const VersionRange &, const VersionRange &) = default;
};

/// A target that can have a module, at the versions in `versions`, which are in their order.
struct TargetVersions {
  TargetId target;
  llvm::SmallVector<VersionRange, 1> versions;
};

/// What a module has to declare to be accepted.
struct Requirements {
  /// The targets that can have it, in the order of `TargetId`.
  std::vector<TargetVersions> targets;
  /// Of the uses, by index, those that exclude all that is excluded, in the order of the source.
  std::vector<uint32_t> reasons;

  /// The lowest version that has it on some target; none if no target has it.
  std::optional<PtxVersion> minimum() const;
};

/// The targets and versions, up to `newestVersion`, that have all that is in `uses`; with
/// `ptxasCompat` those that have what `ptxas` checks of it. (Manual 11.1)
Requirements requirementsOf(const GatedUses &uses, bool ptxasCompat);

} // namespace ptx

#endif // PTX_SEMA_PLATFORM_REQUIREMENTS_H
