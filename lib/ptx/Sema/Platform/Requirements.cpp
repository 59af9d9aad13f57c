// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Platform/Requirements.h"

#include "ptx/Sema/Platform/Gates.h"
#include "ptx/Sema/Sema.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace ptx;

namespace {

/// All pairs of a target and a version, as numbers.
class Platforms {
public:
  Platforms(bool mapF64ToF32, bool ptxasCompat)
      : mapF64ToF32(mapF64ToF32), ptxasCompat(ptxasCompat) {
    for (PtxVersion version : allVersions())
      if (version <= newestVersion)
        versions.push_back(version);
  }

  /// The pairs for which `accepts` does not hold.
  template <class Accepts> llvm::BitVector excluded(Accepts accepts) const {
    llvm::BitVector pairs(static_cast<unsigned>(allTargets().size() * versions.size()));
    unsigned pair = 0;
    for (const TargetInfo &target : allTargets())
      for (PtxVersion version : versions)
        pairs[pair++] = !accepts(target.id, version);
    return pairs;
  }

  /// The pairs in which the version does not have the target; `ptxas` accepts some targets earlier.
  llvm::BitVector excludedByTarget() const {
    return excluded([&](TargetId target, PtxVersion version) {
      return knows(version, info(target).since) ||
             (ptxasCompat && version >= firstTaken(target, newestRelease));
    });
  }

  llvm::BitVector excludedBy(const GatedUse &use) const {
    return excluded([&](TargetId target, PtxVersion version) {
      return llvm::any_of(use.ways, [&](const FeatureGates &way) {
        return llvm::all_of(way,
                            [&](const FeatureGate &gate) { return meets(target, version, gate); });
      });
    });
  }

  /// For each target, the versions with which it is not in `pairs`.
  std::vector<TargetVersions> outside(const llvm::BitVector &pairs) const;

private:
  bool knows(PtxVersion version, PtxVersion since) const {
    return version >= since || (ptxasCompat && isEarlyAccess(version, since));
  }
  bool meets(TargetId target, PtxVersion version, const FeatureGate &gate) const;

  bool mapF64ToF32;
  bool ptxasCompat;
  llvm::SmallVector<PtxVersion> versions;
};

} // namespace

bool Platforms::meets(TargetId target, PtxVersion version, const FeatureGate &gate) const {
  if (gate.ptxasIgnores && ptxasCompat)
    return true;
  if (gate.closes)
    return version < gate.version || !satisfies(target, version, gate.targets);
  if (!knows(version, gate.version))
    return false;
  if (gate.targets == TargetSetId::DoublePrecision && mapF64ToF32)
    return true;
  std::optional<PtxVersion> first = minimumVersion(target, gate.targets);
  return first && (satisfies(target, version, gate.targets) ||
                   knows(version, std::max(*first, gate.version)));
}

std::vector<TargetVersions> Platforms::outside(const llvm::BitVector &pairs) const {
  std::vector<TargetVersions> result;
  unsigned pair = 0;
  for (const TargetInfo &target : allTargets()) {
    llvm::SmallVector<VersionRange, 1> ranges;
    bool follows = false;
    for (PtxVersion version : versions) {
      bool isExcluded = pairs[pair++];
      if (!isExcluded && follows)
        ranges.back().last = version;
      else if (!isExcluded)
        ranges.push_back({version, version});
      follows = !isExcluded;
    }
    if (!ranges.empty())
      result.push_back({target.id, std::move(ranges)});
  }
  return result;
}

/// A small set of uses that together exclude the same pairs as all uses; `excluded` has the pairs
/// of each use. Greedy: the most severe use first, each later one only if it excludes more.
static std::vector<uint32_t> sufficientNeeds(llvm::ArrayRef<llvm::BitVector> excluded,
                                             llvm::BitVector explained) {
  std::vector<uint32_t> order(excluded.size());
  for (auto [i, index] : llvm::enumerate(order))
    index = static_cast<uint32_t>(i);
  llvm::stable_sort(
      order, [&](uint32_t a, uint32_t b) { return excluded[a].count() > excluded[b].count(); });
  std::vector<uint32_t> reasons;
  for (uint32_t index : order) {
    if (!excluded[index].test(explained)) // only pairs that are not explained yet
      continue;
    explained |= excluded[index];
    reasons.push_back(index);
  }
  llvm::sort(reasons);
  return reasons;
}

Requirements ptx::requirementsOf(const GatedUses &uses, bool ptxasCompat) {
  Platforms platforms(uses.mapF64ToF32, ptxasCompat);
  llvm::BitVector byTarget = platforms.excludedByTarget(), all = byTarget;
  std::vector<llvm::BitVector> excluded;
  for (const GatedUse &use : uses.all()) {
    excluded.push_back(platforms.excludedBy(use));
    all |= excluded.back();
  }
  return {platforms.outside(all), sufficientNeeds(excluded, byTarget)};
}

std::optional<PtxVersion> Requirements::minimum() const {
  std::optional<PtxVersion> minimum;
  for (const TargetVersions &of : targets)
    if (PtxVersion first = of.versions.front().first; !minimum || first < *minimum)
      minimum = first;
  return minimum;
}
