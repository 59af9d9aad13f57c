// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Options.h"

#include "ptx/Diagnostics/Catalogue/Catalog.h"
#include "ptx/Support/NamePatterns.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <string>

using namespace ptx;

llvm::Error DiagnosticOptions::addWarningFlag(llvm::StringRef flag,
                                              std::shared_ptr<const NamePatterns> entries) {
  if (flag == "error" || flag == "no-error") {
    flags.push_back({std::nullopt, flag == "error", true, std::move(entries)});
    return llvm::Error::success();
  }
  if (flag == "none")
    return addWarningFlag("no-everything", std::move(entries));
  llvm::StringRef name = flag;
  bool yes = !name.consume_front("no-");
  bool asError = name.consume_front("error=");
  llvm::StringRef prefix = flag.drop_back(name.size());

  std::optional<RuleName> rules = RuleName::find(name);
  if (!rules) {
    std::string text = ("unknown warning `-W" + flag + "`").str();
    if (llvm::StringRef nearest = nearestRuleName(name, /*withErrors=*/false); !nearest.empty())
      text += ("; did you mean `-W" + prefix + nearest + "`?").str();
    return llvm::createStringError(text);
  }
  for (const DiagInfo &rule : allDiagnostics())
    if (rules->covers(rule) && rule.isHardError())
      return llvm::createStringError("`-W" + flag + "` changes nothing: `" + rule.name +
                                     "` is an error always");
  flags.push_back({rules, yes, asError, std::move(entries)});
  return llvm::Error::success();
}

Severity DiagnosticOptions::severity(DiagId id, llvm::StringRef entry) const {
  const DiagInfo &rule = info(id);
  if (rule.isHardError())
    return Severity::Error;
  Severity severity = rule.severity;
  if (ptxasCompat)
    for (const DiagGroupInfo &group : allDiagnosticGroups())
      if (rule.groups.contains(group.group) && group.underCompat != Severity::Ignored)
        severity = group.underCompat;
  if (isFinal && rule.groups.contains(DiagGroup::CodeGeneration))
    severity = Severity::Error;

  std::optional<bool> enabled, error;
  bool warningsAreErrors = false;
  for (const Flag &flag : flags) {
    if (flag.entries && !flag.entries->match(entry))
      continue;
    if (!flag.rules) {
      warningsAreErrors = flag.yes;
      continue;
    }
    if (!flag.rules->covers(rule))
      continue;
    if (flag.asError)
      error = flag.yes;
    if (!flag.asError || flag.yes)
      enabled = flag.yes;
  }
  if (enabled == false)
    return Severity::Ignored;
  if (error == true)
    return Severity::Error;
  if (enabled == true && severity == Severity::Ignored)
    severity = Severity::Warning;
  if (error == false && severity == Severity::Error)
    severity = Severity::Warning;
  if (severity != Severity::Warning)
    return severity;
  if (noWarnings)
    return Severity::Ignored;
  return warningsAreErrors && error != false ? Severity::Error : Severity::Warning;
}

bool DiagnosticOptions::isOn(DiagId id) const {
  // The effect of flags on single entries is not computed: the rule can be on if one of the flags
  // turns it on.
  return severity(id) != Severity::Ignored || llvm::any_of(flags, [&](const Flag &flag) {
           return flag.entries && flag.yes && flag.rules && flag.rules->covers(info(id));
         });
}
