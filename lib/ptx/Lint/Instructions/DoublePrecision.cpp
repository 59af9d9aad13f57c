// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

static bool isDouble(Modifier word) { return info(word).isType && info(word).type == TypeId::f64; }

/// Includes loads, stores and moves, as `ptxas` does.
void ptx::checkDoublePrecision(BodyLintContext &context) {
  const SyntaxUnit &unit = context.unit;
  for (auto [i, signature] : llvm::enumerate(context.checked.signatures)) {
    if (!signature)
      continue;
    const InstrView &view = signature->view;
    const Modifier *word = llvm::find_if(view.modifiers, isDouble);
    if (word == view.modifiers.end())
      continue;
    const Instruction &inst = unit[InstId{static_cast<uint32_t>(i)}];
    std::optional<unsigned> written =
        writtenModifier(unit, inst, view, word - view.modifiers.begin());
    SourceRange range =
        written ? unit.range(modifierToken(inst, *written)) : mnemonicRange(unit, inst);
    context.diagnostics.emit(
        diag::DoublePrecision{.range = range, .instruction = mnemonicText(unit, inst)});
  }
}
