// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"

#include <array>

using namespace ptx;

namespace {

/// The instructions of one kind of groups. (Manual 9.7.9.25.3, 9.7.9.25.6, 9.7.15.7)
struct GroupKind {
  AsyncOp start, commit, wait;
  llvm::StringLiteral what, commitText;
};

constexpr GroupKind kinds[] = {
    {AsyncOp::BulkStore, AsyncOp::BulkCommit, AsyncOp::BulkWait, "this bulk copy",
     "cp.async.bulk.commit_group"},
    {AsyncOp::CopyStart, AsyncOp::CopyCommit, AsyncOp::CopyWait, "this copy",
     "cp.async.commit_group"},
    {AsyncOp::WgmmaMma, AsyncOp::WgmmaCommit, AsyncOp::WgmmaWait, "this product",
     "wgmma.commit_group.sync.aligned"},
};

/// An operation was started on some path; a group was committed on some path.
enum GroupFact : uint64_t { Started = 1, Committed = 2 };

class EmptyWaits {
public:
  EmptyWaits(BodyLintContext &context, const GroupKind &kind)
      : context(context), ops(context.asyncOps()), kind(kind) {}

  bool matters(InstId inst) const {
    AsyncOp op = ops[inst];
    return op == kind.start || op == kind.commit || op == kind.wait || op == AsyncOp::Call;
  }
  void step(FactsOnSomeWay &state, InstId inst) const {
    AsyncOp op = ops[inst];
    // The callee may commit a group.
    if (op == kind.start)
      state.bits |= Started;
    else if (op != kind.wait)
      state.bits |= Committed;
  }
  void visit(const FactsOnSomeWay &state, InstId inst);

private:
  BodyLintContext &context;
  const AsyncOps &ops;
  const GroupKind &kind;
  bool isReported = false;
};

} // namespace

void EmptyWaits::visit(const FactsOnSomeWay &state, InstId inst) {
  // `cp.async.wait_all` also waits for copies that are in no group.
  if (ops[inst] != kind.wait || state.bits != Started || isReported ||
      context.view(inst).form->instructionId == InstructionId::cp_async_wait_all)
    return;
  isReported = true;
  InstId start;
  for (uint32_t i = 0; i != inst.index; ++i)
    if (ops[InstId{i}] == kind.start)
      start = {i};
  Diagnostic &d = context.diagnostics.emit(
      diag::WaitWithoutCommit{.range = context.mnemonicOf(inst), .commit = kind.commitText});
  if (start)
    d.note(context.rangeOf(start), (kind.what + " is in no group").str());
  context.insertBefore(d, inst, kind.commitText);
}

/// A wait for groups waits for operations in committed groups. Without a `commit_group` on any
/// path, it waits for nothing.
void ptx::checkWaitWithoutCommit(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  for (const GroupKind &kind : kinds)
    // Copies that an mbarrier object tracks need no group.
    if (ops.has(kind.start) && ops.has(kind.wait) && context.flow().isExact() &&
        !(kind.start == AsyncOp::CopyStart && ops.has(AsyncOp::CopyArrive))) {
      EmptyWaits rule(context, kind);
      followForward<FactsOnSomeWay>(context.checked, context.flow(), rule);
    }
}
