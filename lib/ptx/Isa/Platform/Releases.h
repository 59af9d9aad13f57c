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
  /// The newest `.version` that it reads.
  PtxVersion version;
  /// The branch of the driver, such as 550; 0 if none is known.
  uint16_t driver;
  /// The target for which `ptxas` makes code if it is not told one.
  TargetId defaultTarget;
  /// Whether its tools make code for addresses of 32 bits.
  bool narrowAddresses;
};

/// The newest version, which is known in full: that of the last release. A statement list, which
/// declares none, is of it. (Manual 13)
#define PTX_NEWEST_VERSION(major, minor) inline constexpr PtxVersion newestVersion{major, minor};
#include "ptx/Isa/Releases.inc"

/// A place in `allReleases`.
using ReleaseNumber = uint8_t;

/// The last release. What is known of `ptxas` is known of this one, and where earlier ones
/// from 13.0 on differ, the records of instructions say so.
#define PTX_NEWEST_RELEASE(number) inline constexpr ReleaseNumber newestRelease = number;
#include "ptx/Isa/Releases.inc"

/// All releases, in the order of time.
llvm::ArrayRef<ReleaseInfo> allReleases();

/// The release called `cuda`, such as `12.4`; what follows a second dot does not matter. Null if
/// there is none.
const ReleaseInfo *findRelease(llvm::StringRef cuda);

/// The release whose driver is of the branch of `driver`, a version such as 550 or 550.54.14: the
/// last one with a driver that is not newer; for a branch that is later than all that are known the
/// newest one, whose driver is not. Null if `driver` is not a version, or older than all.
const ReleaseInfo *findDriver(llvm::StringRef driver);

/// What the checks of `ptxas` of a release do differently from those before, besides what the
/// records of instructions, features and targets say: see `Releases.td`.
enum class PtxasChange : ReleaseNumber {
#define PTX_PTXAS_CHANGE(name, since) name,
#include "ptx/Isa/Releases.inc"
};

/// Whether `ptxas` of `release` has the change.
bool knows(ReleaseNumber release, PtxasChange change);

/// The place of `release`, which is one of `allReleases`.
ReleaseNumber numberOf(const ReleaseInfo &release);

/// The first release of CUDA that reads PTX of `version`, and the first driver; null if no known
/// one does.
const ReleaseInfo *firstReleaseFor(PtxVersion version);
const ReleaseInfo *firstDriverFor(PtxVersion version);

/// What reads PTX of `version`, in words: "CUDA 12.5 or driver 555".
std::string releasesFor(PtxVersion version);

/// Whether the tools of `release` make code for `target`. Whether they read a module for it is
/// another question: that they do forever.
bool makesCodeFor(const ReleaseInfo &release, TargetId target);

/// The last release that makes code for `target`; null if all after the first one do.
const ReleaseInfo *lastReleaseFor(TargetId target);

/// What has to accept a module: the tools of a release of CUDA, or the driver that came with it.
struct Consumer {
  const ReleaseInfo *release = nullptr;
  bool isDriver = false;

  explicit operator bool() const { return release != nullptr; }
  /// The release whose `ptxas` has to accept the module: the newest if nothing else has to.
  ReleaseNumber ptxas() const { return release ? numberOf(*release) : newestRelease; }
  /// "CUDA 12.4", "driver 550".
  std::string str() const;
};

/// The first `.version` at which `ptxas` of a release accepts `target`.
PtxVersion firstTaken(TargetId target, ReleaseNumber release);

/// Why code for `gpu` cannot be made of a module whose `.target` is `target`, as `ptxas` decides
/// it; empty if it can. (Manual 11.1.2)
///
/// A target without a suffix is fit for itself and all higher ones; one with `f` for those of its
/// family with the same number or a higher one; one with `a` for itself alone.
llvm::StringRef reasonAgainst(TargetId target, TargetId gpu);

} // namespace ptx

#endif // PTX_ISA_PLATFORM_RELEASES_H
