// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// Until `griddepcontrol.wait`, the preceding grid may still run, and read the written memory.
/// (Manual 9.7.13.13)
void ptx::checkEarlyGridStore(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::GridWait) || !context.isEntry() || !context.flow().isExact())
    return;
  constexpr unsigned most = 32; // maximum number of tracked stores
  unsigned count = 0;
  for (uint32_t i = 0; i != context.checked.signatures.size() && count != most; ++i) {
    const Signature *signature = context.checked.signatures[i];
    if (!signature || ops[InstId{i}] != AsyncOp::None)
      continue;
    const InstrView &view = signature->view;
    bool writes =
        view.form->has(Trait::StoresByGenericProxy) || view.form->has(Trait::AccessesAtomically);
    if (!writes || windowOf(view) != AddressWindow::Global)
      continue;
    ++count;
    auto waits = [&](InstId inst) { return ops[inst] == AsyncOp::GridWait; };
    auto never = [](InstId) { return false; };
    std::optional<InstId> wait = context.conditions().reaches({i}, waits, never);
    if (!wait)
      continue;
    bool isAfter = false;
    for (uint32_t other = 0; other != context.checked.signatures.size() && !isAfter; ++other)
      isAfter = waits({other}) && context.conditions().canReach({other}, {i});
    if (isAfter)
      continue;
    context.diagnostics.emit(diag::EarlyGridStore{.range = context.mnemonicOf({i})})
        .note(context.rangeOf(*wait), "the wait is here");
    return;
  }
}
