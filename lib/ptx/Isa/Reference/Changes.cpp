// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Reference/Changes.h"
#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Platform/Features.h"
#include "ptx/Isa/Platform/Releases.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/VersionHistory.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Vocabulary/Directives.h"
#include "ptx/Isa/Vocabulary/SpecialRegisters.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace ptx;
using llvm::StringRef;

using Texts = std::vector<std::string>;

/// Adds `text` unless it is already there.
static void addOnce(Texts &texts, std::string text) {
  if (!text.empty() && !llvm::is_contained(texts, text))
    texts.push_back(std::move(text));
}

static const VersionHistory &history() {
  static const VersionHistory instance;
  return instance;
}

//===-- Instructions ------------------------------------------------------------------------===//

/// The targets of `set` that have the gate since `version` and were known before.
static Texts lateTargets(const GateInfo &gate, PtxVersion version) {
  Texts names;
  for (const TargetInfo &target : allTargets()) {
    std::optional<PtxVersion> first = minimumVersion(target.id, gate.targets);
    if (first == version && gate.version < version && target.since < version &&
        target.current == target.id)
      names.push_back(quoted(target.name));
  }
  return names;
}

/// The first version in which a target passes the gate.
static PtxVersion opening(const GateInfo &gate) {
  PtxVersion first{255, 255};
  for (const TargetInfo &target : allTargets())
    if (std::optional<PtxVersion> version = minimumVersion(target.id, gate.targets))
      first = std::min(first, std::max(*version, gate.version));
  return first;
}

/// The targets of the unconditional gates of `form`, in `version`; empty for all targets.
static std::string targetsOf(const FormInfo &form, PtxVersion version) {
  OpenForm open(form);
  llvm::SmallVector<const GateInfo *> gates;
  for (const GateInfo &gate : form.gates()) {
    if (gate.closes || truthOf(open, gate.condition) != Truth::True ||
        llvm::any_of(gates, [&](const GateInfo *other) { return implies(*other, gate); }))
      continue;
    llvm::erase_if(gates, [&](const GateInfo *other) { return implies(gate, *other); });
    gates.push_back(&gate);
  }
  Texts parts;
  for (const GateInfo *gate : gates)
    if (gate->targets != TargetSetId::AllTargets)
      addOnce(parts, describeTargets(gate->targets, version));
  return llvm::join(parts, "; ");
}

/// A line about an addition, and its targets.
static std::string addition(const std::string &what, const std::string &targets) {
  return targets.empty() ? what : what + ": " + targets;
}

/// The addition of `version` to a form by the gate: its choice of modifiers, and the targets; empty
/// if there is none.
static std::string additionBy(const FormInfo &form, const GateInfo &gate, PtxVersion version) {
  std::string choice = describeCondition(form, gate.condition);
  bool isAll = gate.targets == TargetSetId::AllTargets;
  bool isNewForm = history().since(form) == version;
  if (opening(gate) == version && !choice.empty() && !(isAll && isNewForm))
    return addition(choice, isAll ? "" : describeTargets(gate.targets, version));
  if (Texts targets = lateTargets(gate, version); !targets.empty() && !isNewForm)
    return (choice.empty() ? "" : choice + ": ") + "also on " + llvm::join(targets, ", ");
  return "";
}

/// Removes lines that other lines include: the same choice with its targets.
static void dropShorter(Texts &lines) {
  Texts all = lines;
  llvm::erase_if(lines, [&](StringRef line) {
    return llvm::any_of(all,
                        [&](StringRef other) { return other.starts_with((line + ": ").str()); });
  });
}

/// The additions of `version` to an instruction, as lines of a list. Features that only `ptxas` has
/// are omitted.
static Texts additionsTo(const InstructionInfo &instruction, PtxVersion version) {
  Texts forms, choices;
  for (const FormInfo &form : allForms()) {
    if (&form.instruction() != &instruction || form.undocumented || history().since(form) > version)
      continue;
    if (history().since(form) == version)
      addOnce(forms, addition(quoted(form.syntax), targetsOf(form, version)));
    for (const GateInfo &gate : form.gates())
      if (!gate.closes && !gate.undocumented)
        addOnce(choices, additionBy(form, gate, version));
  }
  dropShorter(choices);
  llvm::append_range(forms, choices);
  return forms;
}

/// The removals and deprecations of `version` for an instruction. Features that only `ptxas` had
/// are omitted.
static Texts removalsFrom(const InstructionInfo &instruction, PtxVersion version) {
  Texts lines;
  if (instruction.deprecatedSince == version)
    lines.push_back("deprecated: use " + instruction.replacement.str());
  for (const FormInfo &form : allForms()) {
    if (&form.instruction() != &instruction || form.undocumented)
      continue;
    for (const GateInfo &gate : form.gates()) {
      if (!gate.closes || gate.version != version)
        continue;
      std::string choice = describeCondition(form, gate.condition);
      addOnce(lines, (choice.empty() ? "" : choice + ": ") + "removed" +
                         (gate.targets == TargetSetId::AllTargets
                              ? ""
                              : " for " + describeTargets(gate.targets)));
    }
  }
  return lines;
}

static void printInstruction(llvm::raw_ostream &os, const InstructionInfo &instruction,
                             const Texts &lines, bool isNew) {
  os << "- " << quoted(instruction.name) << " (" << instruction.section << ')';
  if (isNew)
    os << ": " << instruction.summary;
  os << '\n';
  for (const std::string &line : lines)
    os << "    - " << line << '\n';
}

/// A heading that is written before its first line.
static void printHeading(llvm::raw_ostream &os, StringRef &heading) {
  if (!heading.empty())
    os << "\n### " << heading << "\n\n";
  heading = "";
}

static unsigned printInstructions(llvm::raw_ostream &os, PtxVersion version, bool areNew) {
  StringRef heading = areNew ? "New instructions" : "Additions to instructions";
  unsigned count = 0;
  for (StringRef section : allSections())
    for (const InstructionInfo &instruction : allInstructions()) {
      if (instruction.section != section ||
          (history().since(instruction.name) == version) != areNew)
        continue;
      Texts lines = additionsTo(instruction, version);
      if (lines.empty())
        continue;
      ++count;
      printHeading(os, heading);
      printInstruction(os, instruction, lines, areNew);
    }
  return count;
}

//===-- Registers, directives and the rest --------------------------------------------------===//

static void printRegisters(llvm::raw_ostream &os, PtxVersion version) {
  StringRef heading = "Special registers";
  for (const SpecialRegisterInfo &reg : allSpecialRegisters()) {
    if (reg.since != version)
      continue;
    printHeading(os, heading);
    os << "- " << quoted(reg.name) << " (" << sectionOf(reg) << "): " << reg.summary << "; "
       << describeTargets(reg.targets) << '\n';
  }
}

/// Features that are not directives. If `ptxas` and the manual have different versions for one
/// name, that of the manual.
static bool isOtherFeature(const FeatureInfo &feature) {
  if (llvm::any_of(allDirectives(), [&](auto &of) { return of.feature == feature.id; }))
    return false;
  return llvm::none_of(allFeatures(), [&](const FeatureInfo &other) {
    return other.name == feature.name &&
           std::pair(other.since, other.id) > std::pair(feature.since, feature.id);
  });
}

static void printDirectives(llvm::raw_ostream &os, PtxVersion version) {
  StringRef heading = "Directives and declarations";
  for (const DirectiveInfo &directive : allDirectives()) {
    const FeatureInfo &feature = info(directive.feature);
    if (feature.since != version)
      continue;
    printHeading(os, heading);
    os << "- " << quoted(directive.word) << " (" << directive.section << "): " << directive.summary
       << "; " << describeTargets(feature.targets) << '\n';
  }
  for (const FeatureInfo &feature : allFeatures()) {
    if (feature.since != version || !isOtherFeature(feature))
      continue;
    printHeading(os, heading);
    os << "- " << quoted(feature.name) << ": " << describeTargets(feature.targets) << '\n';
  }
}

static void printRemovals(llvm::raw_ostream &os, PtxVersion version) {
  StringRef heading = "Deprecated or removed";
  for (const InstructionInfo *instruction : sortedInstructions())
    if (Texts lines = removalsFrom(*instruction, version); !lines.empty()) {
      printHeading(os, heading);
      printInstruction(os, *instruction, lines, false);
    }
  for (const DirectiveInfo &directive : allDirectives()) {
    bool isRemoved = directive.removed == version;
    if (!isRemoved && directive.deprecatedSince != version)
      continue;
    printHeading(os, heading);
    os << "- " << quoted(directive.word) << ": " << (isRemoved ? "removed" : "deprecated")
       << ": use " << quoted(info(directive.replacement).word) << '\n';
  }
}

//===-- Pages -------------------------------------------------------------------------------===//

static Texts targetsSince(PtxVersion version) {
  Texts names;
  for (const TargetInfo &target : allTargets())
    if (target.since == version)
      names.push_back(quoted(target.name));
  return names;
}

/// "CUDA 12.5, driver 555; CUDA 12.6, driver 560": the releases with this newest version.
static std::string releasesOf(PtxVersion version) {
  Texts parts;
  for (const ReleaseInfo &release : allReleases())
    if (release.version == version && !release.cuda.empty())
      parts.push_back("CUDA " + release.cuda.str() +
                      (release.driver ? ", driver " + std::to_string(release.driver) : ""));
  return llvm::join(parts, "; ");
}

static llvm::SmallVector<PtxVersion> describedVersions() {
  llvm::SmallVector<PtxVersion> versions = allVersions();
  llvm::erase_if(versions, [](PtxVersion version) { return version < firstDescribedVersion; });
  return versions;
}

llvm::SmallVector<unsigned> ptx::majorVersions() {
  llvm::SmallVector<unsigned> majors;
  for (PtxVersion version : describedVersions())
    if (majors.empty() || majors.back() != version.major)
      majors.push_back(version.major);
  return majors;
}

/// The words of `version` for which `isOf` holds.
static Texts wordsOf(PtxVersion version, llvm::function_ref<bool(const ModifierInfo &)> isOf) {
  Texts result;
  for (Modifier word : history().wordsOf(version))
    if (isOf(info(word)))
      result.push_back(quoted("." + info(word).name.str()));
  return result;
}

static void printWords(llvm::raw_ostream &os, StringRef label, const Texts &words) {
  if (!words.empty())
    os << "- " << label << ": " << llvm::join(words, ", ") << '\n';
}

static void printVersion(llvm::raw_ostream &os, PtxVersion version) {
  os << "\n## PTX " << version.str() << "\n\n"
     << "- Came with: " << releasesOf(version) << '\n';
  printWords(os, "Targets", targetsSince(version));
  auto isShape = [](const ModifierInfo &word) { return word.what == "shape"; };
  printWords(os, "Types of instructions",
             wordsOf(version, [](const ModifierInfo &word) { return word.isType; }));
  printWords(os, "Modifiers", wordsOf(version, [&](const ModifierInfo &word) {
               return !word.isType && !isShape(word);
             }));
  Texts shapes = wordsOf(version, isShape);
  // A warpgroup instruction has well over a hundred.
  constexpr size_t manyShapes = 16;
  if (shapes.size() > manyShapes)
    shapes = {std::to_string(shapes.size()) + ", from " + shapes.front() + " to " + shapes.back()};
  printWords(os, "Shapes", shapes);
  printInstructions(os, version, /*areNew=*/true);
  printInstructions(os, version, /*areNew=*/false);
  printRegisters(os, version);
  printDirectives(os, version);
  printRemovals(os, version);
}

void ptx::printChanges(llvm::raw_ostream &os, unsigned major) {
  os << "# What PTX " << major << " added\n\n"
     << "Each version with what it added, by section of the PTX ISA manual. A line with a syntax "
        "is "
        "a new form; one that begins with modifiers is a choice that a form has since then. The "
        "build writes this page from the records of instructions, registers and directives. "
        "[All versions](index.md)\n";
  for (PtxVersion version : describedVersions())
    if (version.major == major)
      printVersion(os, version);
}

void ptx::printChangesIndex(llvm::raw_ostream &os) {
  os << "# What each version of PTX added\n\n"
     << "The build writes these pages from the records of instructions, registers and directives. "
        "`ptx-check --list-instructions --since=9.3` lists the instructions alone.\n\n"
     << "| version | came with | new instructions | additions to instructions | targets |\n"
     << "|---|---|---|---|---|\n";
  llvm::SmallVector<PtxVersion> versions = describedVersions();
  for (PtxVersion version : llvm::reverse(versions)) {
    std::string name = version.str(), anchor = name;
    llvm::erase(anchor, '.');
    llvm::raw_null_ostream none;
    os << "| [" << name << "](" << unsigned(version.major) << ".md#ptx-" << anchor << ") | "
       << releasesOf(version) << " | " << printInstructions(none, version, /*areNew=*/true) << " | "
       << printInstructions(none, version, /*areNew=*/false) << " | "
       << llvm::join(targetsSince(version), ", ") << " |\n";
  }
}
