// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/AsyncOps.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

AsyncOps::AsyncOps(const CheckedUnit &checked, const OpcodeIndex &opcodes) {
  for (Opcode opcode : opcodes.opcodes()) {
    if (!info(opcode).has(Trait::IsAsynchronous))
      continue;
    for (InstId inst : opcodes.of(opcode)) {
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
