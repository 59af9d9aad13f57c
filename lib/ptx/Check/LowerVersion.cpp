// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Check/LowerVersion.h"

#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Sema/Module/ModuleChecker.h"
#include "ptx/Sema/Platform/Requirements.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// Whether the module that requires `needed` is accepted with `target` in `version`.
static bool accepts(const Requirements &needed, TargetId target, PtxVersion version) {
  return llvm::any_of(needed.targets, [&](const TargetVersions &each) {
    return each.target == target && llvm::any_of(each.versions, [&](const VersionRange &range) {
             return range.first <= version && version <= range.last;
           });
  });
}

/// The highest version up to `newest` in which the module is accepted with all `targets`.
static std::optional<PtxVersion>
highestVersion(const Requirements &needed, llvm::ArrayRef<TargetId> targets, PtxVersion newest) {
  std::optional<PtxVersion> highest;
  for (PtxVersion version : allVersions())
    if (version <= newest && (!highest || *highest < version) &&
        llvm::all_of(targets, [&](TargetId target) { return accepts(needed, target, version); }))
      highest = version;
  return highest;
}

void ptx::suggestLowerVersion(const SourceBuffer &source, const CheckOptions &options,
                              const CheckRun &run, CheckedSource &checked) {
  auto isError = [](const Diagnostic &d) { return info(d.id).severity == Severity::Error; };
  const Consumer &consumer = options.sema.consumer;
  if (!consumer || !checked.sema || llvm::count_if(checked.diagnostics.items(), isError) != 1 ||
      llvm::find_if(checked.diagnostics.items(), isError)->id != diag::NewerThanRelease::id)
    return;
  llvm::ArrayRef<TargetId> targets = checked.sema->tables->platform.targets;
  CheckOptions recording = options;
  recording.sema = recordingUses(options.sema);
  recording.lints = false;
  recording.bans.clear();
  GatedUses uses;
  DiagnosticList found =
      runPasses(source, recording, CheckRun{run.workers, run.stats, &uses, nullptr, nullptr});
  std::optional<PtxVersion> version = highestVersion(
      requirementsOf(uses, options.diagnostics.ptxasCompat), targets, consumer.release->version);
  if (targets.empty() || found.hasErrors() || !version)
    return;
  std::vector<Diagnostic> all = checked.diagnostics.take();
  Diagnostic &error = *llvm::find_if(all, isError);
  error.fix(error.range, version->str(),
            "lower the version to `" + version->str() + "`, which has all that the module uses",
            Applicability::Safe);
  for (Diagnostic &d : all)
    checked.diagnostics.add(std::move(d));
}
