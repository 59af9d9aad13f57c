// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/ThreadSets.h"

#include "ptx/Analysis/Flow/Dataflow.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

ThreadSets::ThreadSets(const CheckedUnit &checked, const ControlFlow &flow, ThreadValues &values)
    : checked(checked), flow(flow), values(values),
      blocks(checked.scope.unit.instructions().size()), lasts(flow.size()), reached(flow.size()),
      exact(flow.size(), true) {
  llvm::ArrayRef<Stmt> statements = checked.scope.unit.statements();
  for (uint32_t block = 0; block != flow.size(); ++block)
    for (uint32_t i = flow[block].first.index; i != flow[block].end.index; ++i)
      if (statements[i].kind == StmtKind::Instruction) {
        blocks[statements[i].index] = block;
        lasts[block] = {statements[i].index};
      }
  follow();
}

void ThreadSets::pass(uint32_t from, uint32_t to, const llvm::BitVector &set, bool isExact) {
  if (set.none())
    return;
  bool isNew = reached[to].empty();
  if (isNew)
    reached[to].resize(threads());
  bool grows = set.test(reached[to]);
  reached[to] |= set;
  bool getsInexact = exact.test(to) && !(isExact && exact.test(from));
  if (getsInexact)
    exact.reset(to);
  if (isNew || grows || getsInexact)
    changed.set(to);
}

static bool isBranch(const CheckedUnit &checked, InstId inst) {
  return checked.signatures[inst.index]->view.form->has(Trait::Branches);
}

InstId ThreadSets::partingOf(uint32_t block) const {
  InstId last = lasts[block];
  const Signature *signature = last ? checked.signatures[last.index] : nullptr;
  bool parts =
      signature && checked.scope.unit[last].guard != GuardKind::None &&
      (signature->view.form->has(Trait::Branches) || signature->view.form->has(Trait::EndsControl));
  return parts ? last : InstId();
}

/// Each block propagates its threads until a fixed point. Sets only grow, and only few times.
void ThreadSets::follow() {
  std::vector<uint32_t> order = reversePostOrder(flow);
  changed.resize(flow.size());
  reached[0] = llvm::BitVector(threads(), true);
  changed.set(0);
  while (changed.any())
    for (uint32_t block : order) {
      if (!changed.test(block))
        continue;
      changed.reset(block);
      llvm::ArrayRef<uint32_t> next = flow.successors(block);
      InstId last = partingOf(block);
      if (!last) {
        const Signature *end = lasts[block] ? checked.signatures[lasts[block].index] : nullptr;
        bool isTable = end && end->view.form->has(Trait::BranchesByTable);
        for (uint32_t to : next)
          pass(block, to, reached[block], !isTable);
        continue;
      }
      llvm::BitVector taken = reached[block], others = reached[block];
      bool isKnown = values.knowsGuard(last);
      taken &= values.runBy(last);
      if (values.guard(last).isNumber())
        others.reset(values.runBy(last));
      // The edge to the label of a branch comes first, then the edge to the next block.
      if (isBranch(checked, last) && next.size() == 2)
        pass(block, next[0], taken, isKnown);
      if (!next.empty())
        pass(block, next.back(), others, isKnown);
    }
}

llvm::BitVector ThreadSets::reach(InstId inst) const {
  const llvm::BitVector &set = reached[blockOf(inst)];
  return set.empty() ? llvm::BitVector(threads()) : set;
}

llvm::BitVector ThreadSets::run(InstId inst) {
  llvm::BitVector set = reach(inst);
  set &= values.runBy(inst);
  return set;
}

bool ThreadSets::canAvoid(unsigned thread, uint32_t avoided) {
  llvm::BitVector seen(flow.size());
  llvm::SmallVector<uint32_t> open;
  auto visit = [&](uint32_t block) {
    if (block != avoided && !seen.test(block)) {
      seen.set(block);
      open.push_back(block);
    }
  };
  visit(0);
  while (!open.empty()) {
    uint32_t block = open.pop_back_val();
    llvm::ArrayRef<uint32_t> next = flow.successors(block);
    InstId last = partingOf(block);
    bool isKnown = last && values.guard(last).isNumber();
    bool isTaken = isKnown && values.runBy(last).test(thread);
    bool isExit = last && !isBranch(checked, last);
    if (next.empty() || (isExit && (!isKnown || isTaken)))
      return true;
    // As in `follow`, the edge to the label comes first.
    if (isKnown && !isExit && next.size() == 2)
      visit(isTaken ? next[0] : next[1]);
    else
      llvm::for_each(next, visit);
  }
  return false;
}

bool ThreadSets::isCertainlyRun(InstId inst) {
  bool isKnown = checked.scope.unit[inst].guard == GuardKind::None || values.guard(inst).isNumber();
  int thread = run(inst).find_first();
  // A CTA whose size is not known has at least its first thread.
  bool exists = thread == 0 || (thread > 0 && isSizeKnown());
  return flow.isExact() && isKnown && exists &&
         !canAvoid(static_cast<unsigned>(thread), blockOf(inst));
}

bool ThreadSets::othersLeave(InstId inst) const {
  llvm::BitVector here = reach(inst);
  for (uint32_t block = 0; block != flow.size(); ++block) {
    if (reached[block].empty() || !reached[block].test(here))
      continue;
    // Some of the other threads reach this block. Is it after the instruction, or does it have an
    // effect?
    InstId last = lasts[block];
    bool isBefore = block < blockOf(inst);
    const Signature *signature = last ? checked.signatures[last.index] : nullptr;
    bool ends = signature && signature->view.form->has(Trait::EndsControl);
    if (!isBefore && !(ends && flow[block].end.index - flow[block].first.index <= 2))
      return false;
  }
  return true;
}
