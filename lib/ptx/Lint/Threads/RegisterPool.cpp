// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Diagnostics/OrderingRules.h"
#include "ptx/Lint/LintContext.h"
#include "ptx/Lint/Registers/RegisterBudget.h"
#include "ptx/Lint/Threads/ThreadText.h"

#include <algorithm>

using namespace ptx;

static constexpr unsigned threadsOfWarpgroup = 128;
static constexpr uint64_t registersOfMultiprocessor = 65536;

/// The registers of a thread that a warpgroup has at least in the end: what `setmaxnreg` gives it,
/// if it is certain that all of it runs one.
static uint64_t leastOf(BodyLintContext &context, unsigned group, uint64_t atEntry) {
  std::optional<uint64_t> certain;
  uint64_t possible = atEntry;
  unsigned first = group * threadsOfWarpgroup;
  for (InstId inst : context.instructions(Opcode::setmaxnreg)) {
    auto count = static_cast<uint64_t>(
        findInteger(context.checked, inst, OperandId::imm_reg_count).value_or(0));
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

/// All warps of a warpgroup have to run the same `setmaxnreg`. (Manual 9.7.19.5)
static bool checkParts(BodyLintContext &context) {
  ThreadSets &sets = context.threadSets();
  for (InstId inst : context.instructions(Opcode::setmaxnreg)) {
    llvm::BitVector run = sets.run(inst);
    if (!sets.isExactlyRun(inst) || sets.othersLeave(inst))
      continue;
    for (unsigned first = 0; first < run.size(); first += threadsOfWarpgroup) {
      unsigned count = 0, all = std::min(threadsOfWarpgroup, run.size() - first);
      for (unsigned thread = first; thread != first + all; ++thread)
        count += run.test(thread);
      if (count == 0 || count == all)
        continue;
      context.diagnostics.emit(diag::RegisterPool{
          .range = context.mnemonicOf(inst),
          .why = "only " + describeThreads(run) +
                 " run this; all warps of a warpgroup must run the same `setmaxnreg`"});
      return true;
    }
  }
  return false;
}

/// A CTA has the registers that it was launched with: what `setmaxnreg` takes more in one
/// warpgroup, others have to give. (Manual 9.7.19.5)
void ptx::checkRegisterPool(BodyLintContext &context) {
  if (!context.uses(Trait::SetsRegisterCount) || !context.isEntry() || !context.flow().isExact() ||
      !context.threadSets().isSizeKnown())
    return;
  if (checkParts(context))
    return;
  unsigned threads = context.threadSets().threads();
  RegisterBudget budget = registerBudget(context);
  if (threads % threadsOfWarpgroup != 0 || !budget.isFixed)
    return;
  uint64_t pool = std::min<uint64_t>(uint64_t(budget.count) * threads, registersOfMultiprocessor);
  uint64_t sum = 0;
  for (unsigned group = 0; group != threads / threadsOfWarpgroup; ++group)
    sum += leastOf(context, group, budget.count) * threadsOfWarpgroup;
  if (sum <= pool)
    return;
  InstId most;
  int64_t count = 0;
  for (InstId inst : context.instructions(Opcode::setmaxnreg)) {
    int64_t asked = findInteger(context.checked, inst, OperandId::imm_reg_count).value_or(0);
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
