// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Options.h"

#include "ptx/Diagnostics/Catalog.h"

#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <string>

using namespace ptx;

llvm::Error DiagnosticOptions::addWarningFlag(llvm::StringRef flag) {
  if (flag == "error" || flag == "no-error") {
    warningsAreErrors = flag == "error";
    return llvm::Error::success();
  }
  if (flag == "none")
    return addWarningFlag("no-everything");
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

  for (const DiagInfo &rule : allDiagnostics()) {
    if (!rules->covers(rule))
      continue;
    if (rule.isHardError())
      return llvm::createStringError("`-W" + flag + "` changes nothing: `" + rule.name +
                                     "` is an error always");
    Choices &choice = choices[rule.id];
    if (asError)
      choice.error = yes ? Choice::Yes : Choice::No;
    if (!asError || yes)
      choice.enabled = yes ? Choice::Yes : Choice::No;
  }
  return llvm::Error::success();
}

Severity DiagnosticOptions::severity(DiagId id) const {
  const DiagInfo &entry = info(id);
  if (entry.isHardError())
    return Severity::Error;
  Severity severity = entry.severity;
  if (ptxasCompat)
    for (const DiagGroupInfo &group : allDiagnosticGroups())
      if (entry.groups.contains(group.group) && group.underCompat != Severity::Ignored)
        severity = group.underCompat;

  auto chosen = choices.find(id);
  Choices choice = chosen == choices.end() ? Choices{} : chosen->second;
  if (choice.enabled == Choice::No)
    return Severity::Ignored;
  if (choice.error == Choice::Yes)
    return Severity::Error;
  if (choice.enabled == Choice::Yes && severity == Severity::Ignored)
    severity = Severity::Warning;
  if (choice.error == Choice::No && severity == Severity::Error)
    severity = Severity::Warning;
  if (severity != Severity::Warning)
    return severity;
  if (noWarnings)
    return Severity::Ignored;
  return warningsAreErrors && choice.error != Choice::No ? Severity::Error : Severity::Warning;
}
