// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Sema/Instructions/InstructionText.h"

using namespace ptx;

/// Reports a shift by the width of the value or more, whose result contains none of its bits.
/// (Manual 9.7.8.8, 9.7.8.9)
void ptx::checkShiftCount(BodyLintContext &context) {
  const SyntaxUnit &unit = context.unit;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature)
      continue;
    llvm::ArrayRef<ExprId> operands = unit.list(unit[InstId{i}].operands());
    for (size_t n = 0; n != operands.size(); ++n) {
      if (!signature->operands[signature->places[n].first].info->shiftCount)
        continue;
      std::optional<Constant> count = context.scope.constant(operands[n]);
      // The shifted value has the type of the result.
      std::optional<TypeId> type = signature->operands.front().shape.type;
      if (!count || !count->isInteger() || !type || count->bits < info(*type).width)
        continue;
      context.diagnostics.emit(
          diag::ShiftCount{.range = unit.range(operands[n]),
                           .instruction = mnemonicText(unit, unit[InstId{i}]),
                           .count = count->bits,
                           .result = info(*type).kind == TypeKind::Signed ? "0 or -1" : "0"});
    }
  }
}
