// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ptx-evidence-cells reads statements, one a line, and prints for each gate that applies to one
// what to ask `ptxas` about it: a line with the section, the syntax, the condition and the
// version of the gate, a platform that has the statement, one of the version before that lacks the
// gate, one of a target that lacks it (`-`: none), and the statement, separated by tabs. A form
// without gates has one line with an empty condition and the version 1.0. `probe.py` asks. The
// argument is the newest version of PTX that the `ptxas` knows. With --all in place of it the keys
// of all cells are printed.

#include "InstructionText.h"

#include "ptx/Isa/Reference/Evidence.h"
#include "ptx/Isa/Reference/Words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <iostream>
#include <string>

using namespace ptx;
using namespace ptx::test;
using llvm::StringRef;

namespace {

struct Place {
  PtxVersion version;
  TargetId target;

  std::string str() const { return version.str() + " " + info(target).name.str(); }
};

} // namespace

/// The newest version that is asked about.
static PtxVersion newestProbed;

/// The targets of which `ptxas` reads modules, in the order of their numbers.
static std::vector<TargetId> probedTargets() {
  std::vector<TargetId> targets;
  for (const TargetInfo &target : allTargets())
    if (target.number >= 20 && target.number != 21 && target.since <= newestProbed &&
        target.current == target.id)
      targets.push_back(target.id);
  return targets;
}

static std::vector<PtxVersion> probedVersions() {
  std::vector<PtxVersion> versions;
  for (PtxVersion version : allVersions())
    if (version <= newestProbed && version != PtxVersion{5, 1})
      versions.push_back(version);
  return versions;
}

using Gates = llvm::ArrayRef<const GateInfo *>;

/// Whether all `gates` but `without` admit the place.
static bool pass(Gates gates, const Place &place, const GateInfo *without = nullptr) {
  return info(place.target).taken <= place.version &&
         llvm::all_of(gates, [&](const GateInfo *gate) {
           return gate == without || gate->ptxasIgnores ||
                  gate->admits(place.target, place.version);
         });
}

/// Whether `gate` alone keeps a place from having the statement.
static bool isKeptBy(const GateInfo *gate, Gates gates, const Place &place) {
  return pass(gates, place, gate) && !gate->admits(place.target, place.version);
}

/// The first place at which all gates admit the statement, and the one of the version before if
/// `gate` alone keeps it from there.
static std::pair<std::optional<Place>, std::optional<Place>> versionStep(const GateInfo *gate,
                                                                         Gates gates) {
  std::optional<Place> any;
  for (TargetId target : probedTargets()) {
    std::optional<Place> before;
    for (PtxVersion version : probedVersions()) {
      Place place{version, target};
      bool has = pass(gates, place) && (!gate || gate->admits(target, version));
      // A gate that closes keeps the later version from it.
      if (gate && gate->closes && before && isKeptBy(gate, gates, place))
        return {before, place};
      if (has && !any)
        any = place;
      if (has && gate && !gate->closes) {
        if (before && isKeptBy(gate, gates, *before))
          return {place, before};
        break;
      }
      before = gate && gate->closes && !has ? std::nullopt : std::optional(place);
    }
  }
  return {any, std::nullopt};
}

/// A place that only lacks the gate's target: of the last one before `having` if there is one.
static std::optional<Place> targetStep(const GateInfo *gate, Gates gates, const Place &having) {
  std::optional<Place> found;
  for (TargetId target : probedTargets())
    for (PtxVersion version : {newestProbed, having.version})
      if (Place place{version, target}; isKeptBy(gate, gates, place) && !gate->closes &&
                                        !minimumVersion(target, gate->targets) &&
                                        (!found || target < having.target))
        found = place;
  return found;
}

/// The key of a row: section, syntax, condition, version.
static void printKey(const FormInfo &form, const GateInfo *gate) {
  llvm::outs() << form.instruction().section << '\t' << form.syntax << '\t'
               << (gate ? describeCondition(form, gate->condition) : "") << '\t'
               << (gate ? gate->version : PtxVersion{}).str();
}

static void printCell(const InstrView &view, const GateInfo *gate, Gates gates, StringRef line) {
  if (!llvm::is_contained(ledgerCells(*view.form), gate))
    return;
  auto [having, before] = versionStep(gate, gates);
  if (!having)
    return;
  std::optional<Place> below = gate ? targetStep(gate, gates, *having) : std::nullopt;
  printKey(*view.form, gate);
  llvm::outs() << '\t' << having->str() << '\t' << (before ? before->str() : "-") << '\t'
               << (below ? below->str() : "-") << '\t' << line << '\n';
}

static void printAllKeys() {
  for (const FormInfo &form : allForms())
    for (const GateInfo *gate : ledgerCells(form)) {
      printKey(form, gate);
      llvm::outs() << '\n';
    }
}

int main(int argc, char **argv) {
  if (argc == 2 && StringRef(argv[1]) == "--all") {
    printAllKeys();
    return 0;
  }
  std::optional<PtxVersion> newest = argc == 2 ? parseVersion(argv[1]) : std::nullopt;
  if (!newest) {
    llvm::errs() << "usage: ptx-evidence-cells VERSION|--all\n";
    return 2;
  }
  newestProbed = *newest;
  for (std::string line; std::getline(std::cin, line);) {
    std::vector<InstructionText> texts = splitInstructions(line);
    if (texts.size() != 1 || !isFinished(texts.front().mnemonic))
      continue;
    // `ptxas` does not say which form it took: what fits several is evidence for each.
    for (const InstrView &view : candidates(texts.front())) {
      llvm::SmallVector<const GateInfo *> gates(gatesOf(view));
      if (gates.empty())
        printCell(view, nullptr, gates, line);
      for (const GateInfo *gate : gates)
        printCell(view, gate, gates, line);
    }
  }
  return 0;
}
