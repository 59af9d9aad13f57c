// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Values/PathConditions.h"

#include "ptx/Analysis/Flow/Dataflow.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

PathConditions::PathConditions(const CheckedUnit &checked, const ControlFlow &flow, ValueKeys &keys)
    : checked(checked), flow(flow), blocks(checked.scope.unit.instructions().size()),
      known(flow.size()), last(flow.size()), branches(flow.size()),
      guards(checked.scope.unit.instructions().size()) {
  const SyntaxUnit &unit = checked.scope.unit;
  llvm::ArrayRef<Stmt> statements = unit.statements();
  for (uint32_t block = 0; block != flow.size(); ++block)
    for (uint32_t i = flow[block].first.index; i != flow[block].end.index; ++i) {
      if (statements[i].kind != StmtKind::Instruction)
        continue;
      InstId inst{statements[i].index};
      blocks[inst.index] = block;
      last[block] = std::nullopt;
      branches[block] = false;
      const Signature *signature = checked.signatures[inst.index];
      if (!signature || unit[inst].guard == GuardKind::None)
        continue;
      uint32_t key = keys.ofGuard(inst), other = keys.negationOf(key);
      bool isPlain = unit[inst].guard == GuardKind::Plain;
      PathCondition guard{other, isPlain == (other == key)};
      guards[inst.index] = guard;
      const FormInfo &form = *signature->view.form;
      branches[block] = form.has(Trait::Branches);
      if (form.has(Trait::Branches) || form.has(Trait::EndsControl))
        last[block] = guard;
    }
  follow();
}

/// The condition on the edge from block `from` to its successor `number`.
std::optional<PathCondition> PathConditions::ofEdge(uint32_t from, unsigned number) const {
  if (!last[from])
    return std::nullopt;
  bool isTaken = branches[from] && number == 0 && flow.successors(from).size() == 2;
  return PathCondition{last[from]->key, last[from]->isTrue == isTaken};
}

/// A condition is kept if it holds on all paths; the last few are sufficient.
void PathConditions::follow() {
  std::vector<uint32_t> order = reversePostOrder(flow);
  known[0] = List();
  llvm::BitVector changed(flow.size());
  changed.set(0);
  while (changed.any())
    for (uint32_t block : order) {
      if (!changed.test(block))
        continue;
      changed.reset(block);
      for (auto [number, to] : llvm::enumerate(flow.successors(block))) {
        List list = *known[block];
        if (std::optional<PathCondition> edge = ofEdge(block, static_cast<unsigned>(number))) {
          llvm::erase_if(list, [&](PathCondition c) { return c.key == edge->key; });
          list.push_back(*edge);
          if (list.size() > mostConditions)
            list.erase(list.begin());
        }
        if (!known[to]) {
          known[to] = std::move(list);
          changed.set(to);
          continue;
        }
        size_t before = known[to]->size();
        llvm::erase_if(*known[to], [&](PathCondition c) { return !llvm::is_contained(list, c); });
        if (known[to]->size() != before)
          changed.set(to);
      }
    }
}

PathConditions::List PathConditions::at(InstId inst) const {
  List list = known[blocks[inst.index]].value_or(List());
  if (guards[inst.index])
    list.push_back(*guards[inst.index]);
  return list;
}

bool PathConditions::contradict(InstId a, InstId b) const {
  List others = at(b);
  return llvm::any_of(at(a), [&](PathCondition c) {
    return llvm::is_contained(others, PathCondition{c.key, !c.isTrue});
  });
}

bool PathConditions::canReach(InstId from, InstId to) const {
  uint32_t target = blocks[to.index];
  if (blocks[from.index] == target && from.index < to.index)
    return true;
  llvm::BitVector seen(flow.size());
  llvm::SmallVector<uint32_t> open{blocks[from.index]};
  while (!open.empty())
    for (uint32_t next : flow.successors(open.pop_back_val())) {
      if (next == target)
        return true;
      if (!seen.test(next)) {
        seen.set(next);
        open.push_back(next);
      }
    }
  return false;
}

std::optional<InstId> PathConditions::reaches(InstId from,
                                              llvm::function_ref<bool(InstId)> isTarget,
                                              llvm::function_ref<bool(InstId)> stops) const {
  List assumed = at(from);
  auto isImpossible = [&](std::optional<PathCondition> c) {
    return c && llvm::is_contained(assumed, PathCondition{c->key, !c->isTrue});
  };
  auto isAssumed = [&](std::optional<PathCondition> c) {
    return !c || llvm::is_contained(assumed, *c);
  };
  llvm::ArrayRef<Stmt> statements = checked.scope.unit.statements();
  llvm::BitVector seen(flow.size());
  llvm::SmallVector<std::pair<uint32_t, uint32_t>> open; // of a block, from a statement on
  uint32_t start = flow[blocks[from.index]].first.index;
  while (statements[start].kind != StmtKind::Instruction || statements[start].index != from.index)
    ++start;
  open.push_back({blocks[from.index], start + 1});
  while (!open.empty()) {
    auto [block, begin] = open.pop_back_val();
    bool isStopped = false;
    for (uint32_t i = begin; i < flow[block].end.index && !isStopped; ++i) {
      if (statements[i].kind != StmtKind::Instruction)
        continue;
      InstId inst{statements[i].index};
      const std::optional<PathCondition> &guard = guards[inst.index];
      if (isTarget(inst) && !isImpossible(guard))
        return inst;
      isStopped = stops(inst) && isAssumed(guard);
    }
    if (isStopped)
      continue;
    for (auto [number, to] : llvm::enumerate(flow.successors(block)))
      if (!seen.test(to) && !isImpossible(ofEdge(block, static_cast<unsigned>(number)))) {
        seen.set(to);
        open.push_back({to, flow[to].first.index});
      }
  }
  return std::nullopt;
}
