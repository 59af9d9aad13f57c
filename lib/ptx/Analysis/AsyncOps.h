// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_ASYNCOPS_H
#define PTX_ANALYSIS_ASYNCOPS_H

#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// What an instruction has to do with asynchronous operations and their order.
enum class AsyncOp : uint8_t {
  None,
  // wgmma (manual 9.7.15)
  WgmmaMma,
  WgmmaFence,
  WgmmaCommit,
  WgmmaWait,
  // tcgen05 (manual 9.7.16)
  TensorAlloc,
  TensorDealloc,
  TensorRelinquish,
  TensorLoad,
  TensorStore,
  TensorWaitLoad,
  TensorWaitStore,
  TensorMma,
  TensorCopy,
  TensorShift,
  TensorCommit,
  TensorFence,
  // Bulk copies (manual 9.7.9.25.4, 9.7.9.25.5): those that an mbarrier object tracks, those of a
  // bulk group, the prefetches
  BulkLoad,
  BulkStore,
  BulkPrefetch,
  BulkCommit,
  BulkWait,
  // Tensor maps (manual 9.7.9.26, 9.7.13.16)
  MapReplace,
  MapCopyFence,
  // fence.proxy.async, fence.proxy.tensormap, all other fences and membar (manual 9.7.13.4)
  AsyncFence,
  MapFence,
  OtherFence,
  // mbarrier (manual 9.7.13.15)
  MbarrierInit,
  MbarrierInval,
  MbarrierWait,
  MbarrierOther,
  // bar, barrier (manual 9.7.13.1, 9.7.13.3)
  Barrier,
  // multimem.ld_reduce, .st, .red (manual 9.7.9.14)
  Multimem,
  Mapa,
  Elect,
  Call,
};

/// What an instruction of this form and with these modifiers is.
AsyncOp asyncOp(const InstrView &view);

/// The opcodes of which some instruction is one of these.
llvm::ArrayRef<Opcode> asyncOpcodes();

/// What each instruction of a body is. One with an error is none.
class AsyncOps {
public:
  /// Of a body without such instructions.
  AsyncOps() = default;
  explicit AsyncOps(const CheckedUnit &checked);

  AsyncOp operator[](InstId inst) const { return present == 0 ? AsyncOp::None : ops[inst.index]; }
  bool isEmpty() const { return present == 0; }
  /// Whether the body has such an instruction.
  bool has(AsyncOp op) const { return present >> static_cast<unsigned>(op) & 1; }

private:
  std::vector<AsyncOp> ops; // by instruction; empty if there are none
  uint64_t present = 0;     // a bit for each `AsyncOp`
};

} // namespace ptx

#endif // PTX_ANALYSIS_ASYNCOPS_H
