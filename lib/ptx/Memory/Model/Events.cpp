// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/Events.h"
#include "ptx/Memory/Limits.h"
#include "ptx/Memory/Model/ThreadExecution.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using Kind = LitmusStep::Kind;

Bits EventGraph::initialBits(uint32_t object, uint64_t offset, uint32_t bytes) const {
  const LitmusVariable &variable = test->variables[object];
  uint64_t value = 0;
  for (uint32_t i = 0; i < std::min(bytes, 8u); ++i) {
    uint64_t at = offset + i;
    uint64_t byte = at < 8 && variable.contents.empty() ? variable.value >> 8 * at & 0xFF
                    : at < variable.contents.size()     ? variable.contents[at]
                                                        : 0;
    value |= byte << 8 * i;
  }
  return Circuit::number(value);
}

/// For each object: the bits that some access can find set.
static std::vector<uint64_t> usedBits(const LitmusTest &test) {
  std::vector<uint64_t> masks(test.variables.size(), 0);
  uint64_t stored = 0;
  for (const LitmusThread &thread : test.threads)
    for (const LitmusStep &step : thread.steps) {
      if (step.kind != Kind::Store && step.kind != Kind::Atomic)
        continue;
      bool isConstant = step.kind == Kind::Store || step.operation == Operation::Exchange ||
                        step.operation == Operation::CompareAndSwap;
      for (const LitmusValue &operand : step.operands)
        isConstant &= operand.kind == LitmusValue::Kind::Number;
      uint64_t mask = ~uint64_t(0);
      if (isConstant) {
        mask = 0;
        for (const LitmusValue &operand : step.operands)
          mask |= operand.number;
      }
      if (step.address.kind == LitmusValue::Kind::Address && step.address.number == 0)
        masks[test.variables[step.address.index].object] |= mask;
      else
        stored = ~uint64_t(0);
    }
  for (auto [mask, variable] : llvm::zip(masks, test.variables))
    mask |= stored | variable.value | (variable.contents.empty() ? 0 : ~uint64_t(0));
  return masks;
}

static void noteMemory(const LitmusTest &test, const LitmusCondition &condition,
                       std::vector<bool> &used) {
  for (const LitmusCondition::Term &term : {condition.left, condition.right})
    if (term.kind == LitmusCondition::Term::Kind::Memory)
      used[test.variables[term.index].object] = true;
  for (const LitmusCondition &part : condition.parts)
    noteMemory(test, part, used);
}

/// For each object: whether a thread can access it, or the condition uses it.
static std::vector<bool> usedObjects(const LitmusTest &test) {
  std::vector<bool> used(test.variables.size());
  auto note = [&](const LitmusValue &value) {
    if (value.kind == LitmusValue::Kind::Address)
      used[test.variables[value.index].object] = true;
  };
  for (const LitmusThread &thread : test.threads) {
    for (const std::optional<LitmusValue> &initial : thread.initial)
      if (initial)
        note(*initial);
    for (const LitmusStep &step : thread.steps) {
      note(step.address);
      llvm::for_each(step.operands, note);
      for (const std::optional<LitmusValue> *other : {&step.quorum, &step.contribution})
        if (*other)
          note(**other);
    }
  }
  noteMemory(test, test.condition, used);
  noteMemory(test, test.filter, used);
  return used;
}

static llvm::Error tooMany(const char *what, size_t limit) {
  return llvm::createStringError("the test has more than " + llvm::Twine(limit) + " " + what);
}

llvm::Expected<EventGraph> ptx::makeEvents(const LitmusTest &test, Circuit &circuit, unsigned bound,
                                           LoopEnds loops) {
  EventGraph graph;
  graph.test = &test;
  graph.bound = bound;
  if (test.threads.size() > litmus::mostThreads)
    return tooMany("threads", litmus::mostThreads);
  if (test.variables.size() > litmus::mostVariables)
    return tooMany("variables", litmus::mostVariables);
  std::vector<bool> used = usedObjects(test);
  for (auto [index, variable] : llvm::enumerate(test.variables)) {
    if (variable.object != index || !used[index])
      continue;
    MemoryEvent init{EventKind::Init};
    init.variable = init.object = index;
    init.bytes = variable.bytes;
    graph.events.push_back(init);
  }
  std::vector<uint64_t> masks = usedBits(test);
  for (uint32_t thread = 0; thread < test.threads.size(); ++thread) {
    std::vector<UnrolledStep> steps = unroll(test.threads[thread].steps, bound);
    if (steps.size() > litmus::mostSteps)
      return llvm::createStringError("the thread " + test.threads[thread].name + " has more than " +
                                     llvm::Twine(litmus::mostSteps) +
                                     " steps, with its loops unrolled");
    graph.hasLoops |= llvm::any_of(steps, [](const UnrolledStep &step) { return step.isCut; });
    if (llvm::Error error = ThreadExecution(graph, circuit, thread, masks, loops).run(steps))
      return error;
    if (graph.events.size() > litmus::mostEvents)
      return tooMany("events", litmus::mostEvents);
  }
  for (const MemoryEvent &event : graph.events) {
    std::string name;
    if (event.thread == MemoryEvent::none) {
      name = "init " + test.variables[event.variable].name;
    } else {
      const LitmusThread &thread = test.threads[event.thread];
      name = thread.name + "." + std::to_string(event.step - thread.steps.data() + 1);
      if (event.isAtomic())
        name += event.isRead() ? "r" : "w";
      if (event.pass)
        name += "#" + std::to_string(event.pass + 1);
    }
    graph.names.push_back(std::move(name));
  }
  return graph;
}
