// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Uniformity.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

Uniformity::Uniformity(const CheckedUnit &checked, Registers &registers,
                       const RegisterAccesses &accesses)
    : checked(checked), unit(checked.scope.unit), registers(registers),
      writers(registers.size(), none) {
  for (uint32_t i = 0; i != unit.instructions().size(); ++i)
    for (const RegisterAccess &access : accesses[InstId{i}])
      if (access.kind != AccessKind::Read)
        writers[access.reg] =
            writers[access.reg] == none && access.kind == AccessKind::Written ? i : several;
}

const Signature *Uniformity::writerOf(Binding name, llvm::ArrayRef<ExprId> &operands) const {
  uint32_t reg = registers.find(name);
  if (reg == Registers::none || writers[reg] >= several)
    return nullptr;
  operands = unit.list(unit[InstId{writers[reg]}].operands());
  return checked.signatures[writers[reg]];
}

bool Uniformity::isConstant(ExprId operand) const {
  return checked.scope.constant(operand).has_value();
}

llvm::StringRef Uniformity::sourceOf(ExprId operand) const {
  // Definitions can be cyclic in unreachable code.
  constexpr unsigned maxSteps = 32;
  for (unsigned steps = 0; steps != maxSteps; ++steps) {
    const Expr &e = unit[operand];
    if (e.kind != ExprKind::Name && e.kind != ExprKind::Member)
      return {};
    Binding binding = checked.scope.numberedBinding(operand);
    if (binding.symbol.isSpecial()) {
      const SpecialRegisterInfo &of = info(binding.symbol.specialRegister());
      bool isFirst =
          of.components == 1 || (e.kind == ExprKind::Member && unit.text(e.component()) == ".x");
      return of.variesByLane && isFirst ? unit.source(operand) : llvm::StringRef();
    }
    llvm::ArrayRef<ExprId> operands;
    const Signature *writer = writerOf(binding, operands);
    if (!writer || operands.size() < 2 || !writer->view.form->has(Trait::KeepsDifferences))
      return {};
    if (!llvm::all_of(operands.drop_front(2), [&](ExprId other) { return isConstant(other); }))
      return {};
    operand = operands[1];
  }
  return {};
}

llvm::StringRef Uniformity::sourceOfPredicate(Binding predicate) const {
  llvm::ArrayRef<ExprId> operands;
  const Signature *writer = writerOf(predicate, operands);
  if (!writer || writer->view.form->action != Action::Compare || operands.size() != 3 ||
      !isConstant(operands[2]))
    return {};
  bool isEquality = writer->view.has(Modifier::eq) || writer->view.has(Modifier::ne);
  return isEquality ? sourceOf(operands[1]) : llvm::StringRef();
}
