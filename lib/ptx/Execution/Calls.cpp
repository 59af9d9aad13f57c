// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

/// The function that a call by address enters. Lanes with different addresses are separated; the
/// result is then the next step.
std::optional<Machine::Step> Machine::resolveCall(Warp &warp, Fragment &fragment,
                                                  const Operation &op, uint32_t &routine) {
  const Slot &slot = *program.calls[op.callee].address;
  llvm::SmallVector<std::pair<uint32_t, LaneMask>, 4> ways;
  bool isKnown = true;
  forEachLane(fragment.mask, [&](unsigned lane) {
    Value address = valueOf(warp, slot, lane);
    uint64_t offset = address.bits - window::functions;
    isKnown &= address.known && offset % window::functionStride == 0 &&
               offset / window::functionStride < program.routines.size();
    if (!isKnown)
      return;
    uint32_t to = static_cast<uint32_t>(offset / window::functionStride);
    auto way = llvm::find_if(ways, [&](auto &way) { return way.first == to; });
    if (way == ways.end())
      ways.push_back({to, 1u << lane});
    else
      way->second |= 1u << lane;
  });
  if (!isKnown) {
    skip(op, "a call of an address that is not that of a function");
    return Step::Waits;
  }
  routine = ways.front().first;
  if (ways.size() == 1)
    return std::nullopt;
  for (auto &way : ways)
    way.first = fragment.pc;
  return split(warp, fragment, fragment.pc + 1, ways);
}

/// A call of a function that the module only declares.
Machine::Step Machine::callOther(Warp &warp, Fragment &fragment, const Operation &op,
                                 uint32_t routine) {
  const CallSite &site = program.calls[op.callee];
  std::string callee = routine == Operation::none ? "" : program.routines[routine].name;
  if (launch.hasData && callee == "vprintf" && print(warp, op, fragment.mask))
    return Step::Next;
  if (launch.hasData && callee == "__assertfail" && failAssertion(warp, op, fragment.mask))
    return Step::Waits;
  std::string name = callee.empty() ? "a function that is not known" : "`" + callee + "`";
  if (callee != "vprintf" || launch.hasData)
    skip(op, "a call of " + name + ", which the module does not define");
  for (const Passed &result : site.results)
    if (!warp.params.empty() && result.isMemory())
      forEachLane(fragment.mask,
                  [&](unsigned lane) { warp.params[lane].forget(result.first, 16, fresh()); });
  return Step::Next;
}

Machine::Step Machine::call(Warp &warp, Fragment &fragment, const Operation &op) {
  const CallSite &site = program.calls[op.callee];
  uint32_t callee = site.routine;
  if (site.address)
    if (std::optional<Step> step = resolveCall(warp, fragment, op, callee))
      return *step;
  if (callee == Operation::none || !program.routines[callee].hasBody)
    return callOther(warp, fragment, op, callee);
  const Routine &routine = program.routines[callee];
  // Without data, a recursion has no known end.
  size_t most = launch.hasData ? 1024 : 64;
  if (fragment.calls.size() > most) {
    skip(op, launch.hasData ? "calls that nest deeper than " + std::to_string(most)
                            : std::string("a recursion"));
    isStopped = true;
    return Step::Waits;
  }
  CallFrame frame{fragment.pc + 1, op.callee, callee};
  endUndefined(warp);
  bool isRecursion =
      llvm::any_of(fragment.calls, [&](const CallFrame &frame) { return frame.routine == callee; });
  if (warp.params.empty())
    warp.params.assign(warpLanes, ByteMemory(program.paramBytes));
  std::vector<ByteMemory> arguments =
      readPassed(warp, fragment.mask, site.arguments, routine.parameters);
  if (isRecursion && launch.hasData)
    frame.suspended = suspend(warp, routine, fragment.mask);
  if (program.allocatesStack)
    frame.stackBytes = std::make_shared<const std::array<uint64_t, warpLanes>>(warp.stackBytes);
  writePassed(warp, fragment.mask, routine.parameters, arguments, routine.parameters);
  fragment.calls.push_back(std::move(frame));
  fragment.pc = routine.first;
  return Step::Jumped;
}

/// Keeps the registers and parameters of a function that is called again, and gives that call local
/// variables of its own.
std::shared_ptr<const SuspendedFrame> Machine::suspend(Warp &warp, const Routine &routine,
                                                       LaneMask mask) {
  auto frame = std::make_shared<SuspendedFrame>();
  frame->registers.assign(warp.registers.begin() + routine.firstRegister,
                          warp.registers.begin() + routine.endRegister);
  frame->localStarts = warp.localStarts;
  uint64_t bytes = routine.endParameter - routine.firstParameter;
  frame->parameters.resize(warpLanes);
  forEachLane(mask, [&](unsigned lane) {
    frame->parameters[lane].resize(bytes);
    frame->parameters[lane].copy(0, warp.params[lane], routine.firstParameter, bytes);
    warp.localStarts[lane] += llvm::alignTo(program.localBytes, program.localAlignment);
    warp.localEnd = std::max(warp.localEnd, warp.localStarts[lane]);
  });
  for (ByteMemory &memory : warp.local)
    memory.resize(std::max(memory.size(), program.localBytes + warp.localEnd));
  return frame;
}

void Machine::resume(Warp &warp, const Routine &routine, const SuspendedFrame &frame,
                     LaneMask mask) {
  for (size_t i = 0; i != frame.registers.size(); ++i) {
    Lanes &to = warp.registers[routine.firstRegister + i];
    to.spread();
    forEachLane(mask, [&](unsigned lane) { to.set(lane, frame.registers[i][lane]); });
  }
  forEachLane(mask, [&](unsigned lane) {
    const ByteMemory &parameters = frame.parameters[lane];
    warp.params[lane].copy(routine.firstParameter, parameters, 0, parameters.size());
    warp.localStarts[lane] = frame.localStarts[lane];
  });
}

/// The size of a parameter or result of a function.
static uint64_t bytesOf(const Passed &declared) {
  return declared.isMemory() ? declared.bytes : std::max(1, declared.slot.width / 8);
}

/// By lane, the bytes of arguments or results one after the other, each from a multiple of 16 on.
/// `declared` has their sizes.
std::vector<ByteMemory> Machine::readPassed(const Warp &warp, LaneMask mask,
                                            llvm::ArrayRef<Passed> from,
                                            llvm::ArrayRef<Passed> declared) {
  std::vector<ByteMemory> passed(warpLanes);
  uint64_t end = 0;
  for (auto [source, formal] : llvm::zip(from, declared)) {
    uint64_t at = end, bytes = bytesOf(formal);
    end = llvm::alignTo(end + bytes, 16);
    Meter::spend(bytes / 4 * static_cast<uint64_t>(llvm::popcount(mask)));
    forEachLane(mask, [&](unsigned lane) {
      passed[lane].resize(end);
      if (source.isMemory())
        passed[lane].copy(at, warp.params[lane], source.first, bytes);
      else
        passed[lane].store(at, static_cast<unsigned>(std::min<uint64_t>(8, bytes)),
                           valueOf(warp, source.slot, lane));
    });
  }
  return passed;
}

/// Writes what `readPassed` read.
void Machine::writePassed(Warp &warp, LaneMask mask, llvm::ArrayRef<Passed> to,
                          llvm::ArrayRef<ByteMemory> passed, llvm::ArrayRef<Passed> declared) {
  uint64_t end = 0;
  for (auto [target, formal] : llvm::zip(to, declared)) {
    uint64_t at = end, bytes = bytesOf(formal);
    end = llvm::alignTo(end + bytes, 16);
    forEachLane(mask, [&](unsigned lane) {
      if (target.isMemory())
        warp.params[lane].copy(target.first, passed[lane], at, bytes);
      else
        writeLane(warp, target.slot, lane,
                  passed[lane].load(at, static_cast<unsigned>(std::min<uint64_t>(8, bytes))));
    });
  }
}

Machine::Step Machine::returnFrom(Warp &warp, Fragment &fragment, LaneMask mask) {
  if (fragment.calls.empty()) {
    endLanes(warp, fragment, mask);
    return fragment.mask ? Step::Next : Step::Ended;
  }
  if (mask != fragment.mask) {
    split(warp, fragment, Operation::none,
          {{fragment.pc + 1, fragment.mask & ~mask}, {fragment.pc, mask}});
    Fragment &returning = *warp.fragments.back();
    returnFrom(warp, returning, mask);
    return Step::Jumped;
  }
  CallFrame frame = fragment.calls.pop_back_val();
  endUndefined(warp);
  const CallSite &site = program.calls[frame.site];
  const Routine &routine = program.routines[frame.routine];
  std::vector<ByteMemory> results = readPassed(warp, mask, routine.results, routine.results);
  if (frame.suspended)
    resume(warp, routine, *frame.suspended, mask);
  if (frame.stackBytes)
    forEachLane(mask, [&](unsigned lane) { warp.stackBytes[lane] = (*frame.stackBytes)[lane]; });
  writePassed(warp, mask, site.results, results, routine.results);
  fragment.pc = frame.returnTo;
  return Step::Jumped;
}
