// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Program.h"

#include "llvm/ADT/BitVector.h"

using namespace ptx;
using namespace ptx::execution;

namespace {

/// The basic blocks of a routine, and the blocks that all paths from a block have in common.
class Blocks {
public:
  Blocks(const Program &program, const Routine &routine) : program(program), routine(routine) {
    findBlocks();
    findEdges();
    findPostDominators();
  }

  /// The instruction where all paths from the end of the block at `pc` converge; `none` if it is
  /// the end of the routine.
  uint32_t joinOf(uint32_t pc) const {
    uint32_t block = dominator[blockOf(pc)];
    return block < starts.size() ? starts[block] : Operation::none;
  }

private:
  uint32_t blockOf(uint32_t pc) const {
    return static_cast<uint32_t>(llvm::upper_bound(starts, pc) - starts.begin()) - 1;
  }
  void findBlocks();
  void findEdges();
  void findPostDominators();
  uint32_t intersect(uint32_t a, uint32_t b) const;

  const Program &program;
  const Routine &routine;
  std::vector<uint32_t> starts;
  std::vector<llvm::SmallVector<uint32_t, 2>> next, previous;
  std::vector<uint32_t> dominator, order; // order: number in postorder of the reversed graph
};

} // namespace

static bool endsBlock(const Operation &op) {
  return op.view->form->has(Trait::Branches) || op.view->form->has(Trait::BranchesByTable) ||
         op.view->form->has(Trait::EndsControl);
}

void Blocks::findBlocks() {
  llvm::BitVector begins(routine.end - routine.first + 1);
  begins.set(0);
  auto begin = [&](uint32_t pc) {
    if (pc < routine.end)
      begins.set(pc - routine.first);
  };
  for (uint32_t pc = routine.first; pc != routine.end; ++pc) {
    const Operation &op = program.operations[pc];
    if (endsBlock(op))
      begin(pc + 1);
    if (op.target != Operation::none)
      begin(op.target);
    if (op.table != Operation::none)
      for (uint32_t target : program.tables[op.table])
        begin(target);
  }
  for (unsigned i : begins.set_bits())
    if (routine.first + i < routine.end)
      starts.push_back(routine.first + i);
}

void Blocks::findEdges() {
  uint32_t count = static_cast<uint32_t>(starts.size());
  next.resize(count + 1); // the last: the end
  previous.resize(count + 1);
  auto add = [&](uint32_t from, uint32_t to) {
    next[from].push_back(to);
    previous[to].push_back(from);
  };
  for (uint32_t b = 0; b != count; ++b) {
    uint32_t end = b + 1 < count ? starts[b + 1] : routine.end;
    const Operation &last = program.operations[end - 1];
    bool isBranch = last.target != Operation::none || last.table != Operation::none;
    bool ends = endsBlock(last);
    if (last.target != Operation::none)
      add(b, last.target < routine.end ? blockOf(last.target) : count);
    if (last.table != Operation::none)
      for (uint32_t target : program.tables[last.table])
        add(b, target < routine.end ? blockOf(target) : count);
    // Paths that end the thread do not converge; `trap` does not count as a path.
    if (ends && !isBranch && !last.traps())
      add(b, count);
    if (!ends || last.guard != Operation::none)
      add(b, b + 1 < count ? b + 1 : count);
  }
}

uint32_t Blocks::intersect(uint32_t a, uint32_t b) const {
  while (a != b) {
    while (order[a] < order[b])
      a = dominator[a];
    while (order[b] < order[a])
      b = dominator[b];
  }
  return a;
}

void Blocks::findPostDominators() {
  uint32_t count = static_cast<uint32_t>(starts.size());
  // A depth-first walk from the end, against the edges.
  std::vector<uint32_t> postorder;
  std::vector<uint8_t> seen(count + 1);
  std::vector<std::pair<uint32_t, uint32_t>> stack{{count, 0}};
  seen[count] = 1;
  while (!stack.empty()) {
    auto &[block, edge] = stack.back();
    if (edge == previous[block].size()) {
      postorder.push_back(block);
      stack.pop_back();
      continue;
    }
    uint32_t to = previous[block][edge++];
    if (!seen[to]) {
      seen[to] = 1;
      stack.push_back({to, 0});
    }
  }
  order.assign(count + 1, 0);
  for (uint32_t i = 0; i != postorder.size(); ++i)
    order[postorder[i]] = i;
  constexpr uint32_t undefined = ~0u;
  dominator.assign(count + 1, undefined);
  dominator[count] = count;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t block : llvm::reverse(postorder)) {
      if (block == count)
        continue;
      uint32_t best = undefined;
      for (uint32_t to : next[block])
        if (dominator[to] != undefined)
          best = best == undefined ? to : intersect(best, to);
      if (best != dominator[block]) {
        dominator[block] = best;
        changed = true;
      }
    }
  }
}

void execution::findJoins(Program &program, const Routine &routine) {
  if (routine.first == routine.end)
    return;
  Blocks blocks(program, routine);
  for (uint32_t pc = routine.first; pc != routine.end; ++pc) {
    Operation &op = program.operations[pc];
    if (op.target != Operation::none || op.table != Operation::none)
      op.join = blocks.joinOf(pc);
  }
}

/// Whether a pure operation, or one of a pure call, can write global memory.
static bool writesGlobal(const Operation &op) {
  return op.calls() || op.action == Action::Reduction || op.action == Action::Atomic ||
         (op.action == Action::Store && !op.has(Modifier::local) && !op.has(Modifier::param));
}

bool execution::isPure(const Operation &op) {
  if (!op.view)
    return false;
  if (op.branches())
    return true;
  if (op.computes())
    return op.action != Action::WarpMatrix;
  bool isPlain = op.action == Action::Load || op.action == Action::Store;
  if (op.has(Modifier::local) && isPlain)
    return true;
  bool isGlobal = op.has(Modifier::global) || op.has(Modifier::param) || op.has(Modifier::const_);
  return isGlobal && (isPlain || op.action == Action::Reduction || op.action == Action::Atomic ||
                      recordedEffect(*op.view) == Effect::None);
}

/// Whether a call changes only registers, parameters and local memory. Adds the registers that it
/// writes.
static bool isPureCall(const Program &program, const Operation &op, unsigned depth,
                       llvm::DenseSet<uint32_t> &written) {
  constexpr unsigned mostDepth = 4;
  uint32_t callee = program.calls[op.callee].routine;
  if (callee == Operation::none || !program.routines[callee].hasBody || depth == mostDepth)
    return false;
  const Routine &routine = program.routines[callee];
  for (uint32_t pc = routine.first; pc != routine.end; ++pc) {
    const Operation &inside = program.operations[pc];
    written.insert(program.writes[pc].begin(), program.writes[pc].end());
    bool isCall = inside.calls();
    if (isCall ? !isPureCall(program, inside, depth + 1, written)
               : !inside.has(Trait::Returns) && !isPure(inside))
      return false;
  }
  return true;
}

Region execution::regionOf(const Program &program, uint32_t branch) {
  const Operation &op = program.operations[branch];
  Region region;
  if (op.join == Operation::none || op.target == Operation::none)
    return region;
  constexpr size_t most = 4096;
  llvm::DenseSet<uint32_t> seen;
  std::vector<uint32_t> work{op.target, branch + 1};
  llvm::DenseSet<uint32_t> written;
  while (!work.empty()) {
    uint32_t pc = work.back();
    work.pop_back();
    while (pc != op.join && seen.insert(pc).second) {
      if (seen.size() > most || pc >= program.operations.size())
        return region;
      const Operation &inside = program.operations[pc];
      bool isCall = inside.view && inside.calls();
      if (isCall ? !isPureCall(program, inside, 0, written) : !isPure(inside))
        return region;
      region.writesLocal |= isCall || inside.action == Action::Store;
      region.writesGlobal |= writesGlobal(inside);
      written.insert(program.writes[pc].begin(), program.writes[pc].end());
      if (inside.target != Operation::none) {
        work.push_back(inside.target);
        if (inside.guard == Operation::none)
          break;
      }
      ++pc;
    }
  }
  region.isPure = true;
  region.written.assign(written.begin(), written.end());
  llvm::sort(region.written);
  return region;
}
