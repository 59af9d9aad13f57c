// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/LintContext.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/ADT/DenseSet.h"

using namespace ptx;
using llvm::StringRef;

/// The registers of the product of a `wgmma`, and those of its first factor, are all different.
void ptx::checkRepeatedAccumulator(BodyLintContext &context) {
  if (!context.uses(Opcode::wgmma))
    return;
  const SyntaxUnit &unit = context.unit;
  for (uint32_t i = 0; i != context.checked.signatures.size(); ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature || signature->view.form->opcode != Opcode::wgmma)
      continue;
    llvm::SmallDenseSet<uint32_t, 64> seen;
    for (StringRef name : {"d", "a"}) {
      ExprId operand = findOperand(context.checked, {i}, name);
      if (!operand || unit[operand].kind != ExprKind::Vector)
        continue;
      bool isProduct = name == "d";
      for (ExprId element : unit.list(unit[operand].list())) {
        if (unit[element].kind != ExprKind::Name)
          continue;
        uint32_t reg = context.registers().find(element);
        if (reg == Registers::none)
          continue;
        bool isOther = isProduct ? seen.insert(reg).second : !seen.contains(reg);
        if (isOther)
          continue;
        context.diagnostics.emit(diag::RepeatedAccumulator{.range = unit.range(element),
                                                           .name = unit.text(unit[element].token)});
        break;
      }
    }
  }
}
