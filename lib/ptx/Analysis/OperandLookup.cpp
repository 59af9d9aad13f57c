// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"

#include "ptx/Analysis/OperandViews.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// The expressions between the brackets of an address; the operand itself if it has none.
static llvm::ArrayRef<ExprId> partsOf(const SyntaxUnit &unit, const ExprId &operand) {
  const Expr *e = &unit[operand];
  if (e->kind == ExprKind::Qualified)
    e = &unit[e->child()];
  return e->kind == ExprKind::Address ? unit.list(e->list()) : llvm::ArrayRef(operand);
}

/// The argument for the first operand for which `isWanted` holds; invalid if it is missing.
template <class Test>
static ExprId findFirst(const CheckedUnit &checked, InstId inst, Test isWanted) {
  const Signature *signature = checked.signatures[inst.index];
  if (!signature)
    return {};
  const SyntaxUnit &unit = checked.scope.unit;
  llvm::ArrayRef<ExprId> operands = unit.list(unit[inst].operands());
  for (size_t i = 0; i != operands.size(); ++i) {
    const Signature::Place &place = signature->places[i];
    for (unsigned part = 0; part != place.count; ++part)
      if (isWanted(*signature->operands[place.first + part].info)) {
        llvm::ArrayRef<ExprId> parts = partsOf(unit, operands[i]);
        return part < parts.size() ? parts[part] : ExprId();
      }
  }
  return {};
}

static ExprId findById(const CheckedUnit &checked, InstId inst, OperandId id) {
  return findFirst(checked, inst, [id](const OperandInfo &operand) { return operand.id == id; });
}

ExprId view::AnyOperandView::find(OperandId operand) const {
  return findById(*checked, inst, operand);
}

ExprId ptx::findOperand(const CheckedUnit &checked, InstId inst, const OperandInfo &operand) {
  return findById(checked, inst, operand.id);
}

ExprId ptx::findOperand(const CheckedUnit &checked, InstId inst, AsyncRole role) {
  const Signature *signature = checked.signatures[inst.index];
  const OperandInfo *operand = signature ? operandOf(signature->view, role) : nullptr;
  return operand ? findOperand(checked, inst, *operand) : ExprId();
}

ExprId ptx::findAddress(const CheckedUnit &checked, InstId inst) {
  return findFirst(checked, inst,
                   [](const OperandInfo &operand) { return operand.isMemoryAddress(); });
}

ExprId ptx::findMemberMask(const CheckedUnit &checked, InstId inst) {
  return findById(checked, inst, OperandId::membermask);
}

std::optional<int64_t> ptx::integerOf(const CheckedUnit &checked, ExprId operand) {
  std::optional<Constant> value = operand ? checked.scope.constant(operand) : std::nullopt;
  return value && value->isInteger() ? std::optional(value->asSigned()) : std::nullopt;
}

std::optional<int64_t> ptx::findInteger(const CheckedUnit &checked, InstId inst, AsyncRole role) {
  return integerOf(checked, findOperand(checked, inst, role));
}
