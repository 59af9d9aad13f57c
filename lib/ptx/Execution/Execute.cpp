// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

Machine::Step Machine::execute(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  if (warp.undefined.empty())
    return executeOperation(warp, fragment, op, mask);
  checkRacing(warp, op, mask, fragment.mask);
  if (op.action == Action::ShuffleInWarp)
    return executeOperation(warp, fragment, op, mask);
  checkUndefined(warp, op, mask);
  UndefinedLanes undefined = undefinedResult(warp, op, mask);
  Step step = executeOperation(warp, fragment, op, mask);
  // A collective operation can have added lanes to the fragment.
  LaneMask written = op.computes() ? mask : mask | fragment.mask;
  if (step == Step::Next && op.action != Action::Load && op.action != Action::LoadUniform)
    for (uint32_t reg : program.writes[pcOf(op)])
      setUndefined(warp, reg, written, undefined);
  return step;
}

Machine::Step Machine::executeOperation(Warp &warp, Fragment &fragment, const Operation &op,
                                        LaneMask mask) {
  if (recorder)
    recorder->execute(warp, mask, pcOf(op), steps);
  if (op.isUnsupported) {
    skip(op, "`" + program.unsupportedNames.lookup(pcOf(op)) + "` is not executed with data");
    return Step::Waits;
  }
  if (op.isWatched)
    checkRegisters(warp, op, mask);
  if (op.ownAddresses && ctas.size() > 1)
    checkOwnAddresses(warp, op, mask);
  if (op.action == Action::WarpMatrix && launch.hasData)
    return warpMatrix(warp, fragment, op);
  if (op.computes()) {
    computeOperation(warp, op, mask);
    return Step::Next;
  }
  if (std::optional<Step> step = executeControl(warp, fragment, op, mask))
    return *step;
  Step step = Step::Next;
  switch (op.action) {
  case Action::Load:
  case Action::LoadUniform:
    load(warp, fragment, op, mask);
    return Step::Next;
  case Action::Store:
  case Action::Atomic:
  case Action::Reduction:
    executeWrite(warp, fragment, op, mask);
    return Step::Next;
  case Action::ShuffleInWarp:
  case Action::VoteInWarp:
  case Action::MatchInWarp:
  case Action::ReduceInWarp:
  case Action::ElectInWarp:
    return warpCollective(warp, fragment, op, mask);
  case Action::ActiveMask:
    write(warp, operand(op, 0)[0], mask, Lanes(Value::number(mask)));
    return Step::Next;
  case Action::LoadMatrix:
  case Action::StoreMatrix:
    if (!gather(warp, fragment, warp.live))
      return Step::Waits;
    if (isByWholeWarp(warp, fragment, op))
      matrixMove(warp, fragment, op, mask);
    return Step::Next;
  case Action::SetRegisterCount:
    if (!gather(warp, fragment, warp.live))
      return Step::Waits;
    setRegisters(warp, fragment, op, step);
    return step;
  case Action::MapAddress:
  case Action::RankOfAddress:
    forEachLane(mask, [&](unsigned lane) {
      writeLane(warp, operand(op, 0)[0], lane, clusterAddress(warp, op, lane));
    });
    return Step::Next;
  case Action::QueryLaunch:
    queryCancel(warp, op, mask);
    return Step::Next;
  case Action::ManageCache:
  case Action::Idle:
    return Step::Next;
  default:
    return executeAsync(warp, fragment, op, mask);
  }
}

void Machine::executeWrite(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  // Without an mbarrier object, the program cannot tell when an asynchronous access takes place.
  if (program.findOperand(pcOf(op), OperandId::mbar))
    forEachLane(mask, [&](unsigned lane) { storeAsync(warp, fragment, op, lane); });
  else if (op.action != Action::Store)
    atomic(warp, fragment, op, mask);
  else if (op.has(Modifier::bulk))
    storeBulk(warp, fragment, op, mask);
  else
    store(warp, fragment, op, mask);
}

/// The result of `mapa` or `getctarank` in a lane.
Value Machine::clusterAddress(const Warp &warp, const Operation &op, unsigned lane) const {
  Value at = valueOf(warp, operand(op, 1)[0], lane);
  if (op.action == Action::RankOfAddress)
    return at.known ? Value::number(truncate(at.bits, 32) >> window::rankShift)
                    : Value::unknown(at.bits & ~uint64_t(1));
  Value rank = valueOf(warp, operand(op, 2)[0], lane);
  if (!at.known || !rank.known)
    return Value::unknown(mix(at.bits, rank.bits) & ~uint64_t(1));
  // A rank outside of the cluster is reported where the address is accessed.
  uint64_t bits = at.bits & ~(uint64_t(0xFF) << window::rankShift);
  return Value::number(bits | (rank.bits & 0xFF) << window::rankShift);
}

/// Executes branches, calls, returns and exits; none for other instructions.
std::optional<Machine::Step> Machine::executeControl(Warp &warp, Fragment &fragment,
                                                     const Operation &op, LaneMask mask) {
  if (op.branches())
    return branch(warp, fragment, op, mask);
  if (op.has(Trait::BranchesByTable))
    return branchByTable(warp, fragment, op);
  if (op.calls())
    return call(warp, fragment, op);
  if (op.has(Trait::Returns))
    return returnFrom(warp, fragment, mask);
  if (!op.has(Trait::EndsControl))
    return std::nullopt;
  bool isAssumed = !program.knowsArguments || program.assumesPointers || launch.assumesShape ||
                   hasGuessed || !skipped.empty();
  bool isCertain = launch.hasData || !isAssumed;
  if (op.traps() && isCertain) {
    trap(op, threadText(warp.thread + firstLane(mask)) + " executes `trap`");
    return Step::Waits;
  }
  if (op.traps())
    skip(op, "a `trap` that is reached");
  endLanes(warp, fragment, mask);
  return fragment.mask ? Step::Next : Step::Ended;
}

/// Asynchronous and synchronizing instructions, and those that are not modelled.
Machine::Step Machine::executeAsync(Warp &warp, Fragment &fragment, const Operation &op,
                                    LaneMask mask) {
  switch (groupOf(op.async)) {
  case AsyncGroup::Barriers:
    return barrier(warp, fragment, op, mask);
  case AsyncGroup::Mbarriers:
    return mbarrier(warp, fragment, op, mask);
  case AsyncGroup::BulkCopies:
  case AsyncGroup::SmallCopies:
    // The memory of other GPUs is not modelled.
    if (program.findOperand(pcOf(op), OperandId::leId))
      break;
    return copyOperation(warp, fragment, op, mask);
  case AsyncGroup::Wgmma:
    return wgmma(warp, fragment, op, mask);
  case AsyncGroup::TensorMemoryOps:
    return tcgen05(warp, fragment, op, mask);
  case AsyncGroup::Fences:
    note(TimelineRecorder::Kind::Fence);
    if (op.async == AsyncOp::AsyncFence)
      fenceProxy(warp, fragment, op, mask);
    else if (op.has(Modifier::mbarrier_init))
      fenceInits(warp, fragment, mask);
    else if (op.async == AsyncOp::OtherFence)
      fenceMemory(warp, fragment, op, mask);
    return Step::Next;
  case AsyncGroup::TensorMaps:
    if (op.async == AsyncOp::MapCopyFence && !gather(warp, fragment, warp.live))
      return Step::Waits;
    forEachLane(mask, [&](unsigned lane) { changeMap(warp, fragment, op, lane); });
    return Step::Next;
  default:
    break;
  }
  if (op.async == AsyncOp::LaunchCancel)
    forEachLane(mask, [&](unsigned lane) { cancelLaunch(warp, fragment, op, lane); });
  if (op.async == AsyncOp::LaunchCancel || op.async == AsyncOp::GridLaunch ||
      op.async == AsyncOp::GridWait)
    return Step::Next;
  if (executeStack(warp, op, mask) || executeTexture(warp, op, mask))
    return Step::Next;
  skip(op, llvm::Twine("`") + info(op.view->form->opcode).name + "` is not modelled");
  forget(warp, op, mask, fresh());
  return Step::Next;
}
