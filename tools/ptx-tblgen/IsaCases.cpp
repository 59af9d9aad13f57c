// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The cases of operands: whether each counts somewhere, and whether they cover what a form allows.

#include "DiagnosticRecords.h"
#include "IsaCombinations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Record.h"

#include <set>

using namespace llvm;

namespace ptx {

/// Removes the cases of `operand` that never apply in the form.
static void checkCases(const IsaRecords &isa, const FormRecord &form, OperandUse &operand) {
  auto fail = [&](const Twine &text) {
    report(*form.instruction, "operand `" + operand.name + "` of `" + form.syntax + "`: " + text);
  };
  Combinations combinations(isa, form);
  combinations.assumePresent(&operand - form.operands.data());
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
    return true;
  });
  if (!uncovered.empty())
    fail("no case holds for " + uncovered);
  erase_if(operand.cases, [&](const CaseUse &c) {
    return !used.contains(c.def) && !Combinations::readsValues(c.condition);
  });
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
