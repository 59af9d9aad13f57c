// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Lint/Ordering/WgmmaRegisters.h"

#include "ptx/Analysis/OperandViews.h"

using namespace ptx;

WgmmaRegisters::WgmmaRegisters(BodyLintContext &context) : context(context) {
  context.accesses(); // numbers all registers that are used
  members.resize(context.registers().size());
  for (uint32_t i = 0; i != context.unit.instructions().size(); ++i)
    if (std::optional<view::WgmmaMma> mma = view::WgmmaMma::of(context.checked, {i}))
      uses[i] = {setOf(mma->d(), &Sets::result), setOf(mma->a(), &Sets::factor)};
}

/// The bit of the vector; 0 if there is none, or if all bits are used.
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

unsigned WgmmaRegisters::countResults(uint64_t wanted) const {
  return static_cast<unsigned>(
      llvm::count_if(members, [&](const Sets &sets) { return sets.result & wanted; }));
}

//===-- What is pending -----------------------------------------------------------------------===//

bool PendingRegisters::isChangedBy(AsyncOp op) {
  return op == AsyncOp::WgmmaMma || op == AsyncOp::WgmmaCommit || op == AsyncOp::WgmmaWait ||
         op == AsyncOp::Call;
}

void PendingRegisters::start(uint64_t sets) {
  for (uint64_t &bits : within)
    bits |= sets;
}

void PendingRegisters::commit() {
  std::copy_backward(within.begin(), within.end() - 1, within.end());
  within[0] = 0;
}

/// Sets before the last `groups` groups are complete.
void PendingRegisters::wait(uint64_t groups) {
  if (groups < maxGroups)
    for (uint64_t &bits : within)
      bits &= within[groups];
}

bool PendingRegisters::meet(const PendingRegisters &other) {
  std::array<uint64_t, maxGroups> old = within;
  for (unsigned i = 0; i != maxGroups; ++i)
    within[i] &= other.within[i];
  return within != old;
}

void PendingRegisters::step(BodyLintContext &context, const WgmmaRegisters &sets, InstId inst) {
  switch (context.asyncOps()[inst]) {
  case AsyncOp::WgmmaMma:
    if (context.unit[inst].guard == GuardKind::None)
      start(sets.resultOf(inst) | sets.factorOf(inst));
    break;
  case AsyncOp::WgmmaCommit:
    commit();
    break;
  case AsyncOp::WgmmaWait:
    wait(static_cast<uint64_t>(findInteger(context.checked, inst, AsyncRole::Count).value_or(0)));
    break;
  case AsyncOp::Call: // the callee can wait
    *this = {};
    break;
  default:
    break;
  }
}
