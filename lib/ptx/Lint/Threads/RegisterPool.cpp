// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Registers/RegisterBudget.h"
#include "ptx/Lint/Threads/ThreadText.h"

#include <algorithm>

using namespace ptx;

static constexpr unsigned threadsOfWarpgroup = 128;
static constexpr uint64_t registersOfMultiprocessor = 65536;

/// The minimum final number of registers of each thread of a warpgroup: the value of `setmaxnreg`,
/// if the whole warpgroup certainly executes one.
static uint64_t leastOf(BodyLintContext &context, unsigned group, uint64_t atEntry) {
  std::optional<uint64_t> certain;
  uint64_t possible = atEntry;
  unsigned first = group * threadsOfWarpgroup;
  for (InstId inst : context.instructions(Action::SetRegisterCount)) {
    auto count = static_cast<uint64_t>(countSet(context, inst).value_or(0));
    llvm::BitVector run = context.threadSets().run(inst);
    bool runsHere = false, runsAll = true;
    for (unsigned thread = first; thread != first + threadsOfWarpgroup; ++thread) {
      runsHere |= run.test(thread);
      runsAll &= run.test(thread);
    }
    if (!runsHere)
      continue;
    if (runsAll && context.threadSets().isExactlyRun(inst))
      certain = std::min(certain.value_or(count), count);
    else
      possible = std::min(possible, count);
  }
  return certain ? std::min(*certain, possible == atEntry ? *certain : possible) : possible;
}

/// Whether a thread of the group that executes none may have exited: if it does not reach `inst`,
/// it reaches an instruction that ends it.
static bool leavesBefore(BodyLintContext &context, InstId inst, const llvm::BitVector &group,
                         const llvm::BitVector &present) {
  llvm::BitVector missing = group;
  missing.reset(present);
  for (uint32_t i = 0; i != inst.index; ++i)
    if (const Signature *signature = context.checked.signatures[i];
        signature && signature->view.form->has(Trait::EndsThread) &&
        context.threadSets().run({i}).anyCommon(missing))
      return true;
  return false;
}

/// All warps of a warpgroup must execute a `setmaxnreg`, not necessarily the same instruction.
/// (Manual 9.7.19.5)
static bool checkParts(BodyLintContext &context) {
  ThreadSets &sets = context.threadSets();
  llvm::ArrayRef<InstId> insts = context.instructions(Action::SetRegisterCount);
  llvm::BitVector run(sets.threads());
  for (InstId inst : insts) {
    if (!sets.isExactlyRun(inst))
      return false;
    run |= sets.run(inst);
  }
  for (InstId inst : insts) {
    llvm::BitVector own = sets.run(inst);
    if (own.none() || sets.othersLeave(inst))
      continue;
    unsigned first =
        static_cast<unsigned>(own.find_first()) / threadsOfWarpgroup * threadsOfWarpgroup;
    unsigned all = std::min(threadsOfWarpgroup, run.size() - first);
    llvm::BitVector group(run.size());
    group.set(first, first + all);
    llvm::BitVector present = run;
    present &= group;
    if (present == group || leavesBefore(context, inst, group, present))
      continue;
    context.diagnostics.emit(
        diag::RegisterPool{.range = context.mnemonicOf(inst),
                           .why = "only " + describeThreads(present) +
                                  " of the warpgroup run a `setmaxnreg`; all of "
                                  "its warps must"});
    return true;
  }
  return false;
}

/// A CTA has a fixed number of registers from its launch: if `setmaxnreg` adds registers to one
/// warpgroup, others must release them. (Manual 9.7.19.5)
void ptx::checkRegisterPool(BodyLintContext &context) {
  if (!context.uses(Action::SetRegisterCount) || !context.isEntry() || !context.flow().isExact() ||
      !context.threadSets().isSizeKnown())
    return;
  // If the initial number is unknown, `ptxas` ignores the instruction.
  RegisterBudget budget = registerBudget(context);
  if (!budget.isFixed || checkParts(context))
    return;
  unsigned threads = context.threadSets().threads();
  if (threads % threadsOfWarpgroup != 0)
    return;
  uint64_t pool = std::min<uint64_t>(uint64_t(budget.count) * threads, registersOfMultiprocessor);
  uint64_t sum = 0;
  for (unsigned group = 0; group != threads / threadsOfWarpgroup; ++group)
    sum += leastOf(context, group, budget.count) * threadsOfWarpgroup;
  if (sum <= pool)
    return;
  InstId most;
  int64_t count = 0;
  for (InstId inst : context.instructions(Action::SetRegisterCount)) {
    int64_t asked = countSet(context, inst).value_or(0);
    if (context.view(inst).has(Modifier::inc) && asked > count)
      most = inst, count = asked;
  }
  if (!most)
    return;
  Diagnostic &d = context.diagnostics.emit(diag::RegisterPool{
      .range = context.mnemonicOf(most),
      .why = "the warpgroups ask for " + std::to_string(sum) + " registers together; the CTA has " +
             std::to_string(pool) + ", " + std::to_string(budget.count) + " for each of " +
             std::to_string(threads) + " threads, so that this waits forever"});
  budget.note(d);
}
