// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The reference page of targets: what there is, and what each adds.

#include "ptx/Isa/Forms/Availability.h"
#include "ptx/Isa/Reference/Describe.h"
#include "ptx/Isa/Reference/Words.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

using namespace ptx;

/// The target whose instructions `target` includes: for `sm_90a` or `sm_100f` the one without a
/// suffix, for `sm_100a` `sm_100f`, for others the one before; null for the first.
static const TargetInfo *predecessor(const TargetInfo &target) {
  const TargetInfo *best = nullptr;
  for (const TargetInfo &other : allTargets()) {
    if (other.current != other.id)
      continue;
    bool isBefore = target.variant == TargetVariant::Base
                        ? other.variant == TargetVariant::Base && other.number < target.number
                        : other.number == target.number && other.id < target.id;
    if (isBefore && (!best || other.number > best->number || other.id > best->id))
      best = &other;
  }
  return best;
}

/// The modifiers with which a form requires the step from `before` to `target`: conditions of gates
/// that only `target` passes.
static std::vector<std::string> addedChoices(const FormInfo &form, TargetId before,
                                             TargetId target) {
  std::vector<std::string> choices;
  for (const GateInfo &gate : form.gates())
    if (!gate.closes && !minimumVersion(before, gate.targets) &&
        minimumVersion(target, gate.targets))
      choices.push_back(describeCondition(form, gate.condition));
  return choices;
}

/// The additions of `target` to `before` for one instruction, as one line of a list; empty if there
/// are none.
static std::string addition(const InstructionInfo &instruction, TargetId before, TargetId target) {
  DescriptionRow added;
  std::vector<std::string> choices;
  unsigned number = 0;
  for (const FormInfo &form : allForms()) {
    if (&form.instruction() != &instruction)
      continue;
    ++number;
    if (!firstVersion(form, target))
      continue;
    if (!firstVersion(form, before)) {
      added.forms.push_back(number);
      continue;
    }
    for (std::string &choice : addedChoices(form, before, target))
      if (!choice.empty() && !llvm::is_contained(choices, choice))
        choices.push_back(std::move(choice));
  }
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!added.forms.empty() && added.forms.size() < number)
    os << (added.forms.size() == 1 ? "form " : "forms ") << formNumbers(added);
  if (added.forms.empty() && choices.empty())
    return "";
  for (const std::string &choice : choices)
    os << (text.empty() ? "" : "; ") << choice;
  std::string line = "[`" + instruction.name.str() + "`](" + instruction.section.str() + ".md)";
  return text.empty() ? line : line + ": " + text;
}

/// The `f` targets whose features `target` includes, without itself.
static std::vector<std::string> familyTargets(const TargetInfo &target) {
  std::vector<std::string> names;
  for (const TargetInfo &other : allTargets())
    if (target.family && target.variant != TargetVariant::Base && other.family == target.family &&
        other.variant == TargetVariant::Family && other.number <= target.number &&
        other.current == other.id && other.id != target.id)
      names.push_back("`" + other.name.str() + "`");
  return names;
}

static void printTable(llvm::raw_ostream &os) {
  os << "| target | PTX | newer name | has the features of | bytes of static shared memory |\n"
     << "|---|---|---|---|---|\n";
  for (const TargetInfo &target : allTargets()) {
    os << "| `" << target.name << "` | " << target.since.str() << " | ";
    if (target.current != target.id)
      os << '`' << info(target.current).name << '`';
    os << " | ";
    os << llvm::join(familyTargets(info(target.current)), ", ") << " | " << target.staticShared
       << " |\n";
  }
}

void ptx::printTargets(llvm::raw_ostream &os) {
  os << "# Targets\n\n"
     << "The targets of the PTX ISA manual with the first `.version` that knows them, and below "
        "the "
        "instructions that each adds. [All instructions](index.md)\n\n";
  printTable(os);
  for (const TargetInfo &target : allTargets()) {
    const TargetInfo *before = predecessor(target);
    if (!before || target.current != target.id)
      continue;
    os << "\n## `" << target.name << "`\n\n";
    bool any = false;
    for (llvm::StringRef section : allSections())
      for (const InstructionInfo &instruction : allInstructions()) {
        if (instruction.section != section)
          continue;
        std::string line = addition(instruction, before->id, target.id);
        if (line.empty())
          continue;
        if (!std::exchange(any, true))
          os << "Adds to `" << before->name << "`:\n\n";
        os << "- " << line << '\n';
      }
    if (!any)
      os << "Has the instructions of `" << before->name << "`.\n";
  }
}
