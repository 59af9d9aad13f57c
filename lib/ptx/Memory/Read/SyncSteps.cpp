// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/OperandLookup.h"
#include "ptx/Memory/Read/StepReader.h"

using namespace ptx;

/// Fences between a proxy and the generic proxy. (Manual 9.7.13.4)
bool StepReader::readProxyFence() {
  if (asyncOp(*view) == AsyncOp::MapFence)
    return readMapFence();
  if (hasAnyOf({Modifier::acquire, Modifier::release}))
    return refuse("of fences of one direction only those of `tensormap::generic` are modelled");
  if (has(Modifier::alias))
    return add(step(Step::Kind::AliasFence));
  Step fence = step(Step::Kind::ProxyFence);
  fence.proxy = Proxy::Async;
  if (has(Modifier::global))
    fence.fenced = FencedMemory::Global;
  if (hasAnyOf({Modifier::shared_cta, Modifier::shared_cluster}))
    fence.fenced = FencedMemory::Shared;
  return add(fence);
}

bool StepReader::readFence() {
  if (has(Modifier::proxy))
    return readProxyFence();
  if (hasAnyOf({Modifier::sync_restrict_shared_cluster, Modifier::sync_restrict_shared_cta,
                Modifier::sync_restrict_read}))
    return refuse("fences of some operations are not modelled");
  Step fence = orderedStep(Step::Kind::Fence);
  if (has(Modifier::mbarrier_init))
    fence.fenced = FencedMemory::MbarrierInits;
  return add(fence);
}

bool StepReader::readBarrier() {
  AsyncOp op = asyncOp(*view);
  if (op == AsyncOp::ClusterArrive)
    return add(orderedStep(Step::Kind::ClusterArrive));
  if (op == AsyncOp::ClusterWait)
    return add(orderedStep(Step::Kind::ClusterWait));
  // Each thread of a test is in a separate warp, so that such a barrier waits for no thread.
  if (op == AsyncOp::WarpBarrier)
    return true;
  Step barrier = step(Step::Kind::Barrier);
  barrier.isArrival = has(Modifier::arrive);
  llvm::ArrayRef<ExprId> rest = operands;
  if (has(Modifier::red)) {
    barrier.reduction = has(Modifier::popc)   ? BarrierReduction::Count
                        : has(Modifier::and_) ? BarrierReduction::All
                                              : BarrierReduction::Any;
    ExprId contribution = rest.back();
    LitmusValue predicate;
    if (unit[contribution].kind == ExprKind::Unary) {
      barrier.negated = true;
      contribution = unit[contribution].child();
    }
    if (!destination(rest.front(), barrier) || !value(contribution, predicate))
      return false;
    barrier.contribution = predicate;
    rest = rest.drop_front().drop_back();
  }
  LitmusValue number, count;
  if (!value(rest[0], number))
    return false;
  barrier.operands = {number};
  if (rest.size() > 1) {
    if (!value(rest[1], count))
      return false;
    // A barrier counts warps (manual 9.7.13.1). Each thread of a test is in a separate warp.
    if (count.kind != LitmusValue::Kind::Number || count.number % warpSize)
      return refuse("the number of threads has to be a known multiple of 32");
    barrier.quorum = LitmusValue::ofNumber(count.number / warpSize);
  }
  return add(barrier);
}

bool StepReader::readMbarrier() {
  if (has(Modifier::multicast_cluster_32b))
    return refuse("operations on the mbarrier objects of several CTAs are not modelled");
  switch (asyncOp(*view)) {
  case AsyncOp::MbarrierInit:
    return readMbarrierInit();
  case AsyncOp::MbarrierWait:
    return readMbarrierWait();
  case AsyncOp::MbarrierArrive:
  case AsyncOp::MbarrierExpect:
    return readMbarrierArrival();
  default:
    return refuse(
        "of operations on mbarrier objects only initializations, arrivals, expected bytes "
        "and waits are modelled");
  }
}

bool StepReader::readMbarrierInit() {
  LitmusValue number;
  Step init = step(Step::Kind::Store);
  init.isMbarrierInit = true;
  if (!address(AsyncRole::Object, init.address) || !value(AsyncRole::Count, number))
    return false;
  if (number.kind != LitmusValue::Kind::Number)
    return refuse("the number of arrivals has to be known");
  init.operands = {LitmusValue::ofNumber(number.number | number.number << MbarrierState::next)};
  return add(init);
}

bool StepReader::readMbarrierWait() {
  LitmusValue number;
  Step load = orderedStep(Step::Kind::Load);
  load.result = temporary();
  Step compare = step(Step::Kind::Compute), shift = compare;
  if (!destination(operands[0], compare) || !address(AsyncRole::Object, load.address) ||
      !value(AsyncRole::Phase, number))
    return false;
  shift.operation = Operation::ShiftRight;
  shift.result = temporary();
  shift.operands = {LitmusValue::ofRegister(*load.result),
                    LitmusValue::ofNumber(MbarrierState::phase)};
  add(load);
  add(shift);
  LitmusValue phase = number;
  if (!has(Modifier::parity)) {
    Step old = shift;
    old.result = temporary();
    old.operands[0] = number;
    add(old);
    phase = LitmusValue::ofRegister(*old.result);
  }
  compare.operation = Operation::NotEqual;
  compare.width = 1;
  compare.operands = {LitmusValue::ofRegister(*shift.result), phase};
  return add(compare);
}

bool StepReader::readMbarrierArrival() {
  Step arrive = orderedStep(Step::Kind::Atomic);
  bool arrives = asyncOp(*view) == AsyncOp::MbarrierArrive, expects = has(Modifier::expect_tx);
  arrive.operation = !expects  ? Operation::MbarrierArrive
                     : arrives ? Operation::MbarrierArriveExpect
                               : Operation::MbarrierExpect;
  arrive.isReduction = unit[operands.front()].kind == ExprKind::Address;
  if (!arrive.isReduction && !destination(operands.front(), arrive))
    return false;
  LitmusValue number = LitmusValue::ofNumber(1);
  ExprId count = findOperand(body, inst, expects ? AsyncRole::Bytes : AsyncRole::Count);
  if (!address(AsyncRole::Object, arrive.address) || (count && !value(count, number)))
    return false;
  arrive.operands = {number};
  return add(arrive);
}
