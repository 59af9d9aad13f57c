// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// `cvta` requires an address in its state space, `cvta.to` the generic address of an object there.
/// (Manual 9.7.9.20)
void ptx::checkWrongConversion(BodyLintContext &context) {
  // After a test of the space, conversions to several spaces are correct.
  if (context.addressPrefilter().conversions().empty() || context.uses(Action::TestSpace))
    return;
  for (InstId inst : context.addressPrefilter().conversions()) {
    const Signature *signature = context.checked.signatures[inst.index];
    ExprId operand = context.unit.list(context.unit[inst].operands())[1];
    AddressWindow space = windowOf(signature->view);
    bool toSpace = signature->view.has(Modifier::to);
    AddressKind kind = context.values().operand(inst, operand).kind();
    if (toSpace ? kind.convertsTo(space) : kind.convertsFrom(space))
      continue;
    Diagnostic &diagnostic = context.diagnostics.emit(diag::WrongConversion{
        .range = context.unit.range(operand),
        .address = context.unit.source(operand),
        .what = kind.describe(),
        .instruction = std::string(toSpace ? "cvta.to" : "cvta") + windowName(space).str()});
    context.values().explain(diagnostic, inst, operand);
  }
}
