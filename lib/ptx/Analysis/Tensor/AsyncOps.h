// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_TENSOR_ASYNCOPS_H
#define PTX_ANALYSIS_TENSOR_ASYNCOPS_H

#include "ptx/Analysis/Flow/ActionIndex.h"
#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// The role of each instruction of a body in asynchronous operations. An instruction with an error
/// has none.
class AsyncOps {
public:
  /// For a body without such instructions.
  AsyncOps() = default;
  AsyncOps(const CheckedUnit &checked, const ActionIndex &index);

  AsyncOp operator[](InstId inst) const { return present == 0 ? AsyncOp::None : ops[inst.index]; }
  bool isEmpty() const { return present == 0; }
  /// The instructions with a role, in source order.
  llvm::ArrayRef<InstId> instructions() const { return insts; }
  /// Whether the body has such an instruction.
  bool has(AsyncOp op) const { return present >> static_cast<unsigned>(op) & 1; }
  /// Whether the body has an instruction of the group.
  bool has(AsyncGroup group) const { return groups >> static_cast<unsigned>(group) & 1; }

private:
  std::vector<AsyncOp> ops; // by instruction; empty if there are none
  std::vector<InstId> insts;
  uint64_t present = 0; // a bit for each `AsyncOp`
  uint32_t groups = 0;  // a bit for each `AsyncGroup`
};

} // namespace ptx

#endif // PTX_ANALYSIS_TENSOR_ASYNCOPS_H
