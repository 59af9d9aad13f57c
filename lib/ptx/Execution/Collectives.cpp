// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Arithmetic.h"
#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

/// A name for the values of a register in some lanes.
static uint64_t nameOfSources(const Lanes &source, LaneMask lanes, const Operation &op) {
  uint64_t name = nameOfOperation(op);
  forEachLane(lanes, [&](unsigned lane) {
    Value value = source[lane];
    name = mix(mix(name, lane), value.known ? value.bits : ~value.bits);
  });
  return name;
}

/// What a lane reads from one that does not execute the shuffle is undefined. (Manual 9.7.9.6)
void Machine::shuffle(Warp &warp, const Operation &op, LaneMask mask, LaneMask members) {
  UndefinedLanes undefined, before = undefinedIn(warp, operand(op, 1)[0]);
  llvm::ArrayRef<Slot> to = operand(op, 0);
  Lanes room, source = fetch(warp, operand(op, 1)[0], room);
  Lanes result, inside;
  result.uniform = inside.uniform = false;
  uint64_t name = nameOfSources(source, members & warp.live, op);
  forEachLane(mask, [&](unsigned lane) {
    Value b = valueOf(warp, operand(op, 2)[0], lane), c = valueOf(warp, operand(op, 3)[0], lane);
    if (!b.known || !c.known) {
      uint64_t own = mix(mix(name, lane), mix(b.bits, c.bits));
      result.set(lane, Value::unknown(baseName(own)));
      inside.set(lane, Value::unknown(baseName(mix(own, 1))));
      return;
    }
    int bval = static_cast<int>(b.bits & 31), cval = static_cast<int>(c.bits & 31);
    int segment = static_cast<int>(c.bits >> 8 & 31), own = static_cast<int>(lane);
    int most = (own & segment) | (cval & ~segment), least = own & segment, from;
    bool isInside;
    if (op.has(Modifier::up)) {
      from = own - bval;
      isInside = from >= most;
    } else if (op.has(Modifier::down)) {
      from = own + bval;
      isInside = from <= most;
    } else if (op.has(Modifier::bfly)) {
      from = own ^ bval;
      isInside = from <= most;
    } else {
      from = least | (bval & ~segment);
      isInside = from <= most;
    }
    if (!isInside)
      from = own;
    auto chosen = static_cast<unsigned>(from);
    bool isThere = (members & mask) >> chosen & 1;
    result.set(lane, isThere ? source[chosen] : Value::unknown(fresh()));
    if (!isThere)
      undefined.add({1u << lane, pcOf(op), lane, chosen});
    else if (before.lanes >> chosen & 1)
      undefined.add(before.with(1u << lane));
    inside.set(lane, Value::number(isInside));
  });
  // Usually all lanes read the same value.
  write(warp, to[0], mask, result);
  if (to[0].isRegister())
    setUndefined(warp, to[0].index, mask, undefined);
  if (to.size() > 1)
    write(warp, to[1], mask, inside);
  if (to.size() > 1 && to[1].isRegister()) // defined, whatever it was before
    setUndefined(warp, to[1].index, mask, {});
}

/// Manual 9.7.13.5
void Machine::vote(Warp &warp, const Operation &op, LaneMask mask, LaneMask members) {
  Slot source = operand(op, 1)[0];
  LaneMask truths = 0, unknown = 0;
  uint64_t name = nameOfOperation(op);
  forEachLane(members & warp.live & mask, [&](unsigned lane) {
    Value value = valueOf(warp, source, lane);
    if (!value.known) {
      unknown |= 1u << lane;
      name = mix(name, value.bits);
    } else if (value.bits & 1) {
      truths |= 1u << lane;
    }
  });
  LaneMask all = members & warp.live & mask;
  name = baseName(mix(mix(name, truths), all));
  Value result = Value::unknown(name);
  if (op.has(Modifier::all) && (truths | unknown) != all)
    result = Value::number(0);
  else if (op.has(Modifier::any) && truths)
    result = Value::number(1);
  else if (!unknown)
    result = Value::number(op.has(Modifier::ballot) ? truths
                           : op.has(Modifier::all)  ? truths == all
                           : op.has(Modifier::any)  ? truths != 0
                                                    : truths == all || truths == 0);
  write(warp, operand(op, 0)[0], mask, Lanes(result));
}

/// Manual 9.7.13.9
void Machine::match(Warp &warp, const Operation &op, LaneMask mask, LaneMask members) {
  Slot source = operand(op, 1)[0];
  members &= warp.live;
  bool isAny = op.has(Modifier::any);
  llvm::ArrayRef<Slot> to = operand(op, 0);
  Lanes room;
  uint64_t name = nameOfSources(fetch(warp, source, room), members, op);
  forEachLane(mask, [&](unsigned lane) {
    Value own = valueOf(warp, source, lane);
    LaneMask same = 0;
    bool known = own.known;
    forEachLane(members, [&](unsigned other) {
      Value value = valueOf(warp, source, other);
      known &= value.known;
      if (value.known == own.known &&
          truncate(value.bits, op.width) == truncate(own.bits, op.width))
        same |= 1u << other;
    });
    Value result = !known  ? Value::unknown(baseName(mix(name, own.bits)))
                   : isAny ? Value::number(same)
                           : Value::number(same == members ? members : 0);
    writeLane(warp, to[0], lane, result);
    if (to.size() > 1)
      writeLane(warp, to[1], lane,
                known ? Value::number(same == members)
                      : Value::unknown(baseName(mix(mix(name, own.bits), 1))));
  });
}

/// The smaller or larger of two numbers. A NaN counts with `.NaN`, or if both are NaN.
/// (Manual 9.7.13.12)
static Value extremumOf(const Operation &op, Value a, Value b) {
  if (!a.known || !b.known)
    return Value::unknown(baseName(mix(nameOfOperation(op), mix(a.bits, b.bits))));
  constexpr uint64_t canonicalNaN = 0x7FFFFFFF, sign = 0x80000000;
  uint64_t bits[] = {truncate(a.bits, 32), truncate(b.bits, 32)};
  for (uint64_t &number : bits)
    number = op.has(Modifier::abs) ? number & ~sign : number;
  float x = llvm::bit_cast<float>(static_cast<uint32_t>(bits[0]));
  float y = llvm::bit_cast<float>(static_cast<uint32_t>(bits[1]));
  bool isNaN = x != x || y != y;
  if (isNaN && (op.has(Modifier::NaN) || (x != x && y != y)))
    return Value::number(canonicalNaN);
  if (isNaN)
    return Value::number(bits[x != x]);
  // -0 is less than +0.
  bool isLess = x < y || (x == y && bits[0] & ~bits[1] & sign);
  return Value::number(bits[isLess != op.has(Modifier::min)]);
}

/// Manual 9.7.13.12
void Machine::reduceWarp(Warp &warp, const Operation &op, LaneMask mask, LaneMask members) {
  Slot source = operand(op, 1)[0];
  Value result;
  bool isFirst = true;
  forEachLane(members & warp.live & mask, [&](unsigned lane) {
    Value value = valueOf(warp, source, lane);
    if (op.type == TypeId::f32)
      result = extremumOf(op, isFirst ? value : result, value);
    else
      result = isFirst ? value : combine(op, result, value);
    isFirst = false;
  });
  write(warp, operand(op, 0)[0], mask, Lanes(result));
}

/// The lanes of the fragment that execute `op`.
LaneMask Machine::activeLanes(Warp &warp, const Fragment &fragment, const Operation &op) {
  if (op.guard == Operation::none)
    return fragment.mask;
  LaneMask unknown = 0, mask = guardMask(warp, op, fragment.mask, unknown);
  forEachLane(unknown, [&](unsigned lane) {
    if (isTrue(warp.registers[op.guard][lane], pcOf(op)) != op.guardNegated)
      mask |= 1u << lane;
  });
  return mask;
}

/// Lanes with different masks, as in the tiles of cooperative groups, execute an instruction
/// independently. Whether there are any among `mask`; they continue together after the instruction.
/// Lanes that another one waits for stay with it whatever their masks are.
bool Machine::splitByMembers(Warp &warp, Fragment &fragment, const Slot &members, LaneMask mask,
                             LaneMask awaited) {
  if (!members.isRegister() || !mask)
    return false;
  LaneMask among = mask & awaited ? mask & awaited : mask;
  Value first = valueOf(warp, members, firstLane(among));
  LaneMask others = 0;
  forEachLane(mask, [&](unsigned lane) {
    Value own = valueOf(warp, members, lane);
    bool differs = first.known && own.known && truncate(own.bits ^ first.bits, 32) != 0;
    others |= static_cast<LaneMask>(differs) << lane;
  });
  if (LaneMask disagreeing = others & awaited)
    reportTolerated(Fault::DivergentInstruction, fragment.pc,
                    "the mask of " + threadText(warp.thread + firstLane(among)) + " names thread " +
                        std::to_string(warp.number * warpLanes + firstLane(disagreeing)) +
                        ", which executes the instruction with another mask");
  if (!others || others & awaited)
    return false;
  split(warp, fragment, fragment.pc + 1,
        {{fragment.pc, fragment.mask & ~others}, {fragment.pc, others}});
  return true;
}

/// Instructions that the lanes of a mask execute together. They order execution, not memory.
Machine::Step Machine::warpCollective(Warp &warp, Fragment &fragment, const Operation &op,
                                      LaneMask mask) {
  const Slot &ofMembers = operand(op, operandCount(op) - 1)[0];
  if (op.has(Modifier::sync) && splitByMembers(warp, fragment, ofMembers, mask, 0))
    return Step::Jumped;
  Value given = valueOf(warp, ofMembers, firstLane(mask));
  LaneMask members = given.known ? static_cast<LaneMask>(given.bits) : mask;
  if (observer && !given.known && op.has(Modifier::sync))
    skip(op, "a mask of lanes that is not known");
  if (!op.has(Modifier::sync))
    members = mask;
  if (LaneMask others = mask & ~members)
    report(Fault::DivergentInstruction, pcOf(op),
           threadText(warp.thread + firstLane(others)) +
               " executes the instruction, and its mask leaves out the thread");
  if (!gather(warp, fragment, members | mask))
    return Step::Waits;
  // Lanes that have ended count as arrived, in CUDA and on hardware.
  if (LaneMask absent = members & ~warp.live & warp.threads; given.known && absent)
    reportTolerated(Fault::DivergentInstruction, pcOf(op),
                    "the mask names thread " +
                        std::to_string(warp.number * warpLanes + firstLane(absent)) +
                        ", which ends without executing the instruction");
  mask = activeLanes(warp, fragment, op);
  if (op.has(Modifier::sync) && splitByMembers(warp, fragment, ofMembers, mask, members))
    return Step::Jumped;
  syncWarp(warp, fragment, members & fragment.mask, false);
  switch (op.action) {
  case Action::ShuffleInWarp:
    shuffle(warp, op, mask, members);
    break;
  case Action::VoteInWarp:
    vote(warp, op, mask, members);
    break;
  case Action::MatchInWarp:
    match(warp, op, mask, members);
    break;
  case Action::ReduceInWarp:
    reduceWarp(warp, op, mask, members);
    break;
  default: { // elect: the first lane of the mask
    LaneMask elected = members & warp.live & mask;
    elected &= ~elected + 1;
    llvm::ArrayRef<Slot> to = operand(op, 0);
    write(warp, to[0], mask, Lanes(Value::number(elected ? firstLane(elected) : 0)));
    Lanes predicate;
    predicate.uniform = false;
    predicate.known = allLanes;
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      predicate.bits[lane] = elected >> lane & 1;
    if (to.size() > 1)
      write(warp, to[1], mask, predicate);
    break;
  }
  }
  return Step::Next;
}
