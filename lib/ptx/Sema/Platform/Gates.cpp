// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Platform/Gates.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Isa/Reference/Words.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

namespace {

/// Keeps the most severe of the failures of one instruction. It is an error if `ptxas` checks any.
class MostSevere {
public:
  explicit MostSevere(const Platform &platform) : platform(platform) {}

  void check(const FeatureGate &gate);
  GateFailures take();

private:
  struct VersionFailure {
    PtxVersion needed;
    GateFailure failure;
  };
  struct TargetFailure {
    size_t passing;
    GateFailure failure;
  };

  void checkClosed(const FeatureGate &gate);
  std::optional<TargetId> nextTarget(const FeatureGate &gate,
                                     llvm::ArrayRef<TargetId> lacking) const;
  void addVersion(const FeatureGate &gate, PtxVersion needed, llvm::ArrayRef<TargetId> targets);

  /// Whether `ptxas` of the release that must accept the module checks the gate.
  bool isChecked(const FeatureGate &gate) const {
    return !gate.ptxasIgnores && platform.release() >= gate.ptxasFrom;
  }

  const Platform &platform;
  std::optional<VersionFailure> version;
  std::optional<TargetFailure> target;
  bool versionIsChecked = false;
  bool targetIsChecked = false;
  GateFailures others;
};

} // namespace

std::string ptx::targetList(llvm::ArrayRef<TargetId> targets) {
  std::vector<std::string> names;
  for (TargetId id : targets)
    names.push_back("`" + info(id).name.str() + "`");
  return listText(names, "and");
}

/// The first version in which a target has the features of `set`.
static std::optional<PtxVersion> firstVersion(TargetSetId set) {
  std::optional<PtxVersion> first;
  for (const TargetInfo &target : allTargets())
    if (std::optional<PtxVersion> since = minimumVersion(target.id, set);
        since && (!first || *since < *first))
      first = since;
  return first;
}

/// Newer than any version, for queries that include future versions.
static constexpr PtxVersion latest{255, 255};

bool ptx::isEarlyAccess(PtxVersion declared, PtxVersion needed) {
  return declared == PtxVersion{5, 1} && needed == PtxVersion{6, 0};
}

void MostSevere::addVersion(const FeatureGate &gate, PtxVersion needed,
                            llvm::ArrayRef<TargetId> targets) {
  versionIsChecked |= isChecked(gate) && !isEarlyAccess(platform.version, needed);
  if (version && version->needed >= needed)
    return;
  std::string text = "PTX " + needed.str();
  if (!targets.empty())
    text += " for " + targetList(targets);
  version = {needed,
             {diag::UncheckedVersion::id, gate.feature, std::move(text),
              llvm::SmallVector<TargetId, 1>(targets), "", std::nullopt, needed}};
}

/// The first target that has the feature that the module's only target lacks, if newer targets have
/// it as well; otherwise the variant of this target that has it, preferably the variant for a
/// family.
std::optional<TargetId> MostSevere::nextTarget(const FeatureGate &gate,
                                               llvm::ArrayRef<TargetId> lacking) const {
  if (platform.targets.size() != 1)
    return std::nullopt;
  const TargetInfo &own = info(lacking.front());
  const TargetInfo *next = nullptr, *variant = nullptr;
  for (TargetId id : targetsThatSatisfy(gate.targets, std::max(platform.version, gate.version))) {
    const TargetInfo &target = info(id);
    if (!platform.isRead(*minimumVersion(id, gate.targets)))
      continue;
    if (target.variant == TargetVariant::Base && target.number > own.number &&
        (!next || target.number < next->number))
      next = &target;
    if (target.number == own.number && (!variant || target.variant == TargetVariant::Family))
      variant = &target;
  }
  const TargetInfo *best = next ? next : variant;
  return best ? std::optional(best->id) : std::nullopt;
}

void MostSevere::check(const FeatureGate &gate) {
  if (gate.closes)
    return checkClosed(gate);
  // If the version is too low for every target, no target helps.
  if (platform.version < gate.version)
    addVersion(gate, gate.version, {});
  if (gate.targets == TargetSetId::DoublePrecision && platform.mapF64ToF32)
    return;
  llvm::SmallVector<TargetId, 1> lacking, waiting;
  PtxVersion needed;
  for (TargetId id : platform.targets) {
    if (satisfies(id, platform.version, gate.targets))
      continue;
    std::optional<PtxVersion> first = minimumVersion(id, gate.targets);
    if (!first) {
      lacking.push_back(id);
      continue;
    }
    // Among targets that require a later version, the last ones count.
    PtxVersion since = std::max(*first, gate.version);
    if (since > needed)
      waiting.clear();
    needed = std::max(needed, since);
    if (since == needed)
      waiting.push_back(id);
  }
  if (!waiting.empty())
    addVersion(gate, needed, waiting);
  if (lacking.empty())
    return;
  targetIsChecked |= isChecked(gate);
  size_t passing = targetsThatSatisfy(gate.targets, latest).size();
  if (target && target->passing <= passing)
    return;
  target = {passing,
            {diag::UncheckedTarget::id, gate.feature,
             describeTargets(gate.targets, std::max(platform.version, gate.version)), lacking, "",
             std::nullopt, firstVersion(gate.targets), nextTarget(gate, lacking)}};
}

void MostSevere::checkClosed(const FeatureGate &gate) {
  if (platform.version < gate.version)
    return;
  llvm::SmallVector<TargetId, 1> lacking;
  for (TargetId id : platform.targets)
    if (satisfies(id, platform.version, gate.targets))
      lacking.push_back(id);
  if (!lacking.empty())
    others.push_back({diag::RetiredFeature::id, gate.feature, gate.closedText(), lacking});
}

GateFailures MostSevere::take() {
  GateFailures failures = std::move(others);
  if (version) {
    if (versionIsChecked)
      version->failure.id = diag::RequiresVersion::id;
    failures.push_back(std::move(version->failure));
  }
  if (target) {
    if (targetIsChecked)
      target->failure.id = diag::RequiresTarget::id;
    failures.push_back(std::move(target->failure));
  }
  return failures;
}

GateFailures ptx::unmet(llvm::ArrayRef<FeatureGate> required, const Platform &platform) {
  MostSevere mostSevere(platform);
  for (const FeatureGate &gate : required)
    mostSevere.check(gate);
  return mostSevere.take();
}

PlatformGates::PlatformGates(const Platform &platform, bool known)
    : platform(platform), known(known), registers(allSpecialRegisters().size()),
      features(allFeatures().size()) {}

bool GateReport::use(const FeatureGates &required, SourceRange where) {
  if (recordsUses)
    uses.add({required}, where);
  return !gates.known || add(unmet(required, gates.platform), where);
}

bool GateReport::add(llvm::ArrayRef<GateFailure> failures, SourceRange where) {
  bool passed = true;
  for (const GateFailure &failure : failures) {
    add(failure, where);
    passed &= info(failure.id).severity != Severity::Error;
  }
  return passed;
}

void GateReport::add(const GateFailure &failure, SourceRange where) {
  Places &places =
      causes[{static_cast<uint32_t>(failure.id), failure.feature + '\n' + failure.needed}];
  if (places.count == 0)
    places.failure = failure;
  places.add(where, entry);
}

void GateReport::Places::add(SourceRange where, llvm::StringRef of) {
  if (count == 0 || where.begin < first.begin) {
    second = first;
    first = where;
    entry = of;
  } else if (count == 1 || where.begin < second.begin) {
    second = where;
  }
  ++count;
}

void GateReport::append(GateReport &&other) {
  uses.append(std::move(other.uses));
  for (auto &[key, places] : other.causes) {
    auto [entry, isNew] = causes.try_emplace(key, places);
    if (isNew)
      continue;
    Places &known = entry->second;
    uint32_t count = known.count + places.count;
    known.add(places.first, places.entry);
    if (places.count > 1)
      known.add(places.second, places.entry);
    known.count = count;
  }
}

std::string ptx::describeVersion(const Platform &platform) {
  return (platform.versionIsDeclared ? "the module declares PTX " : "the check is for PTX ") +
         platform.version.str();
}

/// Describes the targets of the check: those that lack the feature and those that support it.
static std::string describeTargets(const Platform &platform, llvm::ArrayRef<TargetId> lacking) {
  if (platform.targetIsDeclared)
    return "the module targets " + targetList(lacking);
  llvm::SmallVector<TargetId> having;
  for (TargetId id : platform.targets)
    if (!llvm::is_contained(lacking, id))
      having.push_back(id);
  std::string text = "the check is for " + targetList(lacking);
  if (!having.empty())
    text += ", and " + targetList(having) + (having.size() == 1 ? " has it" : " have it");
  return text;
}

/// Adds the name that the only target of a module had in earlier versions: `sm_101a` of `sm_110a`.
static void addEarlierName(const Platform &platform, llvm::ArrayRef<TargetId> targets,
                           SourceRange range, Diagnostic &d) {
  std::optional<TargetId> earlier = earlierName(targets.front(), platform.version);
  if (!earlier || platform.targets.size() != 1 || !platform.targetIsDeclared)
    return;
  std::string name = info(*earlier).name.str();
  d.fix(range, name, "use `" + name + "`, its name before PTX " + info(targets.front()).since.str(),
        Applicability::Unsafe);
}

/// Reports targets that the version does not support, with one message for all that the same
/// version added. (Manual 11.1.2)
static void emitTargets(const Platform &platform, SourceRange range, Diagnostic *versionError,
                        DiagnosticList &diagnostics) {
  std::map<PtxVersion, llvm::SmallVector<TargetId>> newer;
  for (TargetId id : platform.targets) {
    if (info(id).since <= platform.version)
      continue;
    if (firstTaken(id, platform.release()) <= platform.version)
      diagnostics.emit(diag::UncheckedVersion{.range = range,
                                              .feature = info(id).name,
                                              .needed = "PTX " + info(id).since.str(),
                                              .observed = describeVersion(platform)});
    else
      newer[info(id).since].push_back(id);
  }
  for (const auto &[needed, targets] : newer) {
    bool single = targets.size() == 1;
    std::string names = (single ? "target " : "targets ") + targetList(targets);
    if (versionError)
      versionError->note(range,
                         names + (single ? " itself requires PTX " : " themselves require PTX ") +
                             needed.str());
    else if (isEarlyAccess(platform.version, needed))
      diagnostics.emit(diag::UncheckedVersion{.range = range,
                                              .feature = info(targets.front()).name,
                                              .needed = "PTX " + needed.str(),
                                              .observed = describeVersion(platform)});
    else
      addEarlierName(platform, targets, range,
                     diagnostics.emit(diag::TargetRequiresVersion{
                         .range = range,
                         .targets = names + (single ? " requires" : " require"),
                         .needed = needed.str(),
                         .observed = describeVersion(platform)}));
  }
}

/// Emits the diagnostic of `failure` at `range`.
static Diagnostic &emitFailure(const Platform &platform, const GateFailure &failure,
                               SourceRange range, DiagnosticList &diagnostics) {
  auto emit = [&](auto d, llvm::StringRef observed) -> Diagnostic & {
    d.range = range;
    d.feature = failure.feature;
    d.needed = failure.needed;
    d.observed = observed;
    return diagnostics.emit(d);
  };
  std::string version = describeVersion(platform);
  switch (failure.id) {
  case diag::RequiresVersion::id:
    return emit(diag::RequiresVersion{}, version);
  case diag::UncheckedVersion::id:
    return emit(diag::UncheckedVersion{}, version);
  case diag::RequiresTarget::id:
    return emit(diag::RequiresTarget{}, ::describeTargets(platform, failure.targets));
  case diag::UncheckedTarget::id:
    return emit(diag::UncheckedTarget{}, ::describeTargets(platform, failure.targets));
  default:
    diag::RetiredFeature retired{};
    retired.replacement = failure.replacement;
    return emit(retired, version + (platform.targetIsDeclared ? " and targets " : " for ") +
                             targetList(failure.targets));
  }
}

/// Adds a fix that replaces the `.target` of the module by the target that `failure` names.
static void addTargetFix(const ModuleHeader &header, const GateFailure &failure, Diagnostic &d) {
  std::string name = info(*failure.target).name.str();
  bool isVariant = info(*failure.target).number == info(failure.targets.front()).number;
  d.fix(header.targetRange, name,
        (isVariant ? "use the target `" : "raise the target to `") + name + "`",
        Applicability::Unsafe);
}

/// Names the first release that supports the feature, if the consumer is older.
static void addConsumer(const Platform &platform, const GateFailure &failure, SourceRange range,
                        Diagnostic &d) {
  if (failure.version && !platform.isRead(*failure.version))
    d.note(range, platform.consumer.str() + " supports PTX up to " +
                      platform.consumer.release->version.str() + "; PTX " + failure.version->str() +
                      " requires " + releasesFor(*failure.version));
}

void GateReport::emit(const ModuleHeader &header, DiagnosticList &diagnostics) const {
  if (!gates.known)
    return;
  const Platform &platform = gates.platform;
  SourceRange targetRange = platform.targetIsDeclared ? header.targetRange : header.versionRange;
  llvm::DenseSet<uint32_t> lackTarget; // the offsets of such features
  for (const auto &[key, places] : causes)
    if (places.failure.id == diag::RequiresTarget::id)
      lackTarget.insert(places.first.begin);
  const Places *firstVersion = nullptr;
  PtxVersion enough; // for all features that the version lacks
  bool isEnough = true;
  for (const auto &[key, places] : causes) {
    if (places.failure.id != diag::RequiresVersion::id)
      continue;
    if (!firstVersion || places.first.begin < firstVersion->first.begin)
      firstVersion = &places;
    enough = std::max(enough, *places.failure.version);
    // A feature that the target does not support in any version may be a different mistake.
    isEnough &= !lackTarget.contains(places.first.begin);
  }
  if (!firstVersion)
    emitTargets(platform, targetRange, nullptr, diagnostics);
  for (const auto &[key, places] : causes) {
    const GateFailure &failure = places.failure;
    Diagnostic &d = emitFailure(platform, failure, places.first, diagnostics);
    d.entry = places.entry.str();
    bool isTarget =
        failure.id == diag::RequiresTarget::id || failure.id == diag::RetiredFeature::id;
    if (failure.id == diag::RequiresVersion::id && platform.versionIsDeclared) {
      d.note(header.versionRange, "the version is declared here");
      if (platform.isRead(enough))
        d.fix(header.versionRange, enough.str(), "raise the version to `" + enough.str() + "`",
              isEnough ? Applicability::Safe : Applicability::Unsafe);
    } else if (isTarget && platform.targetIsDeclared) {
      d.note(header.targetRange, "the target is declared here");
    }
    addConsumer(platform, failure, places.first, d);
    if (failure.fix)
      d.fixes.push_back(*failure.fix);
    if (failure.id == diag::RequiresTarget::id && platform.targetIsDeclared && failure.target)
      addTargetFix(header, failure, d);
    if (places.count > 1)
      d.note(places.second,
             std::to_string(places.count - 1) +
                 (places.count == 2 ? " more use here" : " more uses, the next here"));
    if (&places == firstVersion)
      emitTargets(platform, targetRange, &d, diagnostics);
  }
}
