// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/LintRules.h"
#include "ptx/Lint/Addresses/MemoryStrength.h"
#include "ptx/Lint/LintContext.h"

#include "llvm/ADT/DenseMap.h"

using namespace ptx;

/// Reports a weak or `.volatile` access to a variable to which the same function has strong
/// accesses: the weak one can race with accesses of other threads. Shared memory of a body with a
/// barrier is skipped, since its variables are set before the barrier and read after it. (Manual
/// 8.4, 8.7)
void ptx::checkMixedAccess(BodyLintContext &context) {
  auto viewOf = [&](const AddressUse &access) -> const InstrView & {
    return context.checked.signatures[access.inst.index]->view;
  };
  auto namesVariable = [](const AddressUse &use) { return use.isNamed && use.bytes != 0; };
  const AsyncOps &ops = context.asyncOps();
  bool hasBarrier =
      ops.has(AsyncOp::Barrier) || ops.has(AsyncOp::WarpBarrier) || ops.has(AsyncOp::ClusterWait);
  llvm::DenseMap<const Symbol *, InstId> strong;
  for (const AddressUse &access : context.addressUses())
    if (namesVariable(access) && isStrongAccess(viewOf(access)))
      strong.try_emplace(access.value.symbol, access.inst);
  for (const AddressUse &access : context.addressUses()) {
    if (!namesVariable(access))
      continue;
    const Symbol &symbol = *access.value.symbol;
    auto other = strong.find(&symbol);
    // Barriers order the accesses of threads of one CTA; there is no such simple ordering between
    // CTAs.
    bool canRace =
        symbol.space == StateSpace::Global || (symbol.space == StateSpace::Shared && !hasBarrier);
    if (other == strong.end() || !canRace || isStrongAccess(viewOf(access)))
      continue;
    const Instruction &inst = context.unit[other->second];
    context.diagnostics
        .emit(
            diag::MixedAccess{.range = context.unit.range(access.address),
                              .strength = isVolatileAccess(viewOf(access)) ? "`.volatile`" : "weak",
                              .name = symbol.name})
        .note(context.unit.range(inst.opcode, inst.last), "strong access here");
  }
}
