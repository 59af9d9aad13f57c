// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/LintContext.h"

#include "ptx/Sema/Instructions/InstructionText.h"

#include "llvm/ADT/DenseMap.h"

using namespace ptx;

/// The first register of a vector that an earlier vector also contains; invalid if there is none.
static ExprId firstShared(BodyLintContext &context, llvm::ArrayRef<ExprId> operands) {
  const SyntaxUnit &unit = context.unit;
  llvm::DenseMap<uint32_t, ExprId> vectorOf; // by register
  for (ExprId operand : operands) {
    if (unit[operand].kind != ExprKind::Vector)
      continue;
    for (ExprId element : unit.list(unit[operand].list())) {
      if (unit[element].kind != ExprKind::Name)
        continue;
      uint32_t reg = context.registers().find(element);
      if (reg != Registers::none && vectorOf.try_emplace(reg, operand).first->second != operand)
        return element;
    }
  }
  return {};
}

/// Some instructions require that their vectors, source or destination, have no register in common;
/// else the behavior is undefined. (Manual of PTX 9.4, 9.7.10.30, 9.7.10.31)
void ptx::checkOverlappingVectors(BodyLintContext &context) {
  const SyntaxUnit &unit = context.unit;
  context.forEach(Trait::KeepsVectorsApart, [&](InstId inst, const InstrView &) {
    ExprId shared = firstShared(context, unit.list(unit[inst].operands()));
    if (shared)
      context.diagnostics.emit(
          diag::OverlappingVectors{.range = unit.range(shared),
                                   .name = unit.source(shared),
                                   .instruction = mnemonicText(unit, unit[inst])});
  });
}
