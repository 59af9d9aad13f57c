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
  /// The used feature: an instruction with the relevant modifiers, a special register.
  std::string feature;
  /// The requirement in words.
  std::string needed;
  /// The targets that lack it; empty if the version lacks it for all targets.
  llvm::SmallVector<TargetId, 1> targets;
  /// The replacement of a removed feature, as the end of a message; otherwise empty.
  std::string replacement = {};
  /// An edit that inserts the replacement, if any.
  std::optional<FixIt> fix = {};
  /// The first version that supports it: for all targets of the module if the version lacks it,
  /// for any target if a target does.
  std::optional<PtxVersion> version = {};
  /// A target that supports it and that the consumer knows: the first one after the module's that
  /// is not specific to an architecture or family, else a variant of the module's; only if the
  /// target lacks the feature and there is such a target.
  std::optional<TargetId> target = {};
};

using GateFailures = llvm::SmallVector<GateFailure, 0>;

/// The gates of `required` that `platform` does not satisfy, at most two: the one with the latest
/// version, and the one about targets that the fewest targets satisfy.
GateFailures unmet(llvm::ArrayRef<FeatureGate> required, const Platform &platform);

/// The failed gates on `platform` of an instruction, a special register, or a directive, a type or
/// a kind of declaration.
template <class Used> GateFailures failedGates(const Used &used, const Platform &platform) {
  return unmet(featureGatesOf(used), platform);
}

/// Whether `ptxas` accepts features of version `needed` in a module of version `declared`: features
/// of PTX 6.0 in PTX 5.1.
bool isEarlyAccess(PtxVersion declared, PtxVersion needed);

/// The failed gates of each special register and each feature on a platform. They are computed on
/// first use. Thread-safe.
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

/// The version of `platform` in the words of a message: "the module declares PTX 7.0".
std::string describeVersion(const Platform &platform);

/// Collects the failed gates of a module, or of one body, so that each cause is reported once, for
/// any number of instructions. On request it also collects all requirements of the module.
///
/// Callers call `use` for every feature that not all versions and targets support, regardless of
/// the platform. It checks the gate and records the use for `--requirements`.
class GateReport {
public:
  explicit GateReport(const PlatformGates &gates, bool recordsUses = false)
      : gates(gates), recordsUses(recordsUses) {}

  /// The name of the `.entry` that contains the following additions; empty outside of entries.
  void setEntry(llvm::StringRef name) { entry = name; }

  /// Whether the platform is known, so that gates can fail.
  bool isChecked() const { return gates.known; }

  /// Whether every use is recorded (`--requirements`), not only failing ones.
  bool isRecording() const { return recordsUses; }

  /// The platform of the check.
  const Platform &platform() const { return gates.platform; }

  /// Checks and records the use of a feature, or of a special register, at `where`. Returns whether
  /// the platform supports it, or `ptxas` does not check it.
  bool use(Feature feature, SourceRange where) { return useKnown(feature, where); }
  bool use(SpecialRegister reg, SourceRange where) { return useKnown(reg, where); }

  /// The same for gates that depend on values in the module, such as a number of bytes.
  bool use(const FeatureGates &required, SourceRange where);

  /// The same for an instruction that is known to fail `failures`. `identity` identifies its gates.
  /// The function `waysOf` returns them as a list of `FeatureGates`; it is called when they are
  /// first recorded, or each time if `identity` is null.
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

  /// Emits one diagnostic for each cause, at its first location. Notes show the insufficient
  /// directive. If the version does not have a target, that is a note of the first diagnostic that
  /// requires a later version, or a separate diagnostic.
  void emit(const ModuleHeader &header, DiagnosticList &diagnostics) const;

  const GatedUses &recordedUses() const { return uses; }
  /// Returns the recorded uses and removes them.
  GatedUses takeUses() { return std::move(uses); }

private:
  /// The first two locations of a cause in the source.
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
