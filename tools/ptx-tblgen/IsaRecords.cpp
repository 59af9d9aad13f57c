// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the records of lib/ptx/Isa.

#include "IsaRecords.h"
#include "DiagnosticRecords.h"
#include "RecordText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Record.h"

#include <iterator>
#include <map>
#include <set>

using namespace llvm;

namespace ptx {

bool Cond::readsOperands() const {
  return (kind >= Operand && kind <= Value) ||
         any_of(of, [](const Cond &c) { return c.readsOperands(); });
}

StringRef operandKinds(const OperandUse &operand) {
  if (operand.suffix)
    return "suffix";
  if (operand.def)
    return operand.def->getValueAsString("Kinds");
  return operand.name == "d" ? "register" : "register immediate";
}

Version readVersion(const Record &def, StringRef text) {
  auto [major, minor] = text.split('.');
  Version version;
  if (major.getAsInteger(10, version.major) || minor.getAsInteger(10, version.minor) ||
      version < Version{1, 0})
    report(def, "`" + text + "` is not a version such as `9.2`");
  else if (auto releases = def.getRecords().getAllDerivedDefinitionsIfDefined("Release");
           !releases.empty() && none_of(releases, [text = text](const Record *release) {
             return release->getValueAsString("Version") == text;
           }))
    report(def, "no release of Releases.td has the version `" + text + "`");
  return version;
}

/// The lists `field` of a form and of its instruction.
static std::vector<const Record *> both(const Record &form, const Record &instruction,
                                        StringRef field) {
  std::vector<const Record *> result = defsOf(form, field);
  append_range(result, defsOf(instruction, field));
  return result;
}

static void readWords(IsaRecords &isa, const RecordKeeper &records) {
  auto add = [&](const Record &def, StringRef text, const Record *modifiers, const Record *type) {
    if (!isa.wordNumbers.try_emplace(text, 0).second)
      report(def, "the word `" + text + "` is there twice");
    isa.words.push_back({text.str(), modifiers, type});
  };
  for (const Record *type : isa.types)
    add(*type, type->getName(), nullptr, type);
  for (const Record *modifiers : inSourceOrder(records, "Modifiers"))
    for (StringRef word : split(modifiers->getValueAsString("Words"), ' '))
      add(*modifiers, word, modifiers, nullptr);
  for (const Record *modifiers : inSourceOrder(records, "Modifiers"))
    for (StringRef word : split(modifiers->getValueAsString("Repeatable"), ' '))
      if (!word.empty() && !is_contained(split(modifiers->getValueAsString("Words"), ' '), word))
        report(*modifiers, "`" + word + "` is none of its words");
  sort(isa.words, [](auto &a, auto &b) { return a.text < b.text; });
  for (auto [number, word] : enumerate(isa.words))
    isa.wordNumbers[word.text] = number + 1;
}

static void checkTargets(const IsaRecords &isa) {
  for (const Record *target : isa.targets) {
    readVersion(*target, target->getValueAsString("First"));
    StringRef number = target->getName();
    number.consume_front("sm_");
    if (!number.consume_back("a"))
      number.consume_back("f");
    if (!all_of(number, isDigit) || number.empty())
      report(*target, "a target is called `sm_` and a number, perhaps with `a` or `f`");
  }
  for (const Record *set : isa.targetSets) {
    if (defsOf(*set, "Members").empty())
      report(*set, "no target can meet an empty set");
    for (const Record *member : defsOf(*set, "Members")) {
      const Record *target = member->getValueAsDef("Of");
      if (readVersion(*set, member->getValueAsString("First")) <
              readVersion(*target, target->getValueAsString("First")) &&
          member->getValueAsString("Kind") != "AndUp" &&
          member->getValueAsString("Kind") != "AndDown" &&
          none_of(isa.targets, [&](const Record *other) {
            auto renamed = defsOf(*other, "RenamedTo");
            return !renamed.empty() && renamed.front() == target;
          }))
        report(*set, "`" + target->getName() + "` did not exist in PTX " +
                         member->getValueAsString("First"));
      if (member->getValueAsString("Kind") == "FamilyOf" &&
          (!target->getName().ends_with("f") || defsOf(*target, "In").empty()))
        report(*set, "`" + target->getName() + "` is not a family-specific target");
    }
  }
}

/// Adds the gates of one list. Gates of an instruction (not `strict`) are added where they are
/// possible.
static void addGates(const IsaRecords &isa, FormRecord &form, const Record &owner, bool strict,
                     std::set<const Record *> &used) {
  for (const Record *gate : defsOf(owner, "Gates")) {
    const Record *condition = gate->getValueAsDef("If");
    GateUse use{resolveCondition(isa, form, *condition, strict),
                readVersion(*form.instruction, gate->getValueAsString("Ptx")),
                gate->getValueAsDef("Targets"),
                gate->getValueAsBit("Closes"),
                strict,
                gate->getValueAsBit("PtxasIgnores"),
                gate->getValueAsBit("Undocumented")};
    if (use.condition.kind == Cond::Never) {
      if (strict)
        report(*form.instruction, "a gate of `" + form.syntax + "` can never apply");
      continue;
    }
    if (strict && use.condition.kind == Cond::Always && condition->getName() != "Always")
      report(*form.instruction, "a gate of `" + form.syntax + "` always applies; say `Since`");
    used.insert(gate);
    form.gates.push_back(std::move(use));
  }
}

static void addRules(const IsaRecords &isa, FormRecord &form, const Record &owner, bool strict,
                     std::set<const Record *> &used) {
  for (const Record *rule : defsOf(owner, "Rules")) {
    RuleUse use{resolveCondition(isa, form, *rule->getValueAsDef("If"), strict),
                resolveCondition(isa, form, *rule->getValueAsDef("Implied"), false), strict,
                rule->getValueAsBit("PtxasIgnores"), rule->getValueAsBit("Undocumented")};
    if (use.condition.kind == Cond::Never || use.implied.kind == Cond::Always) {
      if (strict)
        report(*form.instruction, "a rule of `" + form.syntax + "` can never be broken");
      continue;
    }
    if (use.condition.kind == Cond::Always && use.implied.kind == Cond::Never)
      report(*form.instruction, "a rule of `" + form.syntax + "` is always broken");
    used.insert(rule);
    form.rules.push_back(std::move(use));
  }
}

/// Adds the checks of `ptxas` on an instruction's operands, if they can apply in `form`.
static void addPtxasChecks(const IsaRecords &isa, FormRecord &form,
                           std::set<const Record *> &used) {
  for (const Record *check : defsOf(*form.instruction, "PtxasChecks")) {
    Cond condition = resolveCondition(isa, form, *check->getValueAsDef("If"), false);
    uint32_t operands = 0;
    for (auto [number, operand] : enumerate(form.operands))
      if (is_contained(split(check->getValueAsString("Operands"), ' '), operand.name))
        operands |= uint32_t(1) << number;
    if (condition.kind == Cond::Never || !operands)
      continue;
    used.insert(check);
    form.ptxasChecks.push_back({std::move(condition), operands, check});
  }
}

/// Removes conditional gates that require no more than the other gates of the form. One that the
/// form itself defines is reported.
static void removeIdleGates(FormRecord &form) {
  std::vector<GateUse> always;
  copy_if(form.gates, std::back_inserter(always), [](const GateUse &gate) {
    return gate.condition.kind == Cond::Always && !gate.closes && !gate.ptxasIgnores &&
           !gate.undocumented;
  });
  erase_if(form.gates, [&](const GateUse &gate) {
    bool isIdle = any_of(always, [&](const GateUse &other) {
      return gate.version <= other.version &&
             (gate.targets == other.targets || gate.targets->getName() == "AllTargets");
    });
    isIdle &= gate.condition.kind != Cond::Always && !gate.closes;
    if (isIdle && gate.own)
      report(*form.instruction, Twine("a gate of `") + form.syntax + "` asks for nothing new");
    return isIdle;
  });
}

/// Checks that the syntax line and the description of an operand agree.
static void checkDescription(const IsaRecords &isa, const FormRecord &form,
                             const OperandUse &operand) {
  auto require = [&](bool inLine, bool inDescription, StringRef what) {
    if (inLine != inDescription)
      report(*form.instruction, Twine("`") + operand.name + "` " + what +
                                    " in the syntax line or only in its description");
  };
  StringRef kinds = operand.def->getValueAsString("Kinds");
  // A single operand in brackets is an address or names a texture, a sampler or a surface; one of
  // several operands in brackets can be anything.
  bool isAlone = operand.bracket && count_if(form.operands, [&](const OperandUse &other) {
                                      return other.bracket == operand.bracket;
                                    }) == 1;
  StringRef type = operand.def->getValueAsString("Type").split('|').first;
  bool isOpaque = any_of(isa.types, [&](const Record *t) {
    return t->getName() == type && t->getValueAsString("Kind") == "Opaque";
  });
  if (!operand.bracket || (isAlone && !isOpaque))
    require(operand.bracket, kinds == "address", "is an address");
  require(operand.list, kinds == "arguments", "is a list of arguments");
  require(operand.selector != OperandUse::None, !operand.def->getValueAsString("Selectors").empty(),
          "has selectors");
}

static void describeOperands(const IsaRecords &isa, FormRecord &form,
                             const std::vector<const Record *> &descriptions,
                             std::set<const Record *> &used) {
  for (OperandUse &operand : form.operands) {
    for (const Record *def : descriptions)
      if (!operand.def && def->getValueAsString("Name") == operand.name)
        operand.def = def;
    if (operand.suffix)
      continue;
    used.insert(operand.def);
    bool known = is_contained({"d", "a", "b", "c"}, operand.name) && !operand.bracket &&
                 !operand.negatable && operand.pairedPredicate == OperandUse::None &&
                 operand.selector == OperandUse::None && !operand.signable && !operand.list;
    if (!operand.def && !known)
      report(*form.instruction, "operand `" + operand.name + "` requires a description");
    if (!operand.def && count_if(form.slots, [](const Slot &s) { return s.type; }) != 1)
      report(*form.instruction,
             "operand `" + operand.name + "` of `" + form.syntax +
                 "` requires a description, since the line does not have one type");
    if (operand.def)
      checkDescription(isa, form, operand);
  }
}

static void readInstruction(IsaRecords &isa, const Record &def, IdleCases &idleCases) {
  if (def.getValueAsString("Summary").empty())
    report(def, "the summary is empty");
  if (def.getValueAsString("Summary").ends_with("."))
    report(def, "the summary ends with a period");
  StringRef section = def.getValueAsString("Section");
  if (section.empty())
    report(def, "no manual section");
  else if (any_of(split(section.split('@').first, '.'),
                  [](StringRef number) { return number.empty() || !all_of(number, isDigit); }))
    report(def, "`" + section + "` is not a section such as `9.7.1`");
  if (defsOf(def, "Forms").empty())
    report(def, "an instruction has at least one form");

  std::vector<const Record *> usedSets;
  std::set<const Record *> used;
  for (auto [index, formDef] : enumerate(defsOf(def, "Forms"))) {
    FormRecord form;
    form.instruction = &def;
    form.def = formDef;
    form.number = index + 1;
    form.undocumented = formDef->getValueAsBit("Undocumented");
    form.opcode = def.getValueAsString("Opcode").split('.').first;
    SmallVector<StringRef> pieces;
    formDef->getValueAsString("Syntax").split(pieces, ' ', -1, /*KeepEmpty=*/false);
    form.syntax = join(pieces, " ");

    // The other parts of the instruction describe the names in the line.
    if (!parseSyntax(isa, form, both(*formDef, def, "Sets"), usedSets))
      return;
    describeOperands(isa, form, both(*formDef, def, "Operands"), used);
    for (bool strict : {true, false}) {
      addGates(isa, form, strict ? *formDef : def, strict, used);
      addRules(isa, form, strict ? *formDef : def, strict, used);
    }
    removeIdleGates(form);
    checkRules(isa, form);
    addCases(isa, form, idleCases);
    form.checks = both(*formDef, def, "Checks");
    addPtxasChecks(isa, form, used);
    addProperties(isa, form, used, idleCases);
    for (const Record *set : defsOf(*formDef, "Sets"))
      if (!is_contained(usedSets, set))
        report(def, Twine("`") + form.syntax + "` does not use its set `" +
                        set->getValueAsString("Name") + "`");
    for (const Record *operand : defsOf(*formDef, "Operands"))
      if (!used.contains(operand))
        report(def, Twine("`") + form.syntax + "` has no operand `" +
                        operand->getValueAsString("Name") + "`");
    isa.forms.push_back(std::move(form));
  }
  for (const Record *set : defsOf(def, "Sets"))
    if (!is_contained(usedSets, set))
      report(def, "no form uses the set `" + set->getValueAsString("Name") + "`");
  for (StringRef field : {"Gates", "Rules", "Operands", "PtxasChecks", "Async", "Effects"})
    for (const Record *part : defsOf(def, field))
      if (!used.contains(part))
        report(def, "one of its " + field.lower() + " is of use to no form");
}

IsaRecords readIsaRecords(const RecordKeeper &records) {
  IsaRecords isa;
  isa.targets = inSourceOrder(records, "Target");
  isa.targetSets = inSourceOrder(records, "TargetSet");
  isa.types = inSourceOrder(records, "Type");
  isa.registers = inSourceOrder(records, "SpecialRegister");
  isa.features = inSourceOrder(records, "Feature");
  isa.predicates = inSourceOrder(records, "Predicate");
  isa.instructions = inSourceOrder(records, "Instruction");
  isa.contradictions = inSourceOrder(records, "Contradiction");
  isa.releases = inSourceOrder(records, "Release");
  isa.traits = inSourceOrder(records, "Trait");
  isa.actions = inSourceOrder(records, "Action");
  isa.asyncGroups = inSourceOrder(records, "AsyncGroup");
  isa.asyncOps = inSourceOrder(records, "AsyncOp");
  checkTargets(isa);
  readWords(isa, records);
  IdleCases idleCases;
  for (const Record *instruction : isa.instructions)
    readInstruction(isa, *instruction, idleCases);
  for (const auto &[def, use] : idleCases)
    if (use.first)
      report(*use.first, use.second + " never counts");
  // By opcode; records with one opcode in source order.
  std::map<std::string, std::vector<FormRecord>> byOpcode;
  for (FormRecord &form : isa.forms)
    byOpcode[form.opcode].push_back(std::move(form));
  isa.forms.clear();
  for (auto &[opcode, forms] : byOpcode)
    llvm::move(forms, std::back_inserter(isa.forms));
  for (const Record *predicate : isa.predicates)
    if (none_of(isa.forms,
                [&](const FormRecord &form) { return is_contained(form.checks, predicate); }))
      report(*predicate, "no form has this check");
  checkReachable(isa);
  checkAsyncRoles(isa);
  addDisputes(isa);
  return isa;
}

} // namespace ptx
