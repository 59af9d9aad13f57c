// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_DATAFLOW_H
#define PTX_ANALYSIS_FLOW_DATAFLOW_H

#include "ptx/Analysis/Flow/ControlFlow.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace ptx {

/// The reachable blocks, each before its successors, except for the back edges of loops.
std::vector<uint32_t> reversePostOrder(const ControlFlow &flow);

/// A worklist of distinct numbers. They are returned in ascending order. A number that is added
/// after its turn is returned in the next sweep. An operation takes logarithmic time.
class SweepQueue {
public:
  explicit SweepQueue(size_t numbers) : waiting(static_cast<unsigned>(numbers)) {}

  bool empty() const { return now.empty() && later.empty(); }
  void add(uint32_t number);
  /// Removes and returns the next number. Precondition: not empty.
  uint32_t next();

private:
  std::vector<uint32_t> now, later; // heaps, the least number first
  llvm::BitVector waiting;
  int64_t last = -1;
};

/// The instructions of a body that are relevant to an analysis, by block and in source order. Other
/// instructions cost nothing when a block is visited again.
class BlockInstructions {
public:
  BlockInstructions(const CheckedUnit &checked, const ControlFlow &flow,
                    llvm::function_ref<bool(InstId)> matters);

  llvm::ArrayRef<InstId> operator[](uint32_t block) const {
    return llvm::ArrayRef(insts).slice(starts[block], starts[block + 1] - starts[block]);
  }

private:
  std::vector<InstId> insts;
  std::vector<uint32_t> starts; // by block, and the end
};

/// The facts that hold before each instruction, computed by a forward dataflow analysis.
///
/// A `State` is the set of facts at one location, usually bit sets. `bool State::meet(const State
/// &)` merges the states of two paths and returns whether the state changed: the intersection for
/// facts that hold on every path, the union for facts that hold on some path. A state must be able
/// to change only finitely often. The time is linear in the number of instructions, and in the
/// number of blocks times the number of changes of a state, which is small in real code.
template <class State> class ForwardDataflow {
public:
  /// `entry` is the state at the entry; `step(State &, InstId)` is the transfer function of an
  /// instruction.
  template <class Step>
  ForwardDataflow(const ControlFlow &flow, const BlockInstructions &insts, const State &entry,
                  Step step)
      : insts(insts), in(flow.size()) {
    std::vector<uint32_t> order = reversePostOrder(flow);
    std::vector<uint32_t> place(flow.size());
    for (uint32_t i = 0; i != order.size(); ++i)
      place[order[i]] = i;
    in[0] = entry;
    SweepQueue pending(order.size());
    pending.add(0);
    while (!pending.empty()) {
      uint32_t block = order[pending.next()];
      State state = *in[block];
      for (InstId inst : insts[block])
        step(state, inst);
      for (uint32_t to : flow.successors(block))
        if (!in[to]) {
          in[to] = state;
          pending.add(place[to]);
        } else if (in[to]->meet(state)) {
          pending.add(place[to]);
        }
    }
  }

  /// Calls `visit(const State &, InstId)` with the state before each reachable instruction, in
  /// source order. `step` is the argument of the constructor.
  template <class Step, class Visit> void forEach(Step step, Visit visit) const {
    for (uint32_t block = 0; block != in.size(); ++block) {
      if (!in[block])
        continue;
      State state = *in[block];
      for (InstId inst : insts[block]) {
        visit(std::as_const(state), inst);
        step(state, inst);
      }
    }
  }

  /// The state at the end of `block`; none if it is unreachable.
  template <class Step> std::optional<State> after(uint32_t block, Step step) const {
    std::optional<State> state = in[block];
    if (state)
      for (InstId inst : insts[block])
        step(*state, inst);
    return state;
  }

private:
  const BlockInstructions &insts;
  std::vector<std::optional<State>> in; // by block; none if unreachable
};

/// At most 64 facts. A set bit means that the fact holds on every path to a location.
struct FactsOnEveryPath {
  uint64_t bits = 0;
  bool meet(const FactsOnEveryPath &other) {
    uint64_t old = bits;
    bits &= other.bits;
    return bits != old;
  }
};

/// At most 64 facts. A set bit means that the fact holds on some path to a location.
struct FactsOnSomeWay {
  uint64_t bits = 0;
  bool meet(const FactsOnSomeWay &other) {
    uint64_t old = bits;
    bits |= other.bits;
    return bits != old;
  }
};

/// Runs the analysis from `entry` over the instructions that fulfil `rule.matters(InstId)`.
/// `rule.step(State &, InstId)` is the transfer function; `rule.visit(const State &, InstId)` is
/// called before each instruction.
template <class State, class Rule>
void followForward(const CheckedUnit &checked, const ControlFlow &flow, Rule &rule,
                   const State &entry = {}) {
  BlockInstructions insts(checked, flow, [&](InstId inst) { return rule.matters(inst); });
  auto step = [&](State &state, InstId inst) { rule.step(state, inst); };
  ForwardDataflow<State> facts(flow, insts, entry, step);
  facts.forEach(step, [&](const State &state, InstId inst) { rule.visit(state, inst); });
}

} // namespace ptx

#endif // PTX_ANALYSIS_FLOW_DATAFLOW_H
