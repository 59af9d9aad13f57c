// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_FLOW_DATAFLOW_H
#define PTX_ANALYSIS_FLOW_DATAFLOW_H

#include "ptx/Analysis/Flow/ControlFlow.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace ptx {

/// The blocks that control can reach from the entry, each before those that follow it, but for
/// the way back of a loop.
std::vector<uint32_t> reversePostOrder(const ControlFlow &flow);

/// Numbers that wait for their turn, each once. They come in rising order; one that is added after
/// its turn waits for the next sweep over all of them. An operation takes logarithmic time.
class SweepQueue {
public:
  explicit SweepQueue(size_t numbers) : waiting(static_cast<unsigned>(numbers)) {}

  bool empty() const { return now.empty() && later.empty(); }
  void add(uint32_t number);
  /// Takes out the next number, of which there has to be one.
  uint32_t next();

private:
  std::vector<uint32_t> now, later; // heaps, the least number in front
  llvm::BitVector waiting;
  int64_t last = -1;
};

/// The instructions of a body that an analysis looks at, by block and in the order of the source,
/// so that what it does not look at costs nothing when a block is passed again.
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

/// What holds before each instruction, found by following control from the entry.
///
/// A `State` is what is known at one place, usually sets of bits. `bool State::meet(const State &)`
/// leaves what is known where two ways come together, and returns whether that changed anything:
/// the intersection for what holds on every way to the place, the union for what holds on some way.
/// It must not be able to change a state forever. The time is linear in the number of instructions,
/// and of blocks times how often a state can change, which is small in real code.
template <class State> class ForwardDataflow {
public:
  /// `entry` holds at the entry; `step(State &, InstId)` makes of what holds before an
  /// instruction what holds after it.
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
        if (!in[to] ? (in[to] = state, true) : in[to]->meet(state))
          pending.add(place[to]);
    }
  }

  /// Calls `visit(const State &, InstId)` with what holds before each instruction that control
  /// can reach, in the order of the source. `step` is that of the constructor.
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

  /// What holds at the end of `block`; none where control cannot come.
  template <class Step> std::optional<State> behind(uint32_t block, Step step) const {
    std::optional<State> state = in[block];
    if (state)
      for (InstId inst : insts[block])
        step(*state, inst);
    return state;
  }

private:
  const BlockInstructions &insts;
  std::vector<std::optional<State>> in; // by block; none where control cannot come
};

/// At most 64 facts, each of which holds on every way to a place if its bit is set.
struct FactsOnEveryWay {
  uint64_t bits = 0;
  bool meet(const FactsOnEveryWay &other) {
    uint64_t old = bits;
    bits &= other.bits;
    return bits != old;
  }
};

/// At most 64 facts, each of which holds on some way to a place if its bit is set.
struct FactsOnSomeWay {
  uint64_t bits = 0;
  bool meet(const FactsOnSomeWay &other) {
    uint64_t old = bits;
    bits |= other.bits;
    return bits != old;
  }
};

/// Follows `rule.step(State &, InstId)` from `entry` through the instructions for which
/// `rule.matters(InstId)` holds, and calls `rule.visit(const State &, InstId)` before each.
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
