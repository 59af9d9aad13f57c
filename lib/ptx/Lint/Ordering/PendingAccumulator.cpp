// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/Ordering/WgmmaRegisters.h"

#include "ptx/Analysis/Dataflow.h"
#include "ptx/Analysis/OperandLookup.h"

#include <array>

using namespace ptx;

namespace {

/// The sets of registers that are pending on every way, by how many wgmma-groups were made after
/// their `wgmma.mma_async`, at most.
struct Pending {
  static constexpr unsigned maxGroups = 8;

  /// Bit s of `within[n]`: set s is pending, and at most n groups were made since.
  std::array<uint64_t, maxGroups> within = {};

  void start(uint64_t sets) {
    for (uint64_t &bits : within)
      bits |= sets;
  }
  void commit() {
    std::copy_backward(within.begin(), within.end() - 1, within.end());
    within[0] = 0;
  }
  /// Those before the last `groups` groups are complete.
  void wait(uint64_t groups) {
    if (groups < maxGroups)
      for (uint64_t &bits : within)
        bits &= within[groups];
  }
  uint64_t all() const { return within.back(); }

  bool meet(const Pending &other) {
    Pending old = *this;
    for (unsigned i = 0; i != maxGroups; ++i)
      within[i] &= other.within[i];
    return within != old.within;
  }
};

/// What pending registers an instruction touches first.
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
  void step(Pending &state, InstId inst) const;
  void visit(const Pending &state, InstId inst);

private:
  void remember(InstId inst);
  bool movesResult(InstId inst) const;
  Touched touched(uint64_t pending, InstId inst) const;

  BodyLintContext &context;
  const AsyncOps &ops;
  WgmmaRegisters sets;
  std::array<InstId, 64> origins = {}; // by set: the last mma in front, in the source
  uint64_t reported = 0;
};

} // namespace

bool PendingAccumulators::matters(InstId inst) const {
  switch (ops[inst]) {
  case AsyncOp::WgmmaMma:
  case AsyncOp::WgmmaCommit:
  case AsyncOp::WgmmaWait:
  case AsyncOp::Call:
    return true;
  default:
    return sets.isAccessedBy(inst);
  }
}

void PendingAccumulators::step(Pending &state, InstId inst) const {
  switch (ops[inst]) {
  case AsyncOp::WgmmaMma:
    if (context.unit[inst].guard == GuardKind::None)
      state.start(sets.resultOf(inst) | sets.factorOf(inst));
    break;
  case AsyncOp::WgmmaCommit:
    state.commit();
    break;
  case AsyncOp::WgmmaWait:
    state.wait(static_cast<uint64_t>(findInteger(context.checked, inst, OperandId::N).value_or(0)));
    break;
  case AsyncOp::Call: // which can wait
    state = {};
    break;
  default:
    break;
  }
}

/// Whether it moves a register of some D to another, as compilers do where a product goes on in
/// other registers. `ptxas` gives both one place.
bool PendingAccumulators::movesResult(InstId inst) const {
  const Signature *signature = context.checked.signatures[inst.index];
  llvm::ArrayRef<RegisterAccess> regs = context.accesses()[inst];
  return signature && signature->view.form->has(Trait::Copies) && regs.size() == 2 &&
         llvm::any_of(regs, [&](const RegisterAccess &access) {
           return !access.writes() && sets.resultsWith(access.reg);
         });
}

Touched PendingAccumulators::touched(uint64_t pending, InstId inst) const {
  bool isMma = ops[inst] == AsyncOp::WgmmaMma;
  for (const RegisterAccess &access : context.accesses()[inst]) {
    // Products of one shape are in order among themselves, so that D may be the same.
    if (access.kind == AccessKind::Unknown || (isMma && access.writes()))
      continue;
    if (uint64_t results = pending & sets.resultsWith(access.reg); results && !movesResult(inst))
      return {results, access, true};
    if (uint64_t factors = pending & sets.factorsWith(access.reg); factors && access.writes())
      return {factors, access, false};
  }
  return {};
}

void PendingAccumulators::visit(const Pending &state, InstId inst) {
  if (Touched what = touched(state.all() & ~reported, inst); what.sets) {
    reported |= what.sets;
    const Instruction &mma =
        context.unit[origins[static_cast<unsigned>(llvm::countr_zero(what.sets))]];
    context.diagnostics
        .emit(diag::PendingAccumulator{.range = context.unit.range(what.access.name),
                                       .name = context.unit.text(what.access.name),
                                       .use = what.access.writes() ? "written" : "read",
                                       .pending = what.isResult ? "write" : "read"})
        .note(context.unit.range(mma.opcode, mma.last), "`wgmma.mma_async` here");
  }
  remember(inst);
}

void PendingAccumulators::remember(InstId inst) {
  for (uint64_t now = sets.resultOf(inst) | sets.factorOf(inst); now; now &= now - 1)
    origins[static_cast<unsigned>(llvm::countr_zero(now))] = inst;
}

void PendingAccumulators::run() {
  for (auto i = static_cast<uint32_t>(context.unit.instructions().size()); i != 0; --i)
    remember({i - 1}); // control need not follow the order of the source
  followForward<Pending>(context.checked, context.flow(), *this);
}

/// D and a register A belong to an asynchronous product until a `wgmma.wait_group` has waited for
/// it. What is pending on every way to the instruction is told, once for each vector.
/// (Manual 9.7.15.7.3)
void ptx::checkPendingAccumulator(BodyLintContext &context) {
  if (context.asyncOps().has(AsyncOp::WgmmaMma) && context.flow().isExact())
    PendingAccumulators(context).run();
}
