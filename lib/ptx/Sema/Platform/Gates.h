// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_PLATFORM_GATES_H
#define PTX_SEMA_PLATFORM_GATES_H

#include "ptx/Diagnostics/DiagnosticList.h"
#include "ptx/Sema/Module/ModuleHeader.h"
#include "ptx/Sema/Platform/FeatureGates.h"

#include "llvm/ADT/DenseSet.h"

#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ptx {

/// A feature that the module uses but that its `.version` or a target does not support, or no
/// longer supports. (Manual 11.1)
struct GateFailure {
  DiagId id;
  /// What is used: an instruction with the modifiers that matter, a special register.
  std::string feature;
  /// What it needs, in words.
  std::string needed;
  /// The targets that lack it; empty if the version does, for all.
  llvm::SmallVector<TargetId, 1> targets;
  /// What is to be used in place of what is there no longer, as the end of a message; else empty.
  std::string replacement = {};
  /// An edit that puts the replacement there, if there is one.
  std::optional<FixIt> fix = {};
  /// The first version that has it, if the version lacks it.
  std::optional<PtxVersion> version = {};
  /// The first target after that of the module that has it and is not for one architecture or
  /// family alone, if there is one and the target lacks it.
  std::optional<TargetId> target = {};
};

using GateFailures = llvm::SmallVector<GateFailure, 0>;

/// The gates of `required` that `platform` does not meet, at most two: the one with the latest
/// version, and the one about targets that the fewest targets satisfy.
GateFailures unmet(llvm::ArrayRef<FeatureGate> required, const Platform &platform);

/// What an instruction, a special register, or a directive, a type or a way to declare something
/// lacks on `platform`.
template <class Used> GateFailures failedGates(const Used &used, const Platform &platform) {
  return unmet(featureGatesOf(used), platform);
}

/// Whether `ptxas` lets a module of version `declared` have what came with `needed`: PTX 5.1 has
/// what came with PTX 6.0.
bool isEarlyAccess(PtxVersion declared, PtxVersion needed);

/// The gates that each special register and each feature does not pass on a platform, worked out
/// when they are first asked for, by whatever thread.
class PlatformGates {
public:
  /// `known`: whether the platform has a version and targets. If not, all gates pass.
  PlatformGates(const Platform &platform, bool known);

  llvm::ArrayRef<GateFailure> operator[](SpecialRegister reg) const {
    return failuresOf(reg, registers[static_cast<size_t>(reg)]);
  }
  llvm::ArrayRef<GateFailure> operator[](Feature feature) const {
    return failuresOf(feature, features[static_cast<size_t>(feature)]);
  }

  const Platform &platform;
  const bool known;

private:
  struct Known {
    std::once_flag once;
    GateFailures failures;
  };

  template <class Used> llvm::ArrayRef<GateFailure> failuresOf(Used used, Known &entry) const {
    std::call_once(entry.once, [&] {
      if (known)
        entry.failures = failedGates(used, platform);
    });
    return entry.failures;
  }

  mutable std::vector<Known> registers;
  mutable std::vector<Known> features;
};

/// "`sm_90a` and `sm_100f`".
std::string targetList(llvm::ArrayRef<TargetId> targets);

/// Which version `platform` is of, as a message says it: "the module declares PTX 7.0".
std::string describeVersion(const Platform &platform);

/// Collects the failed gates of a module, or of one body, so that each cause is reported once,
/// however many instructions share it; and if asked to, all that the module needs.
///
/// Whoever meets something that not all versions and targets have says so with `use`, whatever the
/// platform: that checks the gate and records the use, which `--requirements` shows.
class GateReport {
public:
  explicit GateReport(const PlatformGates &gates, bool recordsUses = false)
      : gates(gates), recordsUses(recordsUses) {}

  /// The name of the `.entry` that what is added from now on belongs to; empty outside.
  void setEntry(llvm::StringRef name) { entry = name; }

  /// Whether the platform is known, so that gates can fail.
  bool isChecked() const { return gates.known; }

  /// Whether every use is recorded (`--requirements`), not only failing ones.
  bool isRecording() const { return recordsUses; }

  /// What the module is checked for.
  const Platform &platform() const { return gates.platform; }

  /// Says that what is at `where` uses a feature, or a special register. Returns whether the
  /// platform has it; what `ptxas` does not check counts as if it had.
  bool use(Feature feature, SourceRange where) { return useKnown(feature, where); }
  bool use(SpecialRegister reg, SourceRange where) { return useKnown(reg, where); }

  /// The same for gates that depend on values in the module, such as a number of bytes.
  bool use(const FeatureGates &required, SourceRange where);

  /// The same for an instruction that is known to fail `failures`. `identity` identifies its
  /// gates, which `waysOf`, a function that returns a list of `FeatureGates`, computes when it is
  /// recorded first; with null they are computed each time.
  template <class WaysOf>
  bool use(llvm::ArrayRef<GateFailure> failures, const void *identity, WaysOf waysOf,
           SourceRange where) {
    if (recordsUses && (!identity || recorded.insert(identity).second))
      uses.add(waysOf(), where);
    return !gates.known || add(failures, where);
  }

  /// Whether nothing was added.
  bool isEmpty() const { return causes.empty() && uses.all().empty(); }

  /// Adds the failures of `other`.
  void append(GateReport &&other);

  /// Emits one diagnostic for each cause, at its first place. Notes show the directive that is not
  /// enough. That the version does not know a target is a note of the first that asks for a later
  /// version, or a diagnostic of its own.
  void emit(const ModuleHeader &header, DiagnosticList &diagnostics) const;

  const GatedUses &recordedUses() const { return uses; }
  /// Hands over what was recorded.
  GatedUses takeUses() { return std::move(uses); }

private:
  /// Where a cause was met: the two places that come first in the source.
  struct Places {
    void add(SourceRange where, llvm::StringRef of);

    GateFailure failure;
    SourceRange first;
    SourceRange second;
    llvm::StringRef entry; ///< of the first
    uint32_t count = 0;
  };

  template <class Used> bool useKnown(Used used, SourceRange where) {
    if (recordsUses)
      uses.add({featureGatesOf(used)}, where);
    return add(gates[used], where);
  }

  bool add(llvm::ArrayRef<GateFailure> failures, SourceRange where);
  void add(const GateFailure &failure, SourceRange where);

  const PlatformGates &gates;
  bool recordsUses;
  GatedUses uses;
  llvm::DenseSet<const void *> recorded;
  llvm::StringRef entry;
  std::map<std::pair<uint32_t, std::string>, Places> causes;
};

} // namespace ptx

#endif // PTX_SEMA_PLATFORM_GATES_H
