// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

using namespace ptx;

/// Reports a kernel that exits without a wait for its bulk copies, at the first copy. A wait under
/// the same condition as the copy counts. (Manual 9.7.9.25.1)
void ptx::checkBulkStoreAtExit(BodyLintContext &context) {
  constexpr unsigned most = 64; // maximum number of tracked copies
  const AsyncOps &ops = context.asyncOps();
  if (!ops.has(AsyncOp::BulkStore) || !context.isWhole())
    return;
  auto leaves = [&](InstId inst) {
    return context.checked.signatures[inst.index] &&
           context.view(inst).form->has(Trait::EndsThread);
  };
  unsigned count = 0;
  for (uint32_t i = 0; i != context.checked.signatures.size() && count != most; ++i) {
    if (ops[InstId{i}] != AsyncOp::BulkStore)
      continue;
    ++count;
    auto waits = [&](InstId inst) {
      return ops[inst] == AsyncOp::BulkWait && !context.areRunByOthers({i}, inst);
    };
    std::optional<InstId> exit = context.conditions().reaches({i}, leaves, waits);
    if (!exit)
      continue;
    context.diagnostics.emit(diag::BulkStoreAtExit{.range = context.mnemonicOf({i})})
        .note(context.mnemonicOf(*exit), "the kernel can end here");
    return;
  }
}
