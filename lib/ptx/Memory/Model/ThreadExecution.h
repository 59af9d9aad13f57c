// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_MEMORY_MODEL_THREADEXECUTION_H
#define PTX_MEMORY_MODEL_THREADEXECUTION_H

#include "ptx/Memory/Model/Events.h"

#include <map>

namespace ptx {

/// Reads, each with a literal for whether a value or event depends on it.
using Dependencies = llvm::SmallVector<std::pair<uint32_t, Lit>, 4>;

/// The value of a register: a number, or an offset from the address of a variable.
struct Held {
  Bits bits = Circuit::number(0);
  std::optional<uint32_t> base;
  Dependencies reads;
};

/// A path to a step: the condition for taking it, and the values of registers at its end.
struct Arrival {
  Lit taken;
  std::vector<Held> registers;
  Dependencies control;
};

/// Executes a thread symbolically.
class ThreadExecution {
public:
  /// `masks`: for each object, the bits that some access can find set.
  ThreadExecution(EventGraph &graph, Circuit &circuit, uint32_t thread,
                  llvm::ArrayRef<uint64_t> masks, LoopEnds loops)
      : graph(graph), circuit(circuit), thread(thread), source(graph.test->threads[thread]),
        masks(masks), loops(loops) {}

  llvm::Error run(llvm::ArrayRef<UnrolledStep> steps);

private:
  llvm::Error execute(const UnrolledStep &unrolled, uint32_t position, uint32_t end);
  /// Sets the accessed bytes of `event`: `bytes` bytes from `address` on.
  llvm::Error locate(const LitmusStep &step, Held address, uint32_t bytes,
                     MemoryEvent &event) const;
  llvm::Error memory(const UnrolledStep &unrolled, uint32_t position, Lit happens);
  llvm::Error reduction(MemoryEvent event, const UnrolledStep &unrolled, uint32_t position,
                        Lit happens, const Dependencies &guard);
  void branch(const UnrolledStep &unrolled, uint32_t position, Lit happens, uint32_t end);
  void cut(const UnrolledStep &unrolled, uint32_t position, Lit taken);
  void arrive(uint32_t at);
  Held held(const LitmusValue &value) const;
  void write(uint32_t index, Lit happens, const Held &value);
  uint32_t add(MemoryEvent event, const UnrolledStep &unrolled, uint32_t position, Lit happens,
               const Dependencies &reads);
  Dependencies merge(Lit condition, const Dependencies &a, const Dependencies &b);
  void append(Dependencies &to, const Dependencies &from);

  EventGraph &graph;
  Circuit &circuit;
  uint32_t thread;
  const LitmusThread &source;
  llvm::ArrayRef<uint64_t> masks;
  LoopEnds loops;
  /// The values of registers at the start of the last pass of each loop, by position.
  std::map<uint32_t, std::vector<Held>> passes;
  std::vector<std::vector<Arrival>> arrivals; // by step
  Lit current = trueLit;
  std::vector<Held> registers;
  Dependencies control;
  /// Whether a barrier so far blocks the thread, and by register, whether one before its last write
  /// does.
  Lit anyBlocked = falseLit;
  std::vector<Lit> lost;
};

} // namespace ptx

#endif // PTX_MEMORY_MODEL_THREADEXECUTION_H
