// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/WgmmaRegisters.h"

#include "ptx/Analysis/Flow/Dataflow.h"

#include <array>

using namespace ptx;

namespace {

/// The first pending registers that an instruction accesses.
struct Touched {
  uint64_t sets = 0;
  RegisterAccess access = {};
  bool isResult = false;
};

class PendingAccumulators {
public:
  explicit PendingAccumulators(BodyLintContext &context)
      : context(context), ops(context.asyncOps()), sets(context) {}

  void run();
  bool matters(InstId inst) const;
  void step(PendingRegisters &state, InstId inst) const;
  void visit(const PendingRegisters &state, InstId inst);

private:
  void remember(InstId inst);
  bool movesResult(InstId inst) const;
  bool hasGroupBetween(InstId mma, InstId use) const;
  Touched touched(uint64_t pending, InstId inst) const;

  BodyLintContext &context;
  const AsyncOps &ops;
  WgmmaRegisters sets;
  std::array<InstId, 64> origins = {}; // by set: the last mma before it in the source
  uint64_t reported = 0;
};

} // namespace

bool PendingAccumulators::matters(InstId inst) const {
  return PendingRegisters::isChangedBy(ops[inst]) || sets.isAccessedBy(inst);
}

void PendingAccumulators::step(PendingRegisters &state, InstId inst) const {
  state.step(context, sets, inst);
}

/// Whether it copies a register of some D to another, as compilers do if a product continues in
/// other registers. `ptxas` assigns both to the same register.
bool PendingAccumulators::movesResult(InstId inst) const {
  const Signature *signature = context.checked.signatures[inst.index];
  llvm::ArrayRef<RegisterAccess> regs = context.accesses()[inst];
  return signature && signature->view.form->action == Action::Move && regs.size() == 2 &&
         llvm::any_of(regs, [&](const RegisterAccess &access) {
           return !access.writes() && sets.resultsWith(access.reg);
         });
}

/// Whether the product is committed before the use, in the source.
bool PendingAccumulators::hasGroupBetween(InstId mma, InstId use) const {
  return llvm::any_of(ops.instructions(), [&](InstId inst) {
    return ops[inst] == AsyncOp::WgmmaCommit && inst.index > mma.index && inst.index < use.index;
  });
}

Touched PendingAccumulators::touched(uint64_t pending, InstId inst) const {
  bool isMma = ops[inst] == AsyncOp::WgmmaMma;
  for (const RegisterAccess &access : context.accesses()[inst]) {
    // Products of the same shape are mutually ordered, so they may share D.
    if (access.kind == AccessKind::Unknown || (isMma && access.writes()))
      continue;
    if (uint64_t results = pending & sets.resultsWith(access.reg); results && !movesResult(inst))
      return {results, access, true};
    if (uint64_t factors = pending & sets.factorsWith(access.reg); factors && access.writes())
      return {factors, access, false};
  }
  return {};
}

void PendingAccumulators::visit(const PendingRegisters &state, InstId inst) {
  if (Touched what = touched(state.all() & ~reported, inst); what.sets) {
    reported |= what.sets;
    InstId mma = origins[static_cast<unsigned>(llvm::countr_zero(what.sets))];
    Diagnostic &d =
        context.diagnostics
            .emit(diag::PendingAccumulator{.range = context.unit.range(what.access.name),
                                           .name = context.unit.text(what.access.name),
                                           .use = what.access.writes() ? "written" : "read",
                                           .pending = what.isResult ? "write" : "read"})
            .note(context.rangeOf(mma), "`wgmma.mma_async` here");
    context.explainWait(d, AsyncOp::WgmmaWait, mma, inst);
    if (hasGroupBetween(mma, inst))
      context.insertBefore(d, inst, "wgmma.wait_group.sync.aligned 0");
  }
  remember(inst);
}

void PendingAccumulators::remember(InstId inst) {
  for (uint64_t now = sets.resultOf(inst) | sets.factorOf(inst); now; now &= now - 1)
    origins[static_cast<unsigned>(llvm::countr_zero(now))] = inst;
}

void PendingAccumulators::run() {
  for (auto i = static_cast<uint32_t>(context.unit.instructions().size()); i != 0; --i)
    remember({i - 1}); // control flow may differ from source order
  followForward<PendingRegisters>(context.checked, context.flow(), *this);
}

/// D and a register A are in use by an asynchronous product until a `wgmma.wait_group` for it.
/// Registers that are pending on every path to the instruction are reported, once for each vector.
/// (Manual 9.7.15.7.3)
void ptx::checkPendingAccumulator(BodyLintContext &context) {
  const AsyncOps &ops = context.asyncOps();
  // A wait without a group is reported by `checkWaitWithoutCommit`.
  bool isInNoGroup =
      ops.has(AsyncOp::WgmmaWait) && !ops.has(AsyncOp::WgmmaCommit) && !ops.has(AsyncOp::Call);
  if (ops.has(AsyncOp::WgmmaMma) && !isInNoGroup && context.flow().isExact())
    PendingAccumulators(context).run();
}
