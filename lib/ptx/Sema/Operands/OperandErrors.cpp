// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/OperandErrors.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Diagnostics/SyntaxRules.h"
#include "ptx/Isa/Reference/Words.h"
#include "ptx/Isa/Tables.h"
#include "ptx/Sema/Declarations/Constant.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Instructions/MissingModifiers.h"
#include "ptx/Sema/Operands/OperandListErrors.h"
#include "ptx/Sema/Operands/OperandProblems.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using Change = FormChoice::Change;

/// Reports `%f1 [%rd1]`, which the grammar parses as an element of a register. Returns whether
/// there is one.
static bool reportFusedOperands(const BodyScope &scope, const Instruction &inst,
                                DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  for (ExprId id : unit.list(inst.operands())) {
    const Symbol *symbol = scope.symbol(scope.binding(id));
    if (unit[id].kind != ExprKind::Index || !symbol || !symbol->isRegister())
      continue;
    uint32_t end = unit.range(unit[id].token).end;
    SourceRange address = {unit.range(id).begin + static_cast<uint32_t>(unit.source(id).find('[')),
                           unit.range(id).end};
    diagnostics.emit(diag::MissingComma{.range = address, .before = "`[`"})
        .fix({end, end}, ",", "insert `,`");
    return true;
  }
  return false;
}

void ptx::reportChoice(const BodyScope &scope, const Instruction &inst, const Mnemonic &mnemonic,
                       const FormChoice &choice, DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  if (choice.change != Change::None && choice.change != Change::Operands &&
      reportFusedOperands(scope, inst, diagnostics))
    return;
  switch (choice.change) {
  case Change::None:
    return;
  case Change::Operands:
    if (const RuleInfo *rule = choice.signature->brokenRule) {
      bool isError = !rule->ptxasIgnores && !rule->undocumented;
      if (std::optional<InstrView> view =
              isError ? viewWithOneMore(scope, inst, mnemonic) : std::nullopt)
        if (view->form == choice.signature->view.form)
          return reportLackingModifier(unit, inst, *view, diagnostics);
      return reportBrokenRule(scope, inst, choice.signature->view, *choice.signature->brokenRule,
                              {}, diagnostics);
    }
    [[fallthrough]];
  case Change::Type:
    return reportProblems(scope, inst, mnemonic, choice, diagnostics);
  case Change::Add:
    return reportMissingOperands(unit, inst, choice, diagnostics);
  case Change::Remove:
    return reportExtraOperand(scope, inst, mnemonic, choice, diagnostics);
  case Change::Move:
    return reportOperandOrder(scope, inst, choice, diagnostics);
  case Change::Brace:
    return reportBraces(unit, inst, choice, diagnostics);
  case Change::Bracket:
    return reportBrackets(unit, inst, choice, diagnostics);
  case Change::Count:
    return reportOperandCount(unit, inst, mnemonic, diagnostics);
  }
}

//===-- Rules ---------------------------------------------------------------------------------===//

/// Reports the value of the operand of the rule. Returns false if the rule is not about a single
/// operand.
static bool reportValue(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                        const RuleInfo &rule, llvm::ArrayRef<ExprId> operands,
                        DiagnosticList &diagnostics) {
  std::optional<NeededValue> needed = neededValue(rule);
  if (!needed || needed->operand >= operands.size() || !operands[needed->operand] ||
      rule.ptxasIgnores || rule.undocumented)
    return false;
  ExprId blamed = operands[needed->operand];
  std::optional<Constant> value = scope.constant(blamed);
  if (!value)
    return false;
  unsigned index = 0; // of the source operand that contains it
  SourceRange range = scope.unit.range(blamed);
  for (auto [i, id] : llvm::enumerate(scope.unit.list(inst.operands())))
    if (scope.unit.range(id).begin <= range.begin)
      index = i;
  std::vector<std::string> values;
  for (int64_t one : needed->values)
    values.push_back(std::to_string(one));
  OperandReport report = {OperandReport::Rule::Range, std::to_string(value->asSigned()),
                          listText(values)};
  Diagnostic &d =
      emitOperand(scope, inst, index, report, range, diag::ImmediateRange{}, diagnostics);
  noteSyntax(scope.unit, inst, view, d);
  return true;
}

/// Reports the operand that the rule requires, if it belongs after the last one. Returns false
/// otherwise.
static bool reportLastOperand(const SyntaxUnit &unit, const Instruction &inst,
                              const InstrView &view, const RuleInfo &rule,
                              DiagnosticList &diagnostics) {
  const ConditionNode &needed = tables::conditions()[rule.implied];
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  if (needed.kind != ConditionKind::Operand || operands.empty() || view.operands >> needed.place)
    return false;
  InstrView complete = view;
  complete.operands |= uint64_t(1) << needed.place;
  const OperandInfo &operand = view.form->operands()[needed.place];
  uint32_t end = unit.range(operands.back()).end;
  diagnostics.emit(
      diag::MissingOperand{.range = {end, end},
                           .operands = "operand " + std::to_string(operands.size() + 1),
                           .mnemonic = mnemonicText(unit, inst),
                           .names = quoted(operand.name.str()),
                           .are = "is",
                           .expected = syntaxLine(complete)});
  return true;
}

void ptx::reportBrokenRule(const BodyScope &scope, const Instruction &inst, const InstrView &view,
                           const RuleInfo &rule, llvm::ArrayRef<ExprId> operands,
                           DiagnosticList &diagnostics) {
  if (reportValue(scope, inst, view, rule, operands, diagnostics))
    return;
  SourceRange range = mnemonicRange(scope.unit, inst);
  std::string mnemonic = mnemonicText(scope.unit, inst);
  std::string text = describeBrokenRule(view, rule);
  if (rule.undocumented)
    diagnostics.emit(diag::RejectedCombination{.range = range, .mnemonic = mnemonic, .rule = text});
  else if (rule.ptxasIgnores)
    diagnostics.emit(
        diag::UncheckedCombination{.range = range, .mnemonic = mnemonic, .rule = text});
  else if (!reportLastOperand(scope.unit, inst, view, rule, diagnostics))
    diagnostics.emit(diag::ModifierCombination{.range = range, .mnemonic = mnemonic, .rule = text});
}

void ptx::reportBrokenPredicate(const SyntaxUnit &unit, const Instruction &inst,
                                InstrPredicate predicate, DiagnosticList &diagnostics) {
  diagnostics.emit(diag::ModifierCombination{.range = mnemonicRange(unit, inst),
                                             .mnemonic = mnemonicText(unit, inst),
                                             .rule = summary(predicate)});
}
