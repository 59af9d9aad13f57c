// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows of lib/ptx/Isa/Platform/Releases.h.

#include "Backends.h"
#include "DiagnosticRecords.h"
#include "IsaRecords.h"
#include "RecordText.h"

#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/Record.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;

namespace ptx {

/// Reports a release that is not in order.
static void checkOrder(const Record &before, const Record &release) {
  auto version = [](const Record &def) {
    return readVersion(def, def.getValueAsString("Version"));
  };
  if (version(release) < version(before))
    report(release, "the release reads an older `.version` than the one before");
  int64_t driver = release.getValueAsInt("Driver");
  if (driver && driver < before.getValueAsInt("Driver"))
    report(release, "the release has an older driver than the one before");
}

/// Writes the changes of a release in the list `field`.
static void emitTargets(raw_ostream &os, const Record &release, size_t index, StringRef field,
                        StringRef macro) {
  for (const Record *target : release.getValueAsListOfDefs(field))
    os << macro << "(" << index << ", " << recordName(target) << ")\n";
}

bool emitReleases(raw_ostream &os, const RecordKeeper &records) {
  emitSourceFileHeader("Releases of CUDA", os);
  auto releases = inSourceOrder(records, "Release");
  const Record *defaultTarget = nullptr;
  bool narrowAddresses = true;
  os << "#ifdef PTX_RELEASE\n";
  const Record *before = nullptr;
  for (const Record *release : releases) {
    if (before)
      checkOrder(*before, *release);
    before = release;
    auto defaults = release->getValueAsListOfDefs("Default");
    if (!defaults.empty())
      defaultTarget = defaults.front();
    if (defaults.size() > 1 || !defaultTarget) {
      report(*release, "a release has one default target");
      return true;
    }
    narrowAddresses &= !release->getValueAsBit("DropsNarrowAddresses");
    Version version = readVersion(*release, release->getValueAsString("Version"));
    quoted(os << "PTX_RELEASE(", release->getValueAsString("Cuda"))
        << ", " << version.major << ", " << version.minor << ", "
        << release->getValueAsInt("Driver") << ", " << recordName(defaultTarget) << ", "
        << (narrowAddresses ? "true" : "false") << ")\n";
  }
  os << "#undef PTX_RELEASE\n#endif\n";
  if (before) {
    Version newest = readVersion(*before, before->getValueAsString("Version"));
    os << "\n#ifdef PTX_NEWEST_VERSION\nPTX_NEWEST_VERSION(" << newest.major << ", " << newest.minor
       << ")\n#undef PTX_NEWEST_VERSION\n#endif\n"
       << "\n#ifdef PTX_NEWEST_RELEASE\nPTX_NEWEST_RELEASE(" << releases.size() - 1
       << ")\n#undef PTX_NEWEST_RELEASE\n#endif\n";
  }
  for (auto [field, macro] : {std::pair<StringRef, StringRef>{"Drops", "PTX_DROPPED_TARGET"},
                              {"Lacks", "PTX_LACKING_TARGET"}}) {
    os << "\n#ifdef " << macro << "\n";
    for (size_t i = 0; i != releases.size(); ++i)
      emitTargets(os, *releases[i], i, field, macro);
    os << "#undef " << macro << "\n#endif\n";
  }
  os << "\n#ifdef PTX_PTXAS_CHANGE\n";
  for (const Record *change : inSourceOrder(records, "PtxasChange")) {
    StringRef cuda = change->getValueAsString("Cuda");
    auto since =
        find_if(releases, [&](const Record *r) { return r->getValueAsString("Cuda") == cuda; });
    if (since == releases.end())
      report(*change, "there is no release `" + cuda + "`");
    os << "PTX_PTXAS_CHANGE(" << recordName(change) << ", " << since - releases.begin() << ")\n";
  }
  os << "#undef PTX_PTXAS_CHANGE\n#endif\n";
  return ErrorsPrinted != 0;
}

} // namespace ptx
