// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Flow/Dataflow.h"

#include <algorithm>
#include <functional>

using namespace ptx;

std::vector<uint32_t> ptx::reversePostOrder(const ControlFlow &flow) {
  /// A visited block, and the number of its visited successors.
  struct Entered {
    uint32_t block;
    uint32_t entered = 0;
  };
  std::vector<uint32_t> order;
  llvm::BitVector seen(flow.size());
  std::vector<Entered> stack{{0}};
  seen.set(0);
  while (!stack.empty()) {
    Entered &top = stack.back();
    llvm::ArrayRef<uint32_t> successors = flow.successors(top.block);
    if (top.entered == successors.size()) {
      order.push_back(top.block);
      stack.pop_back();
      continue;
    }
    uint32_t to = successors[top.entered++];
    if (!seen.test(to)) {
      seen.set(to);
      stack.push_back({to});
    }
  }
  std::reverse(order.begin(), order.end());
  return order;
}

void SweepQueue::add(uint32_t number) {
  if (waiting.test(number))
    return;
  waiting.set(number);
  std::vector<uint32_t> &heap = number > last ? now : later;
  heap.push_back(number);
  std::push_heap(heap.begin(), heap.end(), std::greater<>());
}

uint32_t SweepQueue::next() {
  if (now.empty())
    now.swap(later);
  std::pop_heap(now.begin(), now.end(), std::greater<>());
  uint32_t number = now.back();
  last = number;
  now.pop_back();
  waiting.reset(number);
  return number;
}

BlockInstructions::BlockInstructions(const CheckedUnit &checked, const ControlFlow &flow,
                                     llvm::function_ref<bool(InstId)> matters) {
  llvm::ArrayRef<Stmt> statements = checked.scope.unit.statements();
  starts.reserve(flow.size() + 1);
  for (uint32_t block = 0; block != flow.size(); ++block) {
    starts.push_back(static_cast<uint32_t>(insts.size()));
    for (uint32_t i = flow[block].first.index; i != flow[block].end.index; ++i)
      if (statements[i].kind == StmtKind::Instruction && matters({statements[i].index}))
        insts.push_back({statements[i].index});
  }
  starts.push_back(static_cast<uint32_t>(insts.size()));
}
