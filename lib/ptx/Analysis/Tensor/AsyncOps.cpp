// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/AsyncOps.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

using namespace ptx;

/// Whether some instruction that does this is asynchronous, too.
static bool canBeAsynchronous(Action action) {
  static const std::array<bool, numActions> answers = [] {
    std::array<bool, numActions> result{};
    for (const FormInfo &form : allForms())
      result[static_cast<size_t>(form.action)] |= form.has(Trait::IsAsynchronous);
    return result;
  }();
  return answers[static_cast<size_t>(action)];
}

AsyncOps::AsyncOps(const CheckedUnit &checked, const ActionIndex &index) {
  for (Action action : index.actions()) {
    if (!canBeAsynchronous(action))
      continue;
    for (InstId inst : index.of(action)) {
      AsyncOp op = asyncOp(checked.signatures[inst.index]->view);
      if (op == AsyncOp::None)
        continue;
      if (present == 0)
        ops.resize(checked.signatures.size());
      ops[inst.index] = op;
      insts.push_back(inst);
      present |= uint64_t(1) << static_cast<unsigned>(op);
      groups |= 1u << static_cast<unsigned>(groupOf(op));
    }
  }
  llvm::sort(insts, [](InstId a, InstId b) { return a.index < b.index; });
}
