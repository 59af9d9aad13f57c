// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_PLATFORM_TARGETS_H
#define PTX_ISA_PLATFORM_TARGETS_H

#include "ptx/Isa/Names.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>

namespace ptx {

/// A `.version` of PTX. (Manual 11.1.1)
struct PtxVersion {
  uint8_t major = 1;
  uint8_t minor = 0;

  /// The text `9.2`.
  std::string str() const;

  friend constexpr auto operator<=>(const PtxVersion &, const PtxVersion &) = default;
};

/// All versions of PTX, in ascending order. (Manual 13, release notes)
llvm::SmallVector<PtxVersion> allVersions();

/// Parses a version such as `9.2`, which need not exist; none if `text` is not a version.
std::optional<PtxVersion> parseVersion(llvm::StringRef text);

/// The suffix of a target: none, `a`, `f`. (Manual 11.1.2)
enum class TargetVariant : uint8_t { Base, Architecture, Family };

/// The record of a target.
struct TargetInfo {
  TargetId id;
  llvm::StringLiteral name;
  /// The first `.version` that supports it.
  PtxVersion since;
  /// The first `.version` at which `ptxas` accepts the target, in releases before number
  /// `takenUntil`. It differs from the manual; later releases agree with the manual.
  PtxVersion taken;
  uint8_t takenUntil;
  /// 90 of `sm_90a`.
  uint16_t number;
  TargetVariant variant;
  /// Targets with the same number, which is not 0, are of one family. (Manual table 58)
  uint8_t family;
  /// The target's newer name, else the target itself: `sm_110a` for `sm_101a`.
  TargetId current;
  /// The limit of static shared memory of an entry, in bytes.
  uint32_t staticShared;
  /// The maximum numbers of threads and CTAs of a multiprocessor.
  uint16_t threads;
  uint8_t ctas;
};

/// All targets, in the order of `TargetId`.
llvm::ArrayRef<TargetInfo> allTargets();

/// The record of `target`.
const TargetInfo &info(TargetId target);

/// Finds a target by its name, such as `sm_90a`.
std::optional<TargetId> findTarget(llvm::StringRef name);

/// The older name of `target` if `version` has it under that name only: `sm_101a` of `sm_110a`.
std::optional<TargetId> earlierName(TargetId target, PtxVersion version);

/// Whether a module with this `.target` and `.version` has the features of the targets in `set`. It
/// is not checked whether the version supports the target.
bool satisfies(TargetId target, PtxVersion version, TargetSetId set);

/// The first `.version` that supports `target` and at which `target` satisfies `set`; none if there
/// is no such version.
std::optional<PtxVersion> minimumVersion(TargetId target, TargetSetId set);

/// The targets that satisfy `set` at `version` and exist then, in the order of `TargetId`, older
/// names left out.
llvm::SmallVector<TargetId> targetsThatSatisfy(TargetSetId set, PtxVersion version);

} // namespace ptx

#endif // PTX_ISA_PLATFORM_TARGETS_H
