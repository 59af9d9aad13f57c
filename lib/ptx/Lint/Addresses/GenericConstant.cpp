// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Addresses/GenericConstant.h"

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Sema/Instructions/InstructionText.h"

using namespace ptx;

std::optional<ConstantPointer> ptx::findConstantPointer(const SyntaxUnit &top) {
  for (const Function &function : top.functions()) {
    if (!function.hasBody() || !function.name || !top.isEntry(function))
      continue;
    for (VarId id : function.parameters)
      if (const Variable &parameter = top[id];
          parameter.ptrSpace && top.text(parameter.ptrSpace) == ".const")
        return ConstantPointer{top.text(function.name), top.range(parameter.ptrSpace)};
  }
  return std::nullopt;
}

/// `ptxas` converts addresses of constants, in both directions, only in modules without pointers to
/// constants as parameters. (Manual 5.1.6.1)
void ptx::checkGenericConstant(BodyLintContext &context) {
  const std::optional<ConstantPointer> &pointer = context.whole.constantPointer;
  if (!pointer)
    return;
  for (InstId id : context.instructions(Action::ConvertAddress)) {
    const InstrView &view = context.checked.signatures[id.index]->view;
    if (!view.has(Modifier::const_))
      continue;
    const Instruction &inst = context.unit[id];
    context.diagnostics
        .emit(diag::GenericConstant{.range = mnemonicRange(context.unit, inst),
                                    .instruction = mnemonicText(context.unit, inst),
                                    .entry = pointer->entry})
        .note(pointer->space, "it points to constants");
    return;
  }
}
