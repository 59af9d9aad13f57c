// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Platform/Releases.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// A target that a release drops, or does not have yet.
struct Change {
  size_t release;
  TargetId target;
};

} // namespace

static constexpr ReleaseInfo releases[] = {
#define PTX_RELEASE(cuda, major, minor, driver, target, narrow)                                    \
  {cuda, {major, minor}, driver, TargetId::target, narrow},
#include "ptx/Isa/Releases.inc"
};

static constexpr Change dropped[] = {
#define PTX_DROPPED_TARGET(release, target) {release, TargetId::target},
#include "ptx/Isa/Releases.inc"
};

static constexpr Change lacking[] = {
#define PTX_LACKING_TARGET(release, target) {release, TargetId::target},
#include "ptx/Isa/Releases.inc"
};

static constexpr ReleaseNumber changes[] = {
#define PTX_PTXAS_CHANGE(name, since) since,
#include "ptx/Isa/Releases.inc"
};

bool ptx::knows(ReleaseNumber release, PtxasChange change) {
  return release >= changes[static_cast<size_t>(change)];
}

llvm::ArrayRef<ReleaseInfo> ptx::allReleases() { return releases; }

ReleaseNumber ptx::numberOf(const ReleaseInfo &release) {
  return static_cast<ReleaseNumber>(&release - releases);
}

const ReleaseInfo *ptx::findRelease(StringRef cuda) {
  auto [major, rest] = cuda.split('.');
  std::string name = (major + "." + rest.split('.').first).str();
  const ReleaseInfo *found = llvm::find_if(
      releases, [&](const ReleaseInfo &r) { return !r.cuda.empty() && r.cuda == name; });
  return found == std::end(releases) ? nullptr : found;
}

/// The minimum difference of the numbers of two branches, since 13.0.
static constexpr unsigned stepOfBranches = 5;

const ReleaseInfo *ptx::findDriver(StringRef driver) {
  unsigned number;
  if (driver.split('.').first.getAsInteger(10, number))
    return nullptr;
  const ReleaseInfo *found = nullptr, *newest = nullptr;
  for (const ReleaseInfo &release : releases) {
    if (release.driver)
      newest = &release;
    if (release.driver && release.driver <= number)
      found = &release;
  }
  bool isNewer = found && found == newest && found->driver + stepOfBranches <= number;
  return isNewer ? std::prev(std::end(releases)) : found;
}

const ReleaseInfo *ptx::firstReleaseFor(PtxVersion version) {
  for (const ReleaseInfo &release : releases)
    if (!release.cuda.empty() && release.version >= version)
      return &release;
  return nullptr;
}

const ReleaseInfo *ptx::firstDriverFor(PtxVersion version) {
  for (const ReleaseInfo &release : releases)
    if (release.driver && release.version >= version)
      return &release;
  return nullptr;
}

static const Change *dropOf(TargetId target) {
  const Change *drop = llvm::find_if(dropped, [&](const Change &c) { return c.target == target; });
  return drop == std::end(dropped) ? nullptr : drop;
}

bool ptx::makesCodeFor(const ReleaseInfo &release, TargetId target) {
  size_t index = numberOf(release);
  const Change *drop = dropOf(target);
  return info(target).since <= release.version && !(drop && drop->release <= index) &&
         llvm::none_of(lacking, [&](const Change &change) {
           return change.release == index && change.target == target;
         });
}

const ReleaseInfo *ptx::lastReleaseFor(TargetId target) {
  const Change *drop = dropOf(target);
  return drop ? &releases[drop->release - 1] : nullptr;
}

std::string ptx::releasesFor(PtxVersion version) {
  std::string text;
  if (const ReleaseInfo *release = firstReleaseFor(version))
    text = "CUDA " + release->cuda.str();
  if (const ReleaseInfo *release = firstDriverFor(version))
    text += (text.empty() ? "driver " : " or driver ") + std::to_string(release->driver);
  return text.empty() ? "a release that is newer than all known ones" : text;
}

std::string Consumer::str() const {
  if (!isDriver)
    return "CUDA " + release->cuda.str();
  return "driver " +
         (release->driver ? std::to_string(release->driver) : "of CUDA " + release->cuda.str());
}

PtxVersion ptx::firstTaken(TargetId target, ReleaseNumber release) {
  const TargetInfo &of = info(target);
  return release < of.takenUntil ? of.taken : of.since;
}

std::string ptx::reasonAgainst(TargetId target, TargetId gpu) {
  const TargetInfo &of = info(target), &code = info(gpu);
  // `ptxas` compares the numbers as written, even that of an older name.
  if (of.number > code.number)
    return "cannot run on the older `" + code.name.str() + "`";
  if (of.variant == TargetVariant::Family && of.family != code.family)
    return "runs on targets of its family only, not on `" + code.name.str() + "`";
  if (of.variant == TargetVariant::Architecture && of.current != code.current)
    return "runs on `" + of.name.str() + "` only, not on `" + code.name.str() + "`";
  return "";
}
