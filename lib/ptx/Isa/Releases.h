// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_RELEASES_H
#define PTX_ISA_RELEASES_H

#include "ptx/Isa/Targets.h"

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

/// All releases, in the order of time.
llvm::ArrayRef<ReleaseInfo> allReleases();

/// The release called `cuda`, such as `12.4`; what follows a second dot does not matter. Null if
/// there is none.
const ReleaseInfo *findRelease(llvm::StringRef cuda);

/// The release whose driver is of the branch of `driver`, a version such as 550 or 550.54.14: the
/// last one with a driver that is not newer; for a branch that is later than all that are known the
/// newest one, whose driver is not. Null if `driver` is not a version, or older than all.
const ReleaseInfo *findDriver(llvm::StringRef driver);

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
  /// "CUDA 12.4", "driver 550".
  std::string str() const;
};

/// Why code for `gpu` cannot be made of a module whose `.target` is `target`, as `ptxas` decides
/// it; empty if it can. (Manual 11.1.2)
///
/// A target without a suffix is fit for itself and all higher ones; one with `f` for those of its
/// family with the same number or a higher one; one with `a` for itself alone.
llvm::StringRef reasonAgainst(TargetId target, TargetId gpu);

} // namespace ptx

#endif // PTX_ISA_RELEASES_H
