// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Tensor/ObjectOperands.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

bool ObjectOperand::isNoMultipleOf(uint32_t unit) const {
  return value.bits.One.countr_zero() < llvm::Log2_32(unit);
}

void ptx::forEachObject(BodyLintContext &context,
                        llvm::function_ref<void(const ObjectOperand &)> visit,
                        llvm::function_ref<bool(const ObjectInfo &)> isAsked) {
  context.forEach(Trait::NamesObject, [&](InstId inst, const InstrView &view) {
    for (const OperandInfo &operand : view.form->operands())
      if (const ObjectInfo *object = operand.object(); object && isAsked(*object))
        if (ExprId address = findOperand(context.checked, inst, operand))
          visit({inst, address, context.values().operand(inst, address), *object});
  });
}
