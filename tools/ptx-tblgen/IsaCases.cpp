// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cases of operands: whether each counts somewhere, and whether they cover what a form allows.

#include "DiagnosticRecords.h"
#include "IsaRecords.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Record.h"

#include <set>

using namespace llvm;

namespace ptx {

namespace {

/// Goes through all that can stand on some places of a form and that its rules allow. A place below
/// the number of the form's slots is a modifier's, others are operands'.
class Combinations {
public:
  Combinations(const IsaRecords &isa, const FormRecord &form, size_t operand)
      : isa(isa), form(form), words(form.slots.size() + form.operands.size()),
        present(form.slots.size() + operand) {}

  /// Adds the places that `c` reads; returns whether one is new.
  bool addPlaces(const Cond &c) {
    bool added = false;
    if (c.kind == Cond::Word || c.kind == Cond::Modifier)
      added = places.insert(c.place).second;
    else if (c.kind == Cond::Operand && form.slots.size() + c.place != present)
      added = places.insert(form.slots.size() + c.place).second;
    for (const Cond &part : c.of)
      added |= addPlaces(part);
    return added;
  }

  /// Adds the places of the rules that read one of the places.
  void addRules() {
    std::vector<const RuleUse *> left;
    for (const RuleUse &rule : form.rules)
      if (!rule.unchecked && !readsValues(rule.condition) && !readsValues(rule.needs))
        left.push_back(&rule);
    for (bool added = true; added;) {
      added = false;
      erase_if(left, [&](const RuleUse *rule) {
        if (!reads(rule->condition) && !reads(rule->needs))
          return false;
        rules.push_back(rule);
        addPlaces(rule->condition);
        addPlaces(rule->needs);
        added = true;
        return true;
      });
    }
  }

  /// More than anyone would write down cases for.
  bool areTooMany() const {
    double count = 1;
    for (unsigned place : places)
      count *= place < form.slots.size() ? form.slots[place].words.size() + 1 : 2;
    return count > 1e6;
  }

  bool holds(const Cond &c) const {
    switch (c.kind) {
    case Cond::Always:
      return true;
    case Cond::Never:
      return false;
    case Cond::Word:
      return is_contained(c.words, words[c.place]);
    case Cond::Modifier:
      return words[c.place] != 0;
    case Cond::Operand:
      return form.slots.size() + c.place == present || words[form.slots.size() + c.place] != 0;
    case Cond::Partner:
    case Cond::Register:
    case Cond::Value:
      return false;
    case Cond::All:
      return all_of(c.of, [&](const Cond &part) { return holds(part); });
    case Cond::Any:
      return any_of(c.of, [&](const Cond &part) { return holds(part); });
    case Cond::Not:
      return !holds(c.of.front());
    }
    return false;
  }

  template <class Visit> void forEach(Visit visit) { forEachFrom(places.begin(), visit); }

  /// The words of the combination, as "`.m16n8k8 .f16`".
  std::string text() const {
    std::string result;
    for (unsigned place : places)
      if (place < form.slots.size() && words[place])
        result += (result.empty() ? "." : " .") + isa.words[words[place] - 1].text;
    return result.empty() ? "the absence of modifiers" : "`" + result + "`";
  }

private:
  /// Whether `c` is about what no combination has, such as constants.
  static bool readsValues(const Cond &c) {
    return c.kind == Cond::Partner || c.kind == Cond::Register || c.kind == Cond::Value ||
           any_of(c.of, readsValues);
  }

  bool reads(const Cond &c) const {
    return ((c.kind == Cond::Word || c.kind == Cond::Modifier) && places.contains(c.place)) ||
           (c.kind == Cond::Operand && (form.slots.size() + c.place == present ||
                                        places.contains(form.slots.size() + c.place))) ||
           any_of(c.of, [&](const Cond &part) { return reads(part); });
  }

  bool isAllowed() const {
    for (unsigned a : places)
      for (unsigned b : places)
        if (b < form.slots.size() && form.slots[a].link &&
            form.slots[a].link == form.slots[b].link && !words[a] != !words[b])
          return false;
    return all_of(
        rules, [&](const RuleUse *rule) { return !holds(rule->condition) || holds(rule->needs); });
  }

  template <class Visit> void forEachFrom(std::set<unsigned>::iterator next, Visit &visit) {
    if (next == places.end()) {
      if (isAllowed())
        visit();
      return;
    }
    unsigned place = *next++;
    bool isSlot = place < form.slots.size();
    if (isSlot ? form.slots[place].optional : form.operands[place - form.slots.size()].optional) {
      words[place] = 0;
      forEachFrom(next, visit);
    }
    for (unsigned word : isSlot ? form.slots[place].words : std::vector<unsigned>{1}) {
      words[place] = word;
      forEachFrom(next, visit);
    }
  }

  const IsaRecords &isa;
  const FormRecord &form;
  std::vector<unsigned> words;
  unsigned present;
  std::set<unsigned> places;
  std::vector<const RuleUse *> rules;
};

} // namespace

/// Removes the cases of `operand` that never count in the form.
static void checkCases(const IsaRecords &isa, const FormRecord &form, OperandUse &operand) {
  auto fail = [&](const Twine &text) {
    report(*form.instruction, "operand `" + operand.name + "` of `" + form.syntax + "`: " + text);
  };
  Combinations combinations(isa, form, &operand - form.operands.data());
  for (const CaseUse &c : operand.cases)
    combinations.addPlaces(c.condition);
  combinations.addRules();
  if (combinations.areTooMany())
    return fail("its cases and the form's rules depend on too much");
  std::set<const Record *> used;
  std::string uncovered;
  combinations.forEach([&] {
    auto found =
        find_if(operand.cases, [&](const CaseUse &c) { return combinations.holds(c.condition); });
    if (found != operand.cases.end())
      used.insert(found->def);
    else if (uncovered.empty())
      uncovered = combinations.text();
  });
  if (!uncovered.empty())
    fail("no case holds for " + uncovered);
  erase_if(operand.cases, [&](const CaseUse &c) { return !used.contains(c.def); });
}

void addCases(const IsaRecords &isa, FormRecord &form, IdleCases &idle) {
  for (OperandUse &operand : form.operands) {
    if (!operand.def)
      continue;
    for (auto [number, def] : enumerate(operand.def->getValueAsListOfDefs("Cases"))) {
      operand.cases.push_back(
          {resolveCondition(isa, form, *def->getValueAsDef("If"), /*strict=*/false), def});
      idle.try_emplace(def, form.instruction,
                       ("case " + Twine(number + 1) + " of operand `" + operand.name + "`").str());
    }
    if (operand.cases.empty())
      continue;
    checkCases(isa, form, operand);
    for (const CaseUse &c : operand.cases)
      idle[c.def].first = nullptr;
  }
}

} // namespace ptx
