// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `alloca`, `stacksave` and `stackrestore`. (Manual 7.3, 9.7.17)

#include "ptx/Execution/Machine.h"

#include "llvm/Support/MathExtras.h"

using namespace ptx;
using namespace ptx::execution;

/// The local memory of a thread of a GPU.
static constexpr uint64_t mostStack = 512 << 10;

const ByteMemory *Warp::localMemory(unsigned lane, uint64_t &offset) const {
  if (!stack.empty() && offset >= window::stackEnd - stack[lane].size()) {
    offset -= window::stackEnd - stack[lane].size();
    return &stack[lane];
  }
  return lane < local.size() ? &local[lane] : nullptr;
}

/// Makes room for an allocation of a lane. False if that is not possible.
bool Machine::allocateStack(Warp &warp, const Operation &op, unsigned lane) {
  constexpr uint64_t leastAlignment = 8;
  Value size = valueOf(warp, operand(op, 1)[0], lane);
  uint64_t given = operandCount(op) > 2 ? valueOf(warp, operand(op, 2)[0], lane).bits : 0;
  uint64_t alignment = std::max(given, leastAlignment), before = warp.stackBytes[lane];
  if (!size.known) {
    skip(op, "an allocation of local memory whose size is not known");
    return false;
  }
  uint64_t end = llvm::alignTo(before + std::min(size.bits, mostStack + 1), alignment);
  if (end > mostStack) {
    skip(op, "more than " + std::to_string(mostStack) + " bytes of local memory");
    return false;
  }
  if (warp.stack.empty())
    warp.stack.resize(warpLanes);
  ByteMemory &memory = warp.stack[lane];
  if (uint64_t old = memory.size(); old < end) {
    ByteMemory larger(std::min(std::max(end, 2 * old), mostStack));
    larger.copy(larger.size() - old, memory, 0, old);
    memory = std::move(larger);
  }
  // Nothing of an earlier allocation is known.
  memory.forget(memory.size() - end, end - before, fresh());
  warp.stackBytes[lane] = end;
  return true;
}

void Machine::restoreStack(Warp &warp, const Operation &op, unsigned lane) {
  Value pointer = valueOf(warp, operand(op, 0)[0], lane);
  uint64_t bytes = window::stackEnd - truncate(pointer.bits, 32);
  if (!pointer.known || bytes > warp.stackBytes[lane])
    return skip(op, "a stack pointer that no `stacksave` of the allocated memory gives");
  warp.stackBytes[lane] = bytes;
}

/// Executes an instruction of the stack with data. False if it is another one.
bool Machine::executeStack(Warp &warp, const Operation &op, LaneMask mask) {
  if (!launch.hasData || op.action != Action::AllocateStack)
    return false;
  bool allocates = operandCount(op) > 1, restores = program.writes[pcOf(op)].empty();
  forEachLane(mask, [&](unsigned lane) {
    if (restores)
      return restoreStack(warp, op, lane);
    if (!allocates || allocateStack(warp, op, lane))
      writeLane(warp, operand(op, 0)[0], lane,
                Value::number(window::local + window::stackEnd - warp.stackBytes[lane]));
  });
  return true;
}
