// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Instructions/MnemonicErrors.h"
#include "ptx/Diagnostics/GateRules.h"
#include "ptx/Diagnostics/OperandRules.h"
#include "ptx/Sema/Instructions/InstructionText.h"
#include "ptx/Sema/Instructions/Suggestions.h"
#include "ptx/Sema/Operands/OperandErrors.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

void ptx::reportNoInstruction(const SyntaxUnit &unit, const Instruction &inst,
                              DiagnosticList &diagnostics) {
  llvm::StringRef name = unit.text(inst.opcode);
  SourceRange range = unit.range(inst.opcode);
  Diagnostic &d = diagnostics.emit(diag::UnknownInstruction{.range = range, .name = name});
  suggestOpcode(unit, inst, d);
}

void ptx::reportIdleModifiers(const SyntaxUnit &unit, const Instruction &inst,
                              const MatchResult &match, DiagnosticList &diagnostics) {
  auto report = [&](auto d, uint8_t word) {
    if (word == MatchResult::noWord)
      return;
    d.range = unit.range(modifierToken(inst, word));
    d.opcode = unit.text(inst.opcode);
    d.modifier = unit.text(modifierToken(inst, word));
    diagnostics.emit(d);
  };
  report(diag::RepeatedModifier{}, match.repeated);
  report(diag::IgnoredModifier{}, match.ignored);
}

void ptx::reportFindings(const BodyScope &scope, const Instruction &inst,
                         const Signature &signature, const SemaOptions &options,
                         DiagnosticList &diagnostics) {
  const SyntaxUnit &unit = scope.unit;
  SourceRange range = mnemonicRange(unit, inst);
  const FormInfo &form = *signature.view.form;
  if (!signature.manualOrder && options.reportsOrder) {
    std::string expected = manualMnemonic(signature.view);
    diagnostics
        .emit(diag::ModifierOrder{
            .range = range, .opcode = unit.text(inst.opcode), .expected = expected})
        .fix(range, expected, "put the modifiers in order");
  }
  if (form.undocumented)
    diagnostics.emit(diag::UndocumentedForm{.range = range, .form = form.syntax});
  if (signature.uncheckedRule)
    reportBrokenRule(scope, inst, signature.view, *signature.uncheckedRule, {}, diagnostics);
  // For the manual, a removed form is also an error.
  bool isRetired = llvm::any_of(signature.gateFailures, [](const GateFailure &failure) {
    return failure.id == diag::RetiredFeature::id;
  });
  if (signature.undocumentedRule && !isRetired)
    reportBrokenRule(scope, inst, signature.view, *signature.undocumentedRule, {}, diagnostics);
}
