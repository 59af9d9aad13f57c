// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"

using namespace ptx;

/// The expressions between the brackets of an address; the operand itself if it has none.
static llvm::ArrayRef<ExprId> partsOf(const SyntaxUnit &unit, const ExprId &operand) {
  const Expr *e = &unit[operand];
  if (e->kind == ExprKind::Qualified)
    e = &unit[e->child()];
  return e->kind == ExprKind::Address ? unit.list(e->list()) : llvm::ArrayRef(operand);
}

ExprId ptx::findOperand(const CheckedUnit &checked, InstId inst, OperandId operand) {
  const Signature *signature = checked.signatures[inst.index];
  if (!signature)
    return {};
  const SyntaxUnit &unit = checked.scope.unit;
  llvm::ArrayRef<ExprId> operands = unit.list(unit[inst].operands());
  for (size_t i = 0; i != operands.size(); ++i) {
    Signature::Place place = signature->places[i];
    llvm::ArrayRef<ExprId> parts = partsOf(unit, operands[i]);
    for (unsigned part = 0; part != place.count; ++part)
      if (signature->operands[place.first + part].info->id == operand)
        return part < parts.size() ? parts[part] : ExprId();
  }
  return {};
}

ExprId ptx::findOperand(const CheckedUnit &checked, InstId inst, AsyncRole role) {
  const Signature *signature = checked.signatures[inst.index];
  const OperandInfo *operand = signature ? operandOf(signature->view, role) : nullptr;
  return operand ? findOperand(checked, inst, operand->id) : ExprId();
}

static std::optional<int64_t> integerOf(const CheckedUnit &checked, ExprId id) {
  std::optional<Constant> value = id ? checked.scope.constant(id) : std::nullopt;
  return value && value->isInteger() ? std::optional(value->asSigned()) : std::nullopt;
}

std::optional<int64_t> ptx::findInteger(const CheckedUnit &checked, InstId inst,
                                        OperandId operand) {
  return integerOf(checked, findOperand(checked, inst, operand));
}

std::optional<int64_t> ptx::findInteger(const CheckedUnit &checked, InstId inst, AsyncRole role) {
  return integerOf(checked, findOperand(checked, inst, role));
}
