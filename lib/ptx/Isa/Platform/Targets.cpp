// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Platform/Targets.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Tables.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace ptx;

std::string PtxVersion::str() const { return std::to_string(major) + "." + std::to_string(minor); }

llvm::SmallVector<PtxVersion> ptx::allVersions() {
  llvm::SmallVector<PtxVersion> versions;
  for (const ReleaseInfo &release : allReleases())
    if (versions.empty() || versions.back() != release.version)
      versions.push_back(release.version);
  return versions;
}

std::optional<PtxVersion> ptx::parseVersion(llvm::StringRef text) {
  auto [major, minor] = text.split('.');
  PtxVersion version;
  if (major.getAsInteger(10, version.major) || minor.getAsInteger(10, version.minor))
    return std::nullopt;
  return version;
}

llvm::ArrayRef<TargetInfo> ptx::allTargets() { return tables::targets(); }

const TargetInfo &ptx::info(TargetId target) {
  return tables::targets()[static_cast<unsigned>(target)];
}

std::optional<TargetId> ptx::findTarget(llvm::StringRef name) {
  static const tables::NameIndex index(tables::targets());
  return index.find(name);
}

/// Whether `target`, in any version, belongs to `member`.
static bool isMeant(const TargetInfo &target, const TargetMember &member) {
  const TargetInfo &of = info(member.target);
  switch (member.kind) {
  case TargetMember::Just:
    return target.id == of.id;
  case TargetMember::FamilyOf:
    return target.family == of.family && target.number >= of.number &&
           target.variant != TargetVariant::Base;
  case TargetMember::AndUp:
    return target.number >= of.number;
  case TargetMember::AndDown:
    return target.number <= of.number;
  }
  return false;
}

/// The first version in which a member of `set` includes `target`.
static std::optional<PtxVersion> versionWithMember(TargetId target, TargetSetId set) {
  const TargetInfo &current = info(info(target).current);
  std::optional<PtxVersion> first;
  for (const TargetMember &member : tables::membersOf(set))
    if (isMeant(current, member) && (!first || member.since < *first))
      first = member.since;
  return first;
}

bool ptx::satisfies(TargetId target, PtxVersion version, TargetSetId set) {
  std::optional<PtxVersion> first = versionWithMember(target, set);
  return first && *first <= version;
}

std::optional<PtxVersion> ptx::minimumVersion(TargetId target, TargetSetId set) {
  std::optional<PtxVersion> first = versionWithMember(target, set);
  if (first)
    first = std::max(*first, info(target).since);
  return first;
}

std::optional<TargetId> ptx::earlierName(TargetId target, PtxVersion version) {
  if (info(target).since > version)
    for (const TargetInfo &earlier : allTargets())
      if (earlier.current == target && earlier.id != target && earlier.since <= version)
        return earlier.id;
  return std::nullopt;
}

llvm::SmallVector<TargetId> ptx::targetsThatSatisfy(TargetSetId set, PtxVersion version) {
  llvm::SmallVector<TargetId> result;
  for (const TargetInfo &target : allTargets()) {
    std::optional<PtxVersion> first = minimumVersion(target.id, set);
    if (target.current == target.id && first && *first <= version)
      result.push_back(target.id);
  }
  return result;
}
