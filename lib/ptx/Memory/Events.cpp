// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Events.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

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

namespace {

using Kind = LitmusStep::Kind;
using Dependencies = llvm::SmallVector<std::pair<uint32_t, Lit>, 4>;

/// What a register holds: a number, or that added to the address of a variable.
struct Held {
  Bits bits = Circuit::number(0);
  std::optional<uint32_t> base;
  Dependencies reads;
};

/// A way to a step: when it is taken, and what registers hold there.
struct Arrival {
  Lit taken;
  std::vector<Held> registers;
  Dependencies control;
};

/// Executes a thread with unknown values.
class ThreadExecution {
public:
  /// `masks`: by object, the bits that some access can find set.
  ThreadExecution(EventGraph &graph, Circuit &circuit, uint32_t thread,
                  llvm::ArrayRef<uint64_t> masks)
      : graph(graph), circuit(circuit), thread(thread), source(graph.test->threads[thread]),
        masks(masks) {}

  llvm::Error run(llvm::ArrayRef<UnrolledStep> steps);

private:
  llvm::Error execute(const UnrolledStep &unrolled, uint32_t position, uint32_t end);
  llvm::Error memory(const UnrolledStep &unrolled, uint32_t position, Lit happens);
  void branch(const UnrolledStep &unrolled, Lit happens, uint32_t end);
  void arrive(uint32_t at);
  Held held(const LitmusValue &value) const;
  void write(uint32_t index, Lit happens, Held value);
  uint32_t add(MemoryEvent event, const UnrolledStep &unrolled, uint32_t position, Lit happens,
               const Dependencies &reads);
  Dependencies merge(Lit condition, const Dependencies &a, const Dependencies &b);
  void append(Dependencies &to, const Dependencies &from);

  EventGraph &graph;
  Circuit &circuit;
  uint32_t thread;
  const LitmusThread &source;
  llvm::ArrayRef<uint64_t> masks;
  std::vector<std::vector<Arrival>> arrivals; // by step
  Lit current = trueLit;
  std::vector<Held> registers;
  Dependencies control;
  /// Barriers so far, and by register those before a step that writes it.
  Lit anyBlocked = falseLit;
  std::vector<Lit> lost;
};

} // namespace

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
          held.base = other.base; // 0 on the way that does not set it
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

void ThreadExecution::write(uint32_t index, Lit happens, Held value) {
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

llvm::Error ThreadExecution::memory(const UnrolledStep &unrolled, uint32_t position, Lit happens) {
  const LitmusStep &step = *unrolled.step;
  Held address = held(step.address);
  uint64_t offset = 0;
  for (unsigned i = 0; i < 64; ++i) {
    if (!address.bits[i].isConstant())
      address.base.reset();
    offset |= uint64_t(address.bits[i].isTrue()) << i;
  }
  const std::vector<LitmusVariable> &variables = graph.test->variables;
  if (!address.base)
    return llvm::createStringError("`" + step.text + "` of thread " + source.name +
                                   ": the address is not that of a variable in every execution");
  MemoryEvent event{EventKind::Read};
  event.variable = *address.base;
  event.object = variables[event.variable].object;
  event.offset = offset;
  event.bytes = step.width / 8;
  if (offset + event.bytes > variables[event.object].bytes)
    return llvm::createStringError("`" + step.text + "` of thread " + source.name + " accesses " +
                                   std::to_string(event.bytes) + " bytes at offset " +
                                   std::to_string(offset) + "; `" + variables[event.variable].name +
                                   "` has " + std::to_string(variables[event.object].bytes));
  uint32_t read = MemoryEvent::none;
  Held loaded;
  if (step.kind != Kind::Store) {
    uint64_t mask = offset ? ~uint64_t(0) : masks[event.object];
    for (unsigned i = 0; i < step.width; ++i)
      loaded.bits[i] = mask >> i & 1 ? circuit.fresh() : falseLit;
    event.value = loaded.bits;
    read = add(event, unrolled, position, happens, address.reads);
    loaded.reads.emplace_back(read, happens);
    // A release orders by the write, an acquire by the read.
    if (step.kind == Kind::Atomic && step.semantics == Semantics::Release)
      graph.events[read].semantics = Semantics::Relaxed;
    if (step.kind == Kind::Atomic && step.semantics == Semantics::AcquireRelease)
      graph.events[read].semantics = Semantics::Acquire;
  }
  if (step.kind != Kind::Load) {
    std::vector<Bits> operands;
    Dependencies reads = address.reads;
    bool usesOld = step.kind == Kind::Atomic && step.operation != Operation::Exchange;
    if (step.kind == Kind::Atomic)
      operands.push_back(loaded.bits);
    if (usesOld)
      append(reads, loaded.reads);
    for (const LitmusValue &operand : step.operands) {
      Held value = held(operand);
      operands.push_back(value.bits);
      append(reads, value.reads);
    }
    event.kind = EventKind::Write;
    event.value = step.kind == Kind::Atomic ? circuit.compute(step.operation, step.width, operands)
                                            : Circuit::truncate(operands[0], step.width);
    // A comparison that fails writes nothing. (Manual 8.4: "if they result in a write")
    Lit writes = happens;
    if (step.operation == Operation::CompareAndSwap && step.kind == Kind::Atomic)
      writes = circuit.both(writes, circuit.equal(Circuit::truncate(operands[0], step.width),
                                                  Circuit::truncate(operands[1], step.width)));
    uint32_t written = add(event, unrolled, position, writes, reads);
    if (read != MemoryEvent::none) {
      graph.events[written].partner = read;
      graph.events[read].partner = written;
      if (step.semantics == Semantics::Acquire)
        graph.events[written].semantics = Semantics::Relaxed;
      if (step.semantics == Semantics::AcquireRelease)
        graph.events[written].semantics = Semantics::Release;
    }
  }
  if (step.result)
    write(*step.result, happens, loaded);
  return llvm::Error::success();
}

void ThreadExecution::branch(const UnrolledStep &unrolled, Lit happens, uint32_t end) {
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
    circuit.require({!taken});
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
    branch(unrolled, happens, end);
    return llvm::Error::success();
  case Kind::Fence:
    break;
  case Kind::ProxyFence:
    event.kind = EventKind::ProxyFence;
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
    // The dialect tells barriers apart by a second number.
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
  for (auto [position, step] : llvm::enumerate(steps)) {
    arrive(position);
    if (llvm::Error error = execute(step, position, steps.size()))
      return error;
  }
  arrive(steps.size());
  std::vector<FinalValue> &values = graph.registers.emplace_back();
  for (auto [held, blocked] : llvm::zip(registers, lost))
    values.push_back({held.bits, !blocked});
  return llvm::Error::success();
}

/// By object: the bits that some access can find set.
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

llvm::Expected<EventGraph> ptx::makeEvents(const LitmusTest &test, Circuit &circuit,
                                           unsigned bound) {
  EventGraph graph;
  graph.test = &test;
  graph.bound = bound;
  for (auto [index, variable] : llvm::enumerate(test.variables)) {
    if (variable.object != index)
      continue;
    MemoryEvent init{EventKind::Init};
    init.variable = init.object = index;
    init.bytes = variable.bytes;
    graph.events.push_back(init);
  }
  std::vector<uint64_t> masks = usedBits(test);
  for (uint32_t thread = 0; thread < test.threads.size(); ++thread) {
    std::vector<UnrolledStep> steps = unroll(test.threads[thread].steps, bound);
    graph.hasLoops |= llvm::any_of(steps, [](const UnrolledStep &step) { return step.isCut; });
    if (llvm::Error error = ThreadExecution(graph, circuit, thread, masks).run(steps))
      return error;
  }
  for (const MemoryEvent &event : graph.events) {
    std::string name = "init " + test.variables[event.variable].name;
    if (event.thread != MemoryEvent::none) {
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
