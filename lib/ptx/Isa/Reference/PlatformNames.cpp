// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/PlatformNames.h"

#include "ptx/Isa/Reference/Words.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using llvm::StringRef;

static llvm::Error unknownTarget(StringRef name) {
  std::vector<StringRef> known;
  for (const TargetInfo &target : allTargets())
    known.push_back(target.name);
  // The name may be another spelling of an architecture: `compute_90a`, `90a`.
  std::string asTarget = "sm_" + name.rsplit('_').second.str();
  if (!name.contains('_'))
    asTarget = "sm_" + name.str();
  std::string hint =
      findTarget(asTarget) ? "; did you mean `" + asTarget + "`?" : suggestNames(name, known);
  return llvm::createStringError("unknown target `" + name + "`" + hint);
}

llvm::Expected<TargetId> ptx::readTarget(StringRef name) {
  if (std::optional<TargetId> target = findTarget(name))
    return *target;
  return unknownTarget(name);
}

static llvm::Error unknownVersion(StringRef text) {
  std::string hint;
  if (const ReleaseInfo *release = findRelease(text)) {
    hint = "; CUDA " + text.str() + " supports PTX " + release->version.str();
  } else if (std::optional<PtxVersion> version = parseVersion(text)) {
    // The closest existing version before it, since each major version has a last minor version.
    PtxVersion nearest = allVersions().front();
    for (PtxVersion known : allVersions())
      if (known < *version)
        nearest = known;
    hint = "; did you mean `" + nearest.str() + "`?";
  } else {
    std::vector<std::string> names;
    for (PtxVersion known : allVersions())
      names.push_back(known.str());
    hint = suggestNames(text, std::vector<StringRef>(names.begin(), names.end()));
    if (hint.empty())
      hint = "; expected a version such as 9.2";
  }
  return llvm::createStringError("unknown PTX version `" + text + "`" + hint);
}

llvm::Expected<PtxVersion> ptx::readVersion(StringRef text) {
  std::optional<PtxVersion> version = parseVersion(text);
  if (!version || !llvm::is_contained(allVersions(), *version))
    return unknownVersion(text);
  return *version;
}

llvm::Expected<const ReleaseInfo *> ptx::readRelease(StringRef text) {
  if (const ReleaseInfo *release = findRelease(text))
    return release;
  std::vector<StringRef> names;
  for (const ReleaseInfo &release : allReleases())
    if (!release.cuda.empty())
      names.push_back(release.cuda);
  std::string first = (text + ".0").str();
  std::string hint =
      findRelease(first) ? "; did you mean `" + first + "`?" : suggestNames(text, names);
  if (hint.empty())
    hint = ("; expected one from " + names.front() + " to " + names.back()).str();
  return llvm::createStringError("unknown CUDA release `" + text + "`" + hint);
}

llvm::Expected<const ReleaseInfo *> ptx::readDriver(StringRef text) {
  if (const ReleaseInfo *release = findDriver(text))
    return release;
  return llvm::createStringError("unknown driver `" + text +
                                 "`; expected a version such as 550 or 550.54.14");
}
