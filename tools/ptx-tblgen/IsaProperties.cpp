// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The properties of instructions and operands: what passes want to know of them.

#include "DiagnosticRecords.h"
#include "IsaRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Record.h"

using namespace llvm;

namespace ptx {

/// Resolves the conditions of the properties `defs` and keeps those that can apply, up to the first
/// that always holds if only the first one applies.
static std::vector<PropertyUse> resolve(const IsaRecords &isa, const FormRecord &form,
                                        ArrayRef<const Record *> defs, bool firstCounts) {
  std::vector<PropertyUse> uses;
  for (const Record *def : defs) {
    Cond condition = resolveCondition(isa, form, *def->getValueAsDef("If"), /*strict=*/false);
    if (condition.kind == Cond::Never)
      continue;
    if (condition.readsOperands())
      report(*form.instruction, "a property of `" + form.syntax + "` depends on an operand");
    bool always = condition.kind == Cond::Always;
    uses.push_back({std::move(condition), def});
    if (firstCounts && always)
      break;
  }
  return uses;
}

static std::vector<const Record *> listOf(const Record &def, StringRef field) {
  auto defs = def.getValueAsListOfDefs(field);
  return {defs.begin(), defs.end()};
}

void addProperties(const IsaRecords &isa, FormRecord &form, std::set<const Record *> &used,
                   IdleCases &idle) {
  const Record &instruction = *form.instruction;
  form.asyncOps = resolve(isa, form, listOf(instruction, "Async"), /*firstCounts=*/true);
  form.effects = resolve(isa, form, listOf(instruction, "Effects"), /*firstCounts=*/true);
  for (const std::vector<PropertyUse> *uses : {&form.asyncOps, &form.effects})
    for (const PropertyUse &use : *uses)
      used.insert(use.def);
  for (OperandUse &operand : form.operands) {
    if (!operand.def)
      continue;
    std::vector<const Record *> limits = listOf(*operand.def, "Limits");
    operand.limits = resolve(isa, form, limits, /*firstCounts=*/false);
    for (auto [number, def] : enumerate(limits))
      idle.try_emplace(def, form.instruction,
                       ("limit " + Twine(number + 1) + " of operand `" + operand.name + "`").str());
    for (const PropertyUse &use : operand.limits)
      idle[use.def].first = nullptr;
  }
}

void checkAsyncRoles(const IsaRecords &isa) {
  std::map<const Record *, std::vector<const FormRecord *>> forms;
  for (const FormRecord &form : isa.forms)
    for (const PropertyUse &use : form.asyncOps)
      forms[use.def->getValueAsDef("Op")].push_back(&form);
  // Test inputs have few instructions.
  if (forms.size() != isa.asyncOps.size())
    return;
  for (const auto &[op, list] : forms)
    for (StringRef role : asyncRoles)
      for (StringRef name : split(op->getValueAsString(role), ' '))
        if (!name.empty() && none_of(list, [&](const FormRecord *form) {
              return any_of(form->operands, [&](const OperandUse &o) { return o.name == name; });
            }))
          report(*op, "no form of it has an operand `" + name + "`");
}

void addDisputes(IsaRecords &isa) {
  std::set<const Record *> used;
  for (FormRecord &form : isa.forms) {
    std::vector<const Record *> about;
    copy_if(isa.contradictions, std::back_inserter(about), [&](const Record *contradiction) {
      return is_contained(listOf(*contradiction, "About"), form.instruction);
    });
    form.disputes = resolve(isa, form, about, /*firstCounts=*/false);
    for (const PropertyUse &use : form.disputes)
      used.insert(use.def);
  }
  for (const Record *contradiction : isa.contradictions) {
    for (StringRef text : {"First", "Second", "Taken"})
      if (contradiction->getValueAsString(text).empty())
        report(*contradiction, "`" + text + "` is empty");
    if (!used.contains(contradiction))
      report(*contradiction, "no form can be part of it");
  }
}

const Record *actionOf(const FormRecord &form) {
  return form.instruction->getValueAsOptionalDef("Does");
}

std::set<const Record *> traitsOf(const FormRecord &form) {
  std::set<const Record *> traits;
  auto addTraits = [&](const Record &def) {
    for (const Record *trait : listOf(def, "Traits"))
      traits.insert(trait);
  };
  auto addSubjects = [&](const auto &parts) {
    for (const Record *part : parts)
      traits.insert(part->getValueAsDef("Subject"));
  };
  addTraits(*form.instruction);
  if (const Record *action = actionOf(form))
    addTraits(*action);
  addSubjects(listOf(*form.instruction, "Deprecated"));
  for (const std::vector<PropertyUse> *uses : {&form.asyncOps, &form.disputes})
    for (const PropertyUse &use : *uses)
      traits.insert(use.def->getValueAsDef("Subject"));
  for (const OperandUse &operand : form.operands) {
    if (!operand.def)
      continue;
    addTraits(*operand.def);
    addSubjects(listOf(*operand.def, "Object"));
    addSubjects(listOf(*operand.def, "Metadata"));
    for (const PropertyUse &limit : operand.limits)
      traits.insert(limit.def->getValueAsDef("Subject"));
  }
  return traits;
}

} // namespace ptx
