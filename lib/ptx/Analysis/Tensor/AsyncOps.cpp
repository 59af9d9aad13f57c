// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/AsyncOps.h"

using namespace ptx;

AsyncOps::AsyncOps(const CheckedUnit &checked) {
  for (size_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    AsyncOp op = signature ? asyncOp(signature->view) : AsyncOp::None;
    if (op == AsyncOp::None)
      continue;
    if (present == 0)
      ops.resize(checked.signatures.size());
    ops[i] = op;
    present |= uint64_t(1) << static_cast<unsigned>(op);
    groups |= 1u << static_cast<unsigned>(groupOf(op));
  }
}
