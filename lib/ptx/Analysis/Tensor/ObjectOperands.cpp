// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/ObjectOperands.h"

#include "ptx/Analysis/OperandLookup.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

bool ObjectOperand::isNoMultipleOf(uint32_t unit) const {
  return value.bits.One.countr_zero() < llvm::Log2_32(unit);
}

std::vector<ObjectOperand> ptx::findObjectOperands(const CheckedUnit &checked,
                                                   llvm::ArrayRef<InstId> insts,
                                                   ValueAnalysis &values) {
  std::vector<ObjectOperand> found;
  for (InstId inst : insts)
    for (const OperandInfo &operand : checked.signatures[inst.index]->view.form->operands())
      if (const ObjectInfo *object = operand.object())
        if (ExprId address = findOperand(checked, inst, operand))
          found.push_back({inst, address, values.operand(inst, address), *object});
  return found;
}
