// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/SymbolAccess.h"

#include "ptx/Sema/Constant.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;

uint32_t SymbolAccess::unit() const {
  uint32_t known = std::min(symbol->alignment, bytes);
  bool areKnown = llvm::isPowerOf2_32(known) && llvm::isPowerOf2_32(bytes);
  return areKnown ? known : 1;
}

bool ptx::accessesMemory(Opcode opcode) {
  switch (opcode) {
  case Opcode::ld:
  case Opcode::ldu:
  case Opcode::st:
  case Opcode::atom:
  case Opcode::red:
    return true;
  default:
    return false;
  }
}

/// The size of what goes between registers and memory: the first operand with a type that is no
/// address.
static uint32_t bytesOf(const Signature &signature) {
  for (const ExpectedOperand &operand : signature.operands) {
    if (operand.info->kinds & OperandKind::address || !operand.shape.type)
      continue;
    uint32_t bits = info(*operand.shape.type).width * (operand.shape.twice ? 2 : 1);
    return bits / 8 * std::max<uint32_t>(operand.shape.elements, 1);
  }
  return 0;
}

/// The expression inside of the brackets of the first address; invalid if there is none.
static ExprId addressOf(const SyntaxUnit &unit, const Instruction &inst) {
  for (ExprId id : unit.list(inst.operands())) {
    const Expr *e = &unit[id];
    if (e->kind == ExprKind::Qualified)
      e = &unit[e->child()];
    if (e->kind == ExprKind::Address && e->list().count == 1)
      return unit.list(e->list()).front();
  }
  return {};
}

std::vector<SymbolAccess> ptx::findSymbolAccesses(const CheckedUnit &checked) {
  std::vector<SymbolAccess> result;
  const BodyScope &scope = checked.scope;
  const SyntaxUnit &unit = scope.unit;
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    if (!signature || !accessesMemory(signature->view.form->opcode))
      continue;
    ExprId address = addressOf(unit, unit[InstId{i}]);
    if (!address)
      continue;
    bool hasOffset = unit[address].kind == ExprKind::Offset;
    ExprId base = hasOffset ? unit[address].lhs() : address;
    if (unit[base].kind != ExprKind::Name)
      continue;
    const Symbol *symbol = scope.symbol(scope.binding(base));
    if (!symbol || !symbol->isMemory())
      continue;
    std::optional<Constant> offset = Constant::ofInteger(0, false);
    if (hasOffset)
      offset = scope.constant(unit[address].rhs());
    if (offset && offset->isInteger())
      result.push_back(
          {{i}, address, scope.binding(base), symbol, offset->asSigned(), bytesOf(*signature)});
  }
  return result;
}
