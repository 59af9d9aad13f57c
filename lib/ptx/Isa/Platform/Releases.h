// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_PLATFORM_RELEASES_H
#define PTX_ISA_PLATFORM_RELEASES_H

#include "ptx/Isa/Platform/Targets.h"

namespace ptx {

/// A release of CUDA and the driver that came with it. (Manual 13)
struct ReleaseInfo {
  /// "12.4"; empty if no tools were released.
  llvm::StringLiteral cuda;
  /// The newest `.version` that it supports.
  PtxVersion version;
  /// The branch of the driver, such as 550; 0 if none is known.
  uint16_t driver;
  /// The default target of `ptxas`.
  TargetId defaultTarget;
  /// Whether its tools generate code for 32-bit addresses.
  bool narrowAddresses;
};

/// The newest version that is supported in full: that of the last release. It is the version of
/// statement lists, which declare none. (Manual 13)
#define PTX_NEWEST_VERSION(major, minor) inline constexpr PtxVersion newestVersion{major, minor};
#include "ptx/Isa/Releases.inc"

/// An index into `allReleases`.
using ReleaseNumber = uint8_t;

/// The last release. The records describe its `ptxas`, and the differences of earlier releases from
/// 13.0 on.
#define PTX_NEWEST_RELEASE(number) inline constexpr ReleaseNumber newestRelease = number;
#include "ptx/Isa/Releases.inc"

/// All releases in chronological order.
llvm::ArrayRef<ReleaseInfo> allReleases();

/// The release called `cuda`, such as `12.4`; text after a second dot is ignored. Null if there is
/// none.
const ReleaseInfo *findRelease(llvm::StringRef cuda);

/// The last release whose driver is not newer than `driver`, a version such as 550 or 550.54.14.
/// For a branch after all known ones, the newest release, even if its driver is unknown. Null if
/// `driver` is not a version, or is older than all drivers.
const ReleaseInfo *findDriver(llvm::StringRef driver);

/// Changes of the checks of `ptxas` between releases, other than those in the records of
/// instructions, features and targets: see `Releases.td`.
enum class PtxasChange : ReleaseNumber {
#define PTX_PTXAS_CHANGE(name, since) name,
#include "ptx/Isa/Releases.inc"
};

/// Whether `ptxas` of `release` has the change.
bool knows(ReleaseNumber release, PtxasChange change);

/// The index of `release`, which must be one of `allReleases`.
ReleaseNumber numberOf(const ReleaseInfo &release);

/// The first release of CUDA that reads PTX of `version`, and the first driver; null if no known
/// one does.
const ReleaseInfo *firstReleaseFor(PtxVersion version);
const ReleaseInfo *firstDriverFor(PtxVersion version);

/// The first release and driver that support PTX `version`, in words: "CUDA 12.5 or driver 555".
std::string releasesFor(PtxVersion version);

/// Whether the tools of `release` generate code for `target`. They can read modules for it even if
/// they do not.
bool makesCodeFor(const ReleaseInfo &release, TargetId target);

/// The last release that generates code for `target`; null if none has dropped it.
const ReleaseInfo *lastReleaseFor(TargetId target);

/// The consumer of a module: the tools of a CUDA release, or its driver.
struct Consumer {
  const ReleaseInfo *release = nullptr;
  bool isDriver = false;

  explicit operator bool() const { return release != nullptr; }
  /// The release whose `ptxas` must accept the module: the newest if no consumer is given.
  ReleaseNumber ptxas() const { return release ? numberOf(*release) : newestRelease; }
  /// "CUDA 12.4", "driver 550".
  std::string str() const;
};

/// The first `.version` at which `ptxas` of a release accepts `target`.
PtxVersion firstTaken(TargetId target, ReleaseNumber release);

/// The reason why code for `gpu` cannot be generated from a module with `.target` `target`, as
/// decided by `ptxas`: the end of a sentence about the module; empty if it can. (Manual 11.1.2)
///
/// Code for higher GPUs can be generated from a target without a suffix. A target with `f` allows
/// only GPUs of its family, with the same number or a higher one. A target with `a` allows only
/// itself.
std::string reasonAgainst(TargetId target, TargetId gpu);

} // namespace ptx

#endif // PTX_ISA_PLATFORM_RELEASES_H
