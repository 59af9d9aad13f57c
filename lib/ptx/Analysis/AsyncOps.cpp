// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/AsyncOps.h"

using namespace ptx;

namespace {

/// An instruction with one of the modifiers `word` is `op`.
struct WordOp {
  Modifier word;
  AsyncOp op;
};

} // namespace

/// The first entry of the table whose word is among the modifiers; `otherwise` if there is none.
static AsyncOp lookUp(const InstrView &view, llvm::ArrayRef<WordOp> table, AsyncOp otherwise) {
  for (const WordOp &entry : table)
    if (llvm::is_contained(view.modifiers, entry.word))
      return entry.op;
  return otherwise;
}

static constexpr WordOp wgmmaOps[] = {{Modifier::mma_async, AsyncOp::WgmmaMma},
                                      {Modifier::fence, AsyncOp::WgmmaFence},
                                      {Modifier::commit_group, AsyncOp::WgmmaCommit},
                                      {Modifier::wait_group, AsyncOp::WgmmaWait}};

static constexpr WordOp tensorOps[] = {
    {Modifier::alloc, AsyncOp::TensorAlloc},
    {Modifier::dealloc, AsyncOp::TensorDealloc},
    {Modifier::relinquish_alloc_permit, AsyncOp::TensorRelinquish},
    {Modifier::ld, AsyncOp::TensorLoad},
    {Modifier::st, AsyncOp::TensorStore},
    {Modifier::wait_ld, AsyncOp::TensorWaitLoad},
    {Modifier::wait_st, AsyncOp::TensorWaitStore},
    {Modifier::mma, AsyncOp::TensorMma},
    {Modifier::cp, AsyncOp::TensorCopy},
    {Modifier::shift, AsyncOp::TensorShift},
    {Modifier::commit, AsyncOp::TensorCommit},
    {Modifier::fence_before_thread_sync, AsyncOp::TensorFence},
    {Modifier::fence_after_thread_sync, AsyncOp::TensorFence}};

static constexpr WordOp copyOps[] = {{Modifier::prefetch, AsyncOp::BulkPrefetch},
                                     {Modifier::commit_group, AsyncOp::BulkCommit},
                                     {Modifier::wait_group, AsyncOp::BulkWait},
                                     {Modifier::bulk_group, AsyncOp::BulkStore}};

static constexpr WordOp mapOps[] = {{Modifier::replace, AsyncOp::MapReplace},
                                    {Modifier::cp_fenceproxy, AsyncOp::MapCopyFence}};

static constexpr WordOp fenceOps[] = {{Modifier::tensormap_generic, AsyncOp::MapFence},
                                      {Modifier::async, AsyncOp::AsyncFence},
                                      {Modifier::async_generic, AsyncOp::AsyncFence}};

static constexpr WordOp mbarrierOps[] = {{Modifier::init, AsyncOp::MbarrierInit},
                                         {Modifier::inval, AsyncOp::MbarrierInval},
                                         {Modifier::test_wait, AsyncOp::MbarrierWait},
                                         {Modifier::try_wait, AsyncOp::MbarrierWait}};

static constexpr Opcode opcodes[] = {
    Opcode::wgmma, Opcode::tcgen05, Opcode::cp,       Opcode::multimem, Opcode::tensormap,
    Opcode::fence, Opcode::membar,  Opcode::mbarrier, Opcode::bar,      Opcode::barrier,
    Opcode::mapa,  Opcode::elect,   Opcode::call};

llvm::ArrayRef<Opcode> ptx::asyncOpcodes() { return opcodes; }

AsyncOp ptx::asyncOp(const InstrView &view) {
  switch (view.form->opcode) {
  case Opcode::wgmma:
    return lookUp(view, wgmmaOps, AsyncOp::None);
  case Opcode::tcgen05:
    return lookUp(view, tensorOps, AsyncOp::None);
  case Opcode::cp:
    return llvm::is_contained(view.modifiers, Modifier::bulk)
               ? lookUp(view, copyOps, AsyncOp::BulkLoad)
               : AsyncOp::None;
  case Opcode::multimem:
    return lookUp(view, copyOps, AsyncOp::Multimem);
  case Opcode::tensormap:
    return lookUp(view, mapOps, AsyncOp::None);
  case Opcode::fence:
  case Opcode::membar:
    return lookUp(view, fenceOps, AsyncOp::OtherFence);
  case Opcode::mbarrier:
    return lookUp(view, mbarrierOps, AsyncOp::MbarrierOther);
  case Opcode::bar:
  case Opcode::barrier:
    return AsyncOp::Barrier;
  case Opcode::mapa:
    return AsyncOp::Mapa;
  case Opcode::elect:
    return AsyncOp::Elect;
  case Opcode::call:
    return AsyncOp::Call;
  default:
    return AsyncOp::None;
  }
}

AsyncOps::AsyncOps(const CheckedUnit &checked) {
  for (uint32_t i = 0; i != checked.signatures.size(); ++i) {
    const Signature *signature = checked.signatures[i];
    AsyncOp op = signature ? asyncOp(signature->view) : AsyncOp::None;
    if (op == AsyncOp::None)
      continue;
    if (present == 0)
      ops.resize(checked.signatures.size());
    ops[i] = op;
    present |= uint64_t(1) << static_cast<unsigned>(op);
  }
}
