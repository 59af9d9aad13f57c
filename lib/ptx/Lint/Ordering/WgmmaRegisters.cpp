// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Ordering/WgmmaRegisters.h"

#include "ptx/Analysis/OperandLookup.h"

using namespace ptx;

WgmmaRegisters::WgmmaRegisters(BodyLintContext &context) : context(context) {
  context.accesses(); // gives all registers that are used their numbers
  members.resize(context.registers().size());
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i)
    if (context.asyncOps()[{i}] == AsyncOp::WgmmaMma)
      uses[i] = {setOf(findOperand(context.checked, {i}, OperandId::d), &Sets::result),
                 setOf(findOperand(context.checked, {i}, OperandId::a), &Sets::factor)};
}

/// The bit of the vector; 0 if there is none, or no room for it.
uint64_t WgmmaRegisters::setOf(ExprId vector, uint64_t Sets::*role) {
  if (!vector || context.unit[vector].kind != ExprKind::Vector)
    return 0;
  std::vector<uint32_t> regs;
  for (ExprId element : context.unit.list(context.unit[vector].list())) {
    if (context.unit[element].kind != ExprKind::Name)
      return 0;
    regs.push_back(context.registers().find(element));
  }
  std::pair key(std::move(regs), role);
  auto found = llvm::find(sets, key);
  auto number = static_cast<unsigned>(found - sets.begin());
  if (number >= 64)
    return 0;
  uint64_t bit = uint64_t(1) << number;
  if (found == sets.end()) {
    for (uint32_t reg : key.first)
      if (reg != Registers::none)
        members[reg].*role |= bit;
    sets.push_back(std::move(key));
  }
  return bit;
}

bool WgmmaRegisters::isAccessedBy(InstId inst) const {
  return context.asyncOps()[inst] != AsyncOp::WgmmaMma &&
         llvm::any_of(context.accesses()[inst], [&](const RegisterAccess &a) {
           return members[a.reg].result | members[a.reg].factor;
         });
}
