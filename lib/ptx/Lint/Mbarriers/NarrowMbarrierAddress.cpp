// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// Where addresses have 64 bits, one of 32 bits without a state space is hardly a generic address: it is
/// one of shared memory. (Manual 9.7.13.15.9)
void ptx::checkNarrowMbarrierAddress(BodyLintContext &context) {
  if (!context.asyncOps().has(AsyncGroup::Mbarriers) ||
      !context.whole.tables.header.wideAddresses)
    return;
  context.forEach(Trait::IsAsynchronous, [&](InstId inst, const InstrView &view) {
    if (groupOf(asyncOp(view)) != AsyncGroup::Mbarriers ||
        windowOf(view) != AddressWindow::Unknown)
      return;
    ExprId address = findOperand(context.checked, inst, AsyncRole::Object);
    if (!address)
      return;
    ExprId base =
        context.unit[address].kind == ExprKind::Offset ? context.unit[address].lhs() : address;
    uint32_t reg = context.unit[base].kind == ExprKind::Name ? context.registers().find(base)
                                                             : Registers::none;
    if (reg == Registers::none)
      return;
    const Symbol &declared = context.registers().declaration(reg);
    if (declared.type && info(*declared.type).width == 32)
      context.diagnostics.emit(diag::NarrowMbarrierAddress{
          .range = context.unit.range(address), .name = context.unit.source(base)});
  });
}
