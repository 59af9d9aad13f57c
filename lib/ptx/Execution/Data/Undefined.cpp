// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Values that shuffles read from lanes that do not execute them, and that loads read while another
// thread can write them. They are followed through registers until they have an effect: programs
// may read and discard them. Compilers let all warps load what only one of them changes and stores.

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

UndefinedLanes Machine::undefinedIn(const Warp &warp, const Slot &slot) const {
  return slot.isRegister() ? warp.undefined.lookup(slot.index) : UndefinedLanes();
}

/// Whether other operands, or later instructions, choose the bits that count.
static bool selectsBits(const Operation &op) {
  switch (op.action) {
  case Action::BitTable:
  case Action::FunnelShift:
  case Action::InsertBits:
  case Action::Permute:
  case Action::SelectBySign:
    return true;
  default:
    return !op.computes() && op.action != Action::ReduceInWarp;
  }
}

/// Whether one operand can decide the result, as 0 decides a product.
static bool isDecidedByOne(const Operation &op) {
  switch (op.action) {
  case Action::Multiply:
  case Action::Multiply24:
  case Action::MultiplyAdd:
  case Action::MultiplyAdd24:
    return !op.isFloat;
  case Action::BitAnd:
  case Action::BitOr:
  case Action::Compare:
    return true;
  default:
    return false;
  }
}

/// The lanes in which an operand that is defined decides the result, or could decide it if its
/// value were known.
LaneMask Machine::decidedLanes(const Warp &warp, const Operation &op, LaneMask mask) const {
  if (selectsBits(op))
    return mask;
  LaneMask decided = 0;
  if (op.action == Action::Move) // of a vector: later instructions can use one part
    for (const Slot &slot : operand(op, 1))
      decided |= mask & ~undefinedIn(warp, slot).lanes;
  if (!isDecidedByOne(op))
    return decided;
  bool isSum = op.action == Action::MultiplyAdd || op.action == Action::MultiplyAdd24;
  for (unsigned i = 1; i != operandCount(op); ++i)
    for (const Slot &slot : operand(op, i))
      forEachLane(mask & ~undefinedIn(warp, slot).lanes, [&](unsigned lane) {
        Value value = valueOf(warp, slot, lane);
        bool isZeroFactor = isSum && i < 3 && value.known && !truncate(value.bits, op.width);
        decided |= static_cast<LaneMask>(!value.known || isZeroFactor) << lane;
      });
  return decided;
}

/// The lanes in which the results of an operation depend on undefined values. Through products of
/// matrices they are not followed, nor into masks with a bit for each lane: programs clear or set
/// the bits of lanes whose values are undefined. What a shuffle read is not followed either where
/// other operands can make it have no effect.
UndefinedLanes Machine::undefinedResult(const Warp &warp, const Operation &op,
                                        LaneMask mask) const {
  UndefinedLanes result;
  bool isTogether = (op.action == Action::VoteInWarp && !op.has(Modifier::ballot)) ||
                    op.action == Action::ReduceInWarp;
  if (op.action == Action::WarpMatrix || (!op.computes() && !isTogether))
    return result;
  LaneMask decided = decidedLanes(warp, op, mask);
  auto add = [&](UndefinedLanes lanes, LaneMask among) {
    if (LaneMask some = lanes.lanes & among & (lanes.race ? allLanes : ~decided))
      result.add(lanes.with(isTogether ? mask : some));
  };
  if (op.action != Action::Select) {
    for (uint32_t reg : program.reads[pcOf(op)])
      add(warp.undefined.lookup(reg), mask);
    return result;
  }
  LaneMask first = 0, second = 0;
  forEachLane(mask, [&](unsigned lane) {
    Value condition = valueOf(warp, operand(op, 3)[0], lane);
    decided |= static_cast<LaneMask>(!condition.known) << lane;
    first |= static_cast<LaneMask>(!condition.known || (condition.bits & 1)) << lane;
    second |= static_cast<LaneMask>(!condition.known || !(condition.bits & 1)) << lane;
  });
  add(undefinedIn(warp, operand(op, 1)[0]), first);
  add(undefinedIn(warp, operand(op, 2)[0]), second);
  decided = 0;
  add(undefinedIn(warp, operand(op, 3)[0]), mask);
  return result;
}

/// `lanes`: the undefined ones of those that `mask` writes.
void Machine::setUndefined(Warp &warp, uint32_t reg, LaneMask mask, const UndefinedLanes &lanes) {
  // What a race read is known.
  LaneMask open = lanes.race ? allLanes : ~warp.registers[reg].known;
  UndefinedLanes now = lanes.with(lanes.lanes & mask & open);
  UndefinedLanes before = warp.undefined.lookup(reg);
  now.add(before.with(before.lanes & ~mask));
  if (now.lanes)
    warp.undefined[reg] = now;
  else
    warp.undefined.erase(reg);
}

/// Reports undefined addresses, and undefined values that are stored in global memory.
void Machine::checkUndefined(const Warp &warp, const Operation &op, LaneMask mask) {
  bool isStore =
      op.action == Action::Store || op.action == Action::Atomic || op.action == Action::Reduction;
  if (!isStore && op.action != Action::Load)
    return;
  for (unsigned i = 0; i != operandCount(op); ++i) {
    bool isAddress = op.addresses >> i & 1;
    if (!isAddress && (!isStore || (op.action == Action::Atomic && !i)))
      continue;
    for (const Slot &slot : operand(op, i)) {
      UndefinedLanes undefined = undefinedIn(warp, slot);
      if (undefined.race)
        continue; // reported as such
      forEachLane(undefined.lanes & mask, [&](unsigned lane) {
        unsigned at = op.action == Action::Atomic ? 1 : 0;
        Value address = valueOf(warp, operand(op, at)[0], lane);
        if (!isAddress && placeOf(op, address).space != Place::Space::Other)
          return;
        std::string source = warp.threads >> undefined.source & 1
                                 ? threadText(warp.thread + undefined.source)
                                 : "lane " + std::to_string(undefined.source);
        report(Fault::DivergentInstruction, undefined.shuffle,
               threadText(warp.thread + undefined.reader) + " reads a register of " + source +
                   ", which does not execute the instruction, so that the result is undefined",
               pcOf(op),
               threadText(warp.thread + lane) + (isAddress ? " uses an address that depends on it"
                                                           : " stores a value that depends on it"));
      });
    }
  }
}

void Machine::reportRace(const RacingRead &race) {
  report(Fault::GlobalRace, race.pc, race.text, race.other, race.otherText);
}

/// Reports the races whose values an operation uses in the lanes of `mask` otherwise than by
/// computing with them, or for a condition in those of `all`.
void Machine::checkRacing(const Warp &warp, const Operation &op, LaneMask mask, LaneMask all) {
  auto check = [&](uint32_t reg, LaneMask lanes) {
    UndefinedLanes undefined = warp.undefined.lookup(reg);
    if (undefined.race && undefined.lanes & lanes)
      reportRace(warp.races[undefined.race - 1]);
  };
  if (op.guard != Operation::none)
    check(op.guard, all);
  if (!op.computes() || op.action == Action::WarpMatrix)
    for (uint32_t reg : program.reads[pcOf(op)])
      check(reg, mask);
}

/// Follows no undefined value any longer: registers change otherwise than by operations.
void Machine::endUndefined(Warp &warp) {
  for (const auto &[reg, undefined] : warp.undefined)
    if (undefined.race)
      reportRace(warp.races[undefined.race - 1]);
  warp.undefined.clear();
}
