// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/ThreadSets.h"

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
      InstId last = lasts[block];
      const Signature *signature = last ? checked.signatures[last.index] : nullptr;
      bool parts = signature && checked.scope.unit[last].guard != GuardKind::None &&
                   (signature->view.form->has(Trait::Branches) ||
                    signature->view.form->has(Trait::EndsControl));
      if (!parts) {
        bool isTable = signature && signature->view.form->has(Trait::BranchesByTable);
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
      if (signature->view.form->has(Trait::Branches) && next.size() == 2)
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
