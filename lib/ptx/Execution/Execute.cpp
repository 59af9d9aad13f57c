// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

Machine::Step Machine::execute(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  if (op.isWatched)
    checkRegisters(warp, op, mask);
  if (op.arithmetic != Arithmetic::None) {
    computeOperation(warp, op, mask);
    return Step::Next;
  }
  Step step = Step::Next;
  switch (op.opcode) {
  case Opcode::ld:
  case Opcode::ldu:
    load(warp, fragment, op, mask);
    return Step::Next;
  case Opcode::st:
    if (op.has(Modifier::async))
      forEachLane(mask, [&](unsigned lane) { storeAsync(warp, fragment, op, lane); });
    else if (op.has(Modifier::bulk))
      storeBulk(warp, fragment, op, mask);
    else
      store(warp, fragment, op, mask);
    return Step::Next;
  case Opcode::atom:
  case Opcode::red:
    if (op.has(Modifier::async))
      forEachLane(mask, [&](unsigned lane) { storeAsync(warp, fragment, op, lane); });
    else
      atomic(warp, fragment, op, mask);
    return Step::Next;
  case Opcode::bra:
    return branch(warp, fragment, op, mask);
  case Opcode::brx:
    return branchByTable(warp, fragment, op);
  case Opcode::call:
    return call(warp, fragment, op);
  case Opcode::ret:
    return returnFrom(warp, fragment, mask);
  case Opcode::exit:
  case Opcode::trap:
    if (op.opcode == Opcode::trap)
      skip(op, "a `trap` that is reached");
    endLanes(warp, fragment, mask);
    return fragment.mask ? Step::Next : Step::Ended;
  case Opcode::bar:
  case Opcode::barrier:
    return barrier(warp, fragment, op, mask);
  case Opcode::mbarrier:
    return mbarrier(warp, fragment, op, mask);
  case Opcode::cp:
    return copyOperation(warp, fragment, op, mask);
  case Opcode::wgmma:
    return wgmma(warp, fragment, op, mask);
  case Opcode::tcgen05:
    return tcgen05(warp, fragment, op, mask);
  case Opcode::shfl:
  case Opcode::vote:
  case Opcode::match:
  case Opcode::redux:
  case Opcode::elect:
    return warpCollective(warp, fragment, op, mask);
  case Opcode::activemask:
    write(warp, operand(op, 0)[0], mask, Lanes(Value::number(mask)));
    return Step::Next;
  case Opcode::ldmatrix:
  case Opcode::stmatrix:
    if (!gather(warp, fragment, warp.live))
      return Step::Waits;
    matrixMove(warp, fragment, op, mask);
    return Step::Next;
  case Opcode::fence:
  case Opcode::membar:
    if (op.async == AsyncOp::AsyncFence)
      fenceProxy(warp, fragment, op, mask);
    else if (op.has(Modifier::mbarrier_init))
      fenceInits(warp, fragment, mask);
    else if (op.async == AsyncOp::OtherFence)
      fenceMemory(warp, fragment, op, mask);
    return Step::Next;
  case Opcode::setmaxnreg:
    if (!gather(warp, fragment, warp.live))
      return Step::Waits;
    setRegisters(warp, fragment, op, step);
    return step;
  case Opcode::mapa:
  case Opcode::getctarank:
    forEachLane(mask, [&](unsigned lane) {
      Value at = valueOf(warp, operand(op, 1)[0], lane), result;
      if (op.opcode == Opcode::getctarank) {
        result = at.known ? Value::number(truncate(at.bits, 32) >> window::rankShift)
                          : Value::unknown(at.bits & ~uint64_t(1));
      } else {
        Value rank = valueOf(warp, operand(op, 2)[0], lane);
        if (!at.known || !rank.known) {
          result = Value::unknown(mix(at.bits, rank.bits) & ~uint64_t(1));
        } else {
          if (truncate(rank.bits, 32) >= ctas.size())
            report(Fault::SharedBounds, pcOf(op),
                   "rank " + std::to_string(truncate(rank.bits, 32)) +
                       " is not in the cluster, which has " + std::to_string(ctas.size()) +
                       (ctas.size() == 1 ? " CTA" : " CTAs"));
          uint64_t bits = at.bits & ~(uint64_t(0xFF) << window::rankShift);
          result = Value::number(bits | (rank.bits & 0xFF) << window::rankShift);
        }
      }
      writeLane(warp, operand(op, 0)[0], lane, result);
    });
    return Step::Next;
  case Opcode::clusterlaunchcontrol:
    if (op.has(Modifier::try_cancel))
      forEachLane(mask, [&](unsigned lane) { cancelLaunch(warp, fragment, op, lane); });
    else
      queryCancel(warp, op, mask);
    return Step::Next;
  case Opcode::tensormap:
    if (op.async == AsyncOp::MapCopyFence && !gather(warp, fragment, warp.live))
      return Step::Waits;
    forEachLane(mask, [&](unsigned lane) {
      Value map = valueOf(warp, operand(op, 0)[0], lane);
      Place place = placeOf(warp, op, map);
      if (op.async == AsyncOp::MapReplace && place.space == Place::Space::Shared &&
          checkShared(op, place, 128, 128))
        writeShared(warp, fragment, op, *place.cta, place.offset, 128, lane, true);
      else
        changeMap(warp, fragment, op, map, lane);
    });
    return Step::Next;
  case Opcode::griddepcontrol:
  case Opcode::nanosleep:
  case Opcode::prefetch:
  case Opcode::prefetchu:
  case Opcode::discard:
  case Opcode::applypriority:
  case Opcode::pmevent:
  case Opcode::brkpt:
    return Step::Next;
  default:
    break;
  }
  skip(op, llvm::Twine("`") + info(op.opcode).name + "` is not modelled");
  forget(warp, op, mask, fresh());
  return Step::Next;
}
