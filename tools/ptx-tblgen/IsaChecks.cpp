// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What the rules of a form leave over: gates that can never apply, forms that nothing selects.

#include "DiagnosticRecords.h"
#include "IsaCombinations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TableGen/Record.h"

#include <set>

using namespace llvm;

namespace ptx {

/// Whether the rules of the form, except `except`, allow a choice of modifiers that fulfils `c`
/// and, if given, not `butNot`. True if the answer depends on constants, or there are too many
/// choices.
static bool canHold(const IsaRecords &isa, const FormRecord &form, const Cond &c,
                    const Cond *butNot = nullptr, const RuleUse *except = nullptr) {
  if (Combinations::readsValues(c) || (butNot && Combinations::readsValues(*butNot)))
    return true;
  Combinations combinations(isa, form);
  if (c.kind == Cond::Always)
    combinations.addAllModifiers();
  combinations.addPlaces(c);
  if (butNot)
    combinations.addPlaces(*butNot);
  combinations.addRules(except);
  if (combinations.areTooMany())
    return true;
  bool found = false;
  combinations.forEach([&] {
    found = combinations.holds(c) && !(butNot && combinations.holds(*butNot));
    return !found;
  });
  return found;
}

void checkRules(const IsaRecords &isa, FormRecord &form) {
  auto fail = [&](const Twine &text) {
    report(*form.instruction, Twine("`") + form.syntax + "`: " + text);
  };
  if (!canHold(isa, form, {}))
    return fail("its rules allow nothing");
  for (size_t i = 0; i < form.rules.size();) {
    const RuleUse &rule = form.rules[i];
    if (rule.ptxasIgnores || rule.undocumented ||
        canHold(isa, form, rule.condition, &rule.implied, &rule)) {
      ++i;
      continue;
    }
    if (rule.own)
      fail("a rule can never be broken, as the others forbid what breaks it");
    form.rules.erase(form.rules.begin() + i);
  }
  erase_if(form.gates, [&](const GateUse &gate) {
    bool idle = !canHold(isa, form, gate.condition);
    if (idle && gate.own)
      fail("a gate can never apply, as the rules forbid what it is about");
    return idle;
  });
}

//===-- Forms that nothing selects ----------------------------------------------------------===//

/// The operands of the form as text. Forms with equal texts have the same operands.
static std::string operandShape(const FormRecord &form) {
  std::string shape;
  raw_string_ostream os(shape);
  for (const OperandUse &operand : form.operands) {
    os << (operand.optional ? '?' : ',') << operandKinds(operand) << operand.bracket
       << operand.pairedPredicate << operand.elements << operand.selector << 't'
       << (operand.def ? operand.def->getValueAsString("Type") : "");
    if (operand.def)
      for (int64_t n : operand.def->getValueAsListOfInts("Arity"))
        os << 'v' << n;
    for (const CaseUse &c : operand.cases)
      os << 'v' << c.def->getValueAsInt("Arity");
  }
  return shape;
}

/// Whether `form` accepts `words` at places outside of `filled`, with types and state spaces in
/// order, and its rules about modifiers allow them.
static bool takes(const FormRecord &form, ArrayRef<unsigned> words,
                  const std::vector<unsigned> &filled) {
  if (words.empty()) {
    for (auto [place, slot] : enumerate(form.slots))
      if (!slot.optional && !filled[place])
        return false;
    return all_of(form.rules, [&](const RuleUse &rule) {
      return rule.ptxasIgnores || rule.undocumented || rule.condition.readsOperands() ||
             rule.implied.readsOperands() || !fulfils(rule.condition, form.slots.size(), filled) ||
             fulfils(rule.implied, form.slots.size(), filled);
    });
  }
  std::set<unsigned> orderSeen;
  for (size_t place = form.slots.size(); place-- > 0;) {
    const Slot &slot = form.slots[place];
    if (slot.order && filled[place])
      orderSeen.insert(slot.order);
    if (filled[place] || orderSeen.contains(slot.order) || !is_contained(slot.words, words.front()))
      continue;
    std::vector<unsigned> more = filled;
    more[place] = words.front();
    if (takes(form, words.drop_front(), more))
      return true;
  }
  return false;
}

/// Reports `form` if earlier forms with the same operands accept all its modifiers.
static void checkReachable(const IsaRecords &isa, const FormRecord &form,
                           ArrayRef<const FormRecord *> earlier) {
  Combinations combinations(isa, form);
  combinations.addAllModifiers();
  combinations.addRules();
  const FormRecord *acceptedBy = nullptr;
  bool isReachable = combinations.areTooMany();
  if (!isReachable)
    combinations.forEach([&] {
      std::vector<unsigned> words = combinations.modifiers();
      auto taker = find_if(earlier, [&](const FormRecord *other) {
        return takes(*other, words, std::vector<unsigned>(other->slots.size()));
      });
      isReachable = taker == earlier.end();
      if (!isReachable)
        acceptedBy = *taker;
      return !isReachable;
    });
  if (!isReachable && acceptedBy)
    report(*form.instruction, Twine("`") + form.syntax + "` is unreachable after `" +
                                  acceptedBy->syntax + "` of `" +
                                  acceptedBy->instruction->getName() + "`");
}

void checkReachable(const IsaRecords &isa) {
  std::vector<std::string> shapes;
  for (const FormRecord &form : isa.forms)
    shapes.push_back(operandShape(form));
  for (size_t later = 0; later < isa.forms.size(); ++later) {
    std::vector<const FormRecord *> same;
    for (size_t earlier = later; earlier-- > 0;) {
      if (isa.forms[earlier].opcode != isa.forms[later].opcode)
        break;
      if (shapes[earlier] == shapes[later])
        same.push_back(&isa.forms[earlier]);
    }
    if (!same.empty())
      checkReachable(isa, isa.forms[later], same);
  }
}

} // namespace ptx
