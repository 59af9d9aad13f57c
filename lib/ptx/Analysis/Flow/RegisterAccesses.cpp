// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/RegisterAccesses.h"

using namespace ptx;

namespace {

/// Lists the accesses of the instructions in order.
class AccessReader {
public:
  AccessReader(const CheckedUnit &checked, Registers &registers, std::vector<RegisterAccess> &out)
      : checked(checked), scope(checked.scope), unit(checked.scope.unit), registers(registers),
        out(out) {}

  void instruction(InstId id);

private:
  void place(ExprId id, const Signature &signature, const Signature::Place &place);
  void operand(ExprId id, AccessKind kind);
  void list(ExprId id, AccessKind kind) {
    for (ExprId element : unit.list(unit[id].list()))
      operand(element, kind);
  }
  void name(Binding binding, TokenId token, AccessKind kind);

  const CheckedUnit &checked;
  const BodyScope &scope;
  const SyntaxUnit &unit;
  Registers &registers;
  std::vector<RegisterAccess> &out;
  AccessKind written = AccessKind::Written;
  llvm::SmallVector<RegisterAccess, 8> writes; // of the current instruction
};

} // namespace

void AccessReader::instruction(InstId id) {
  const Instruction &inst = unit[id];
  const Signature *signature = checked.signatures[id.index];
  bool guarded = inst.guard != GuardKind::None;
  if (guarded)
    name(scope.numberedGuard(id), inst.guardRegister(), AccessKind::Read);
  llvm::ArrayRef<ExprId> operands = unit.list(inst.operands());
  if (!signature) {
    for (ExprId expr : operands)
      operand(expr, AccessKind::Unknown);
    return;
  }
  written = guarded ? AccessKind::PartlyWritten : AccessKind::Written;
  for (size_t i = 0; i != operands.size(); ++i)
    place(operands[i], *signature, signature->places[i]);
  out.insert(out.end(), writes.begin(), writes.end());
  writes.clear();
}

void AccessReader::place(ExprId id, const Signature &signature, const Signature::Place &place) {
  auto kindOf = [&](unsigned i) {
    const OperandInfo &info = *signature.operands[place.first + i].info;
    return info.written && !(info.kinds & OperandKind::address) ? written : AccessKind::Read;
  };
  if (place.count == 1)
    return operand(id, kindOf(0));
  unsigned i = 0;
  for (ExprId part : unit.list(unit[id].list()))
    operand(part, kindOf(std::min<unsigned>(i++, place.count - 1)));
}

/// Adds the registers of an operand, which is as shallow as the syntax of operands.
void AccessReader::operand(ExprId id, AccessKind kind) {
  const Expr &e = unit[id];
  switch (e.kind) {
  case ExprKind::Name:
    return name(scope.numberedBinding(id), e.token, kind);
  case ExprKind::Member: {
    const Symbol *symbol = scope.symbol(scope.binding(id));
    bool isComponent = symbol && symbol->vectorLength > 1;
    return name(scope.numberedBinding(id), e.token,
                kind == AccessKind::Written && isComponent ? AccessKind::PartlyWritten : kind);
  }
  case ExprKind::Index:
  case ExprKind::Unary:
  case ExprKind::Qualified:
    return operand(e.child(), kind);
  case ExprKind::Offset:
    return operand(e.lhs(), kind);
  case ExprKind::Pair:
    operand(e.lhs(), kind);
    return operand(e.rhs(), kind);
  case ExprKind::Vector:
  case ExprKind::Arguments:
    return list(id, kind);
  case ExprKind::Address:
    return list(id, kind == AccessKind::Unknown ? kind : AccessKind::Read);
  default:
    return;
  }
}

void AccessReader::name(Binding binding, TokenId token, AccessKind kind) {
  uint32_t reg = registers.find(binding);
  if (reg == Registers::none)
    return;
  RegisterAccess access{reg, token, kind};
  if (access.writes())
    writes.push_back(access);
  else
    out.push_back(access);
}

RegisterAccesses::RegisterAccesses(const CheckedUnit &checked, Registers &registers) {
  auto count = static_cast<uint32_t>(checked.scope.unit.instructions().size());
  accesses.reserve(size_t(count) * 3);
  starts.reserve(count + 1);
  AccessReader reader(checked, registers, accesses);
  for (uint32_t i = 0; i != count; ++i) {
    starts.push_back(static_cast<uint32_t>(accesses.size()));
    reader.instruction({i});
  }
  starts.push_back(static_cast<uint32_t>(accesses.size()));
}

std::vector<RegisterAccess> ptx::accessesOf(const CheckedUnit &checked, Registers &registers,
                                            InstId inst) {
  std::vector<RegisterAccess> accesses;
  AccessReader(checked, registers, accesses).instruction(inst);
  return accesses;
}
