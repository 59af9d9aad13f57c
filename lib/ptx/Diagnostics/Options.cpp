// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/Options.h"

#include "ptx/Diagnostics/Catalog.h"
#include "ptx/Support/Spelling.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/Twine.h"

#include <algorithm>
#include <string>

using namespace ptx;

/// The rules that `name` represents: one, or the members of a group; none if it is unknown.
static llvm::SmallVector<DiagId> resolve(llvm::StringRef name) {
  llvm::SmallVector<DiagId> ids;
  if (std::optional<DiagId> id = findDiagnostic(name))
    ids.push_back(*id);
  if (std::optional<DiagGroup> group = findDiagnosticGroup(name))
    for (const DiagInfo &entry : allDiagnostics())
      if (entry.group == *group)
        ids.push_back(entry.id);
  return ids;
}

/// The rule or group that flags can change and that is spelled most like `name`; empty if none is
/// near.
static llvm::StringRef nearestName(llvm::StringRef name) {
  NearestSpelling nearest(name);
  for (const DiagInfo &entry : allDiagnostics())
    if (!entry.isHardError())
      nearest.consider(entry.name);
  for (const DiagGroupInfo &entry : allDiagnosticGroups())
    nearest.consider(entry.name);
  return nearest.word();
}

llvm::Error DiagnosticOptions::addWarningFlag(llvm::StringRef flag) {
  if (flag == "error" || flag == "no-error") {
    warningsAreErrors = flag == "error";
    return llvm::Error::success();
  }
  llvm::StringRef name = flag;
  bool yes = !name.consume_front("no-");
  bool asError = name.consume_front("error=");
  llvm::StringRef prefix = flag.drop_back(name.size());

  llvm::SmallVector<DiagId> ids = resolve(name);
  if (ids.empty()) {
    std::string text = ("unknown warning `-W" + flag + "`").str();
    if (llvm::StringRef nearest = nearestName(name); !nearest.empty())
      text += ("; did you mean `-W" + prefix + nearest + "`?").str();
    return llvm::createStringError(text);
  }
  if (info(ids.front()).isHardError())
    return llvm::createStringError("`-W" + flag + "` changes nothing: `" + info(ids.front()).name +
                                   "` is an error always");

  for (DiagId id : ids) {
    Choices &choice = choices[id];
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
      if (group.group == entry.group && group.underCompat != Severity::Ignored)
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
