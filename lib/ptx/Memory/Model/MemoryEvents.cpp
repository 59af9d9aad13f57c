// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Memory/Model/ThreadExecution.h"

using namespace ptx;
using Kind = LitmusStep::Kind;

llvm::Error ThreadExecution::locate(const LitmusStep &step, Held address, uint32_t bytes,
                                    MemoryEvent &event) const {
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
  event.variable = *address.base;
  event.object = variables[event.variable].object;
  event.offset = offset;
  event.bytes = bytes;
  if (offset + event.bytes > variables[event.object].bytes)
    return llvm::createStringError("`" + step.text + "` of thread " + source.name + " accesses " +
                                   std::to_string(event.bytes) + " bytes at offset " +
                                   std::to_string(offset) + "; `" + variables[event.variable].name +
                                   "` has " + std::to_string(variables[event.object].bytes));
  return llvm::Error::success();
}

llvm::Error ThreadExecution::memory(const UnrolledStep &unrolled, uint32_t position, Lit happens) {
  const LitmusStep &step = *unrolled.step;
  Held address = held(step.address);
  MemoryEvent event{EventKind::Read};
  if (llvm::Error error = locate(step, address, step.width / 8, event))
    return error;
  uint32_t read = MemoryEvent::none;
  Held loaded;
  if (step.kind != Kind::Store) {
    uint64_t mask = event.offset ? ~uint64_t(0) : masks[event.object];
    for (unsigned i = 0; i < step.width; ++i)
      loaded.bits[i] = mask >> i & 1 ? circuit.fresh() : falseLit;
    event.value = loaded.bits;
    read = add(event, unrolled, position, happens, address.reads);
    loaded.reads.emplace_back(read, happens);
    // A release applies to the write, an acquire to the read.
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
