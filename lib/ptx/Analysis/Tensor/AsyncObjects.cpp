// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/AsyncObjects.h"

#include "ptx/Analysis/OperandLookup.h"

#include <cstdlib>

using namespace ptx;

static constexpr int64_t objectBytes = 8; // manual 9.7.13.15.1

/// All external arrays of shared memory are one memory. (Manual 5.1.5)
static bool isDynamic(const Symbol &symbol) {
  return symbol.space == StateSpace::Shared && symbol.linkage == Linkage::Extern;
}

bool ptx::canBeSame(const ObjectUse &a, const ObjectUse &b) {
  if (!a.isKnown() || !b.isKnown())
    return true;
  if (a.address.ref != b.address.ref)
    return isDynamic(*a.address.symbol) && isDynamic(*b.address.symbol);
  return !a.address.offset || !b.address.offset ||
         std::abs(*a.address.offset - *b.address.offset) < objectBytes;
}

bool ptx::areSame(const ObjectUse &a, const ObjectUse &b) {
  return a.isExact() && b.isExact() && a.address.ref == b.address.ref &&
         a.address.offset == b.address.offset && a.isRemote == b.isRemote;
}

std::string ptx::describe(const ObjectUse &use) {
  if (!use.isKnown())
    return "an mbarrier";
  std::string name = "`" + use.address.symbol->name.str() + "`";
  if (!use.address.offset)
    return "an mbarrier in " + name;
  if (*use.address.offset == 0)
    return name;
  return "the mbarrier at " + name + " + " + std::to_string(*use.address.offset);
}

std::vector<ObjectUse> ptx::findObjectUses(const CheckedUnit &checked, const AsyncOps &ops,
                                           llvm::function_ref<ValueAnalysis &()> values) {
  std::vector<ObjectUse> uses;
  for (InstId inst : ops.instructions()) {
    AsyncOp op = ops[inst];
    if (op == AsyncOp::Barrier)
      continue;
    ExprId operand = findOperand(checked, inst, AsyncRole::Object);
    if (!operand)
      continue;
    const InstrView &view = checked.signatures[inst.index]->view;
    KnownValue address = values().operand(inst, operand);
    bool isMulticast =
        operandOf(view, AsyncRole::Mask) && findOperand(checked, inst, AsyncRole::Mask);
    bool isRemote = isMulticast || address.object == AddressWindow::SharedCluster;
    uses.push_back({inst, op, operand, std::move(address), isRemote});
  }
  return uses;
}
