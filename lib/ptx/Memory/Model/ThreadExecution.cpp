// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/ThreadExecution.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;
using Kind = LitmusStep::Kind;

Held ThreadExecution::held(const LitmusValue &value) const {
  Held result;
  if (value.isRegister()) {
    result = registers[value.index];
    if (value.number)
      result.bits = circuit.add(result.bits, Circuit::number(value.number));
    return result;
  }
  result.bits = Circuit::number(value.number);
  if (value.kind == LitmusValue::Kind::Address)
    result.base = value.index;
  return result;
}

Dependencies ThreadExecution::merge(Lit condition, const Dependencies &a, const Dependencies &b) {
  Dependencies result;
  for (auto [read, holds] : a)
    result.emplace_back(read, circuit.both(condition, holds));
  for (auto [read, holds] : b) {
    Lit other = circuit.both(!condition, holds);
    auto same = llvm::find_if(result, [&](auto &entry) { return entry.first == read; });
    if (same == result.end())
      result.emplace_back(read, other);
    else
      same->second = circuit.either(same->second, other);
  }
  llvm::erase_if(result, [](auto &entry) { return entry.second.isFalse(); });
  return result;
}

void ThreadExecution::append(Dependencies &to, const Dependencies &from) {
  for (auto [read, holds] : from) {
    auto same = llvm::find_if(to, [&](auto &entry) { return entry.first == read; });
    if (same == to.end())
      to.emplace_back(read, holds);
    else
      same->second = circuit.either(same->second, holds);
  }
}

void ThreadExecution::arrive(uint32_t at) {
  for (const Arrival &arrival : arrivals[at]) {
    for (auto [held, other] : llvm::zip(registers, arrival.registers)) {
      if (held.base != other.base && !current.isFalse() && !arrival.taken.isFalse()) {
        if (held.bits[0].isConstant() && !held.base)
          held.base = other.base; // 0 on the path that does not set it
      }
      held.bits = circuit.choose(arrival.taken, other.bits, held.bits);
      if (current.isFalse())
        held.base = other.base;
      held.reads = merge(arrival.taken, other.reads, held.reads);
    }
    append(control, arrival.control);
    current = circuit.either(current, arrival.taken);
  }
}

void ThreadExecution::write(uint32_t index, Lit happens, const Held &value) {
  Held &old = registers[index];
  lost[index] = anyBlocked;
  old.bits = circuit.choose(happens, value.bits, old.bits);
  old.base = value.base;
  old.reads = merge(happens, value.reads, old.reads);
}

uint32_t ThreadExecution::add(MemoryEvent event, const UnrolledStep &unrolled, uint32_t position,
                              Lit happens, const Dependencies &reads) {
  const LitmusStep &step = *unrolled.step;
  event.semantics = step.semantics;
  event.scope = step.scope;
  event.proxy = step.proxy;
  event.thread = thread;
  event.position = position;
  event.asynchronous = step.asynchronous;
  event.unordered = step.unordered;
  event.pass = unrolled.pass;
  event.step = &step;
  event.isReduction = step.isReduction;
  event.executed = happens;
  uint32_t index = graph.events.size();
  graph.events.push_back(event);
  Dependencies all = control;
  append(all, reads);
  for (auto [read, holds] : all)
    graph.dependencies.push_back({read, index, holds});
  return index;
}

/// Executes a barrier whose result depends on the other threads of its phase.
llvm::Error ThreadExecution::reduction(MemoryEvent event, const UnrolledStep &unrolled,
                                       uint32_t position, Lit happens, const Dependencies &guard) {
  const LitmusStep &step = *unrolled.step;
  Held contributed = held(*step.contribution), result;
  event.contribution = step.negated ? !contributed.bits[0] : contributed.bits[0];
  // 11 bits suffice for the number of threads of a CTA; a predicate is one bit.
  unsigned width = step.reduction == BarrierReduction::Count ? 11 : 1;
  for (unsigned i = 0; i != width; ++i)
    event.value[i] = circuit.fresh();
  for (unsigned i = width; i != event.value.size(); ++i)
    event.value[i] = falseLit;
  result.bits = event.value;
  result.reads = contributed.reads;
  append(result.reads, guard);
  add(event, unrolled, position, happens, result.reads);
  if (step.result)
    write(*step.result, happens, result);
  return llvm::Error::success();
}

/// Executes a branch that would start one more pass than the bound allows.
void ThreadExecution::cut(const UnrolledStep &unrolled, uint32_t position, Lit taken) {
  if (loops == LoopEnds::Left)
    return circuit.require({!taken});
  Lit isSame = trueLit;
  for (auto [held, before] : llvm::zip(registers, passes[unrolled.target]))
    isSame = circuit.both(isSame, circuit.equal(held.bits, before.bits));
  graph.openLoops.push_back({thread, unrolled.target, position, taken, isSame, unrolled.step});
}

void ThreadExecution::branch(const UnrolledStep &unrolled, uint32_t position, Lit happens,
                             uint32_t end) {
  const LitmusStep &step = *unrolled.step;
  Lit taken = happens;
  if (step.kind == Kind::Branch && !step.operands.empty()) {
    Held condition = held(step.operands[0]);
    Lit isZero = circuit.equal(condition.bits, Circuit::number(0));
    taken = circuit.both(happens, step.negated ? isZero : !isZero);
    append(control, condition.reads);
  }
  if (step.guard)
    append(control, registers[*step.guard].reads);
  if (unrolled.isCut)
    cut(unrolled, position, taken);
  else if (!taken.isFalse())
    arrivals[step.kind == Kind::Exit ? end : unrolled.target].push_back(
        {taken, registers, control});
  current = circuit.both(current, !taken);
}

llvm::Error ThreadExecution::execute(const UnrolledStep &unrolled, uint32_t position,
                                     uint32_t end) {
  const LitmusStep &step = *unrolled.step;
  Lit happens = current;
  Dependencies guard;
  if (step.guard) {
    const Held &predicate = registers[*step.guard];
    happens = circuit.both(happens, step.guardNegated ? !predicate.bits[0] : predicate.bits[0]);
    guard = predicate.reads;
  }
  if (happens.isFalse())
    return llvm::Error::success();
  MemoryEvent event{EventKind::Fence};
  switch (step.kind) {
  case Kind::Compute: {
    std::vector<Bits> operands;
    Held result;
    for (const LitmusValue &operand : step.operands) {
      Held value = held(operand);
      operands.push_back(value.bits);
      append(result.reads, value.reads);
      if (value.base && (step.operation == Operation::Move || step.operation == Operation::Add ||
                         step.operation == Operation::Sub))
        result.base = value.base;
    }
    result.bits = circuit.compute(step.operation, step.width, operands);
    append(result.reads, guard);
    write(*step.result, happens, result);
    return llvm::Error::success();
  }
  case Kind::Load:
  case Kind::Store:
  case Kind::Atomic: {
    Dependencies before = control;
    append(control, guard);
    llvm::Error error = memory(unrolled, position, happens);
    control = before;
    return error;
  }
  case Kind::Branch:
  case Kind::Exit:
    branch(unrolled, position, happens, end);
    return llvm::Error::success();
  case Kind::Fence:
    break;
  case Kind::ProxyFence:
    event.kind = EventKind::ProxyFence;
    if (step.semantics == Semantics::Acquire)
      if (llvm::Error error = locate(step, held(step.address), tensorMapBytes, event))
        return error;
    break;
  case Kind::AliasFence:
    event.kind = EventKind::AliasFence;
    break;
  case Kind::ClusterArrive:
    event.kind = EventKind::ClusterArrive;
    break;
  case Kind::ClusterWait:
    event.kind = EventKind::ClusterWait;
    break;
  case Kind::Barrier: {
    event.kind = EventKind::Barrier;
    event.waits = !step.isArrival;
    event.barrier = held(step.operands[0]).bits;
    // The dialect distinguishes barriers by a second number.
    if (step.operands.size() > 1)
      event.barrier = circuit.add(
          event.barrier, circuit.shift(held(step.operands[1]).bits, Circuit::number(32), true));
    if (step.quorum)
      event.quorum = held(*step.quorum).bits;
    if ((step.quorum || graph.test->barriersTakeCta) && event.waits) {
      event.blocked = circuit.both(happens, circuit.fresh());
      anyBlocked = circuit.either(anyBlocked, event.blocked);
      current = circuit.both(current, !event.blocked);
    }
    if (step.reduction != BarrierReduction::None)
      return reduction(event, unrolled, position, happens, guard);
    break;
  }
  }
  add(event, unrolled, position, happens, guard);
  return llvm::Error::success();
}

llvm::Error ThreadExecution::run(llvm::ArrayRef<UnrolledStep> steps) {
  registers.resize(source.registers.size());
  lost.assign(registers.size(), falseLit);
  for (auto [index, initial] : llvm::enumerate(source.initial))
    if (initial)
      registers[index] = held(*initial);
  arrivals.resize(steps.size() + 1);
  if (loops == LoopEnds::Open)
    for (const UnrolledStep &step : steps)
      if (step.isCut)
        passes[step.target];
  for (auto [position, step] : llvm::enumerate(steps)) {
    arrive(position);
    if (auto pass = passes.find(position); pass != passes.end())
      pass->second = registers;
    if (llvm::Error error = execute(step, position, steps.size()))
      return error;
  }
  arrive(steps.size());
  std::vector<FinalValue> &values = graph.registers.emplace_back();
  for (auto [held, blocked] : llvm::zip(registers, lost))
    values.push_back({held.bits, !blocked});
  return llvm::Error::success();
}
