// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Arithmetic.h"
#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

/// The mask of lanes in a special register; none of other registers.
static std::optional<LaneMask> laneMaskIn(SpecialRegister which, unsigned lane) {
  LaneMask own = LaneMask(1) << lane, below = own - 1;
  switch (which) {
  case SpecialRegister::lanemask_eq:
    return own;
  case SpecialRegister::lanemask_lt:
    return below;
  case SpecialRegister::lanemask_le:
    return below | own;
  case SpecialRegister::lanemask_ge:
    return ~below;
  case SpecialRegister::lanemask_gt:
    return ~(below | own);
  default:
    return std::nullopt;
  }
}

/// A special register whose value depends on the hardware. It is unknown, except for executions
/// with data: these count instructions as time, and run on one multiprocessor.
Value Machine::hardwareValue(const Warp &warp, const Slot &slot) const {
  uint64_t name = mix(mix(slot.index, steps), warp.thread);
  std::optional<uint64_t> number;
  switch (static_cast<SpecialRegister>(slot.index)) {
  case SpecialRegister::total_smem_size:
    // A multiple of a unit of the target.
    name = mix(slot.index, program.sharedBytes);
    break;
  case SpecialRegister::clock:
  case SpecialRegister::clock64:
  case SpecialRegister::globaltimer:
  case SpecialRegister::globaltimer_lo:
    number = steps;
    break;
  case SpecialRegister::clock_hi:
  case SpecialRegister::globaltimer_hi:
    number = steps >> 32;
    break;
  case SpecialRegister::nsmid:
    number = 1;
    name = mix(slot.index, warp.cta);
    break;
  case SpecialRegister::smid:
  case SpecialRegister::gridid:
    number = 0;
    name = mix(slot.index, warp.cta);
    break;
  default:
    break;
  }
  return launch.hasData && number ? Value::number(*number) : Value::unknown(name & ~uint64_t(1));
}

Value Machine::special(const Warp &warp, const Slot &slot, unsigned lane) const {
  const Cta &cta = ctas[warp.cta];
  unsigned c = slot.component;
  auto of = [&](const Extent &extent) { return Value::number(c < 3 ? extent[c] : 0); };
  Extent clusters;
  for (unsigned i = 0; i != 3; ++i)
    clusters[i] = launch.grid[i] / launch.cluster[i];
  auto which = static_cast<SpecialRegister>(slot.index);
  switch (which) {
  case SpecialRegister::tid:
    return c < 3 ? warp.tid[c][lane] : Value::number(0);
  case SpecialRegister::ntid:
    return of(launch.block);
  case SpecialRegister::ctaid:
    return of(cta.id);
  case SpecialRegister::nctaid:
    return of(launch.grid);
  case SpecialRegister::clusterid:
    return of(part.cluster);
  case SpecialRegister::nclusterid:
    return of(clusters);
  case SpecialRegister::cluster_ctaid:
    return of(cta.inCluster);
  case SpecialRegister::cluster_nctaid:
    return of(launch.cluster);
  case SpecialRegister::cluster_ctarank:
    return Value::number(cta.rank);
  case SpecialRegister::cluster_nctarank:
    return Value::number(ctas.size());
  case SpecialRegister::is_explicit_cluster:
    return Value::number(ctas.size() > 1);
  case SpecialRegister::laneid:
    return Value::number(lane);
  case SpecialRegister::warpid:
    return Value::number(warp.number);
  case SpecialRegister::nwarpid:
    return Value::number(threadsPerCta / warpLanes);
  case SpecialRegister::dynamic_smem_size:
    return Value::number(launch.dynamicShared);
  case SpecialRegister::total_smem_size:
    return launch.hasData ? hardwareValue(warp, slot) : Value::number(program.sharedBytes);
  default:
    if (std::optional<LaneMask> mask = laneMaskIn(which, lane))
      return Value::number(*mask);
    return hardwareValue(warp, slot);
  }
}

static bool isPerLane(const Slot &slot) {
  auto which = static_cast<SpecialRegister>(slot.index);
  return which == SpecialRegister::tid || which == SpecialRegister::laneid || laneMaskIn(which, 0);
}

static Value adjusted(const Slot &slot, Value value) {
  if (slot.negated && slot.width == 1)
    return negatePredicate(value);
  if (slot.negated)
    return value.known ? Value::number(truncate(0 - value.bits, slot.width))
                       : Value::unknown(mix(value.bits, 0x2E6));
  if (!slot.number)
    return value;
  return value.known ? Value::number(truncate(value.bits + slot.number, slot.width))
                     : Value::unknown(mix(value.bits, slot.number));
}

/// The values of a slot in all lanes; in `room` unless they are in a register as they are.
const Lanes &Machine::fetch(const Warp &warp, const Slot &slot, Lanes &room) const {
  switch (slot.kind) {
  case Slot::Kind::Register: {
    const Lanes &reg = warp.registers[slot.index];
    if (!slot.negated && !slot.number)
      return reg;
    room.uniform = reg.uniform;
    room.known = reg.known;
    for (unsigned lane = 0; lane != (reg.uniform ? 1 : warpLanes); ++lane)
      room.bits[lane] = adjusted(slot, reg[lane]).bits;
    return room;
  }
  case Slot::Kind::Special:
    if (!isPerLane(slot)) {
      room = Lanes(special(warp, slot, 0));
      return room;
    }
    if (static_cast<SpecialRegister>(slot.index) == SpecialRegister::tid && slot.component < 3)
      return warp.tid[slot.component];
    room.uniform = false;
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      room.set(lane, special(warp, slot, lane));
    return room;
  case Slot::Kind::Local:
    if (!warp.localEnd)
      break;
    room.uniform = false;
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      room.set(lane, valueOf(warp, slot, lane));
    return room;
  default:
    break;
  }
  room = Lanes(valueOf(warp, slot, 0));
  return room;
}

Value Machine::valueOf(const Warp &warp, const Slot &slot, unsigned lane) const {
  switch (slot.kind) {
  case Slot::Kind::Register:
    return adjusted(slot, warp.registers[slot.index][lane]);
  case Slot::Kind::Number:
    return Value::number(slot.negated ? slot.number ^ 1 : slot.number);
  case Slot::Kind::Shared:
    return Value::number(uint64_t(warp.cta) << window::rankShift | slot.number);
  case Slot::Kind::Local:
    return Value::number(slot.number + warp.localStarts[lane]);
  case Slot::Kind::Special:
    return special(warp, slot, lane);
  case Slot::Kind::Sink:
    return Value::number(0);
  }
  return Value::number(0);
}

void Machine::write(Warp &warp, const Slot &slot, LaneMask mask, const Lanes &value) {
  if (!slot.isRegister())
    return;
  Lanes &reg = warp.registers[slot.index];
  auto fit = [&](uint64_t bits, bool known) { return known ? truncate(bits, slot.width) : bits; };
  bool whole = (warp.live & ~mask) == 0;
  if (whole && value.uniform) {
    reg.uniform = true;
    reg.known = value.known & 1 ? allLanes : 0;
    reg.bits[0] = fit(value.bits[0], reg.known);
    return;
  }
  reg.spread();
  forEachLane(mask, [&](unsigned lane) {
    Value v = value[lane];
    reg.set(lane, {fit(v.bits, v.known), v.known});
  });
}

void Machine::writeLane(Warp &warp, const Slot &slot, unsigned lane, Value value) {
  if (!slot.isRegister())
    return;
  Lanes &reg = warp.registers[slot.index];
  reg.spread();
  reg.set(lane, {value.known ? truncate(value.bits, slot.width) : value.bits, value.known});
}

/// Makes the registers that the operation writes unknown.
void Machine::forget(Warp &warp, const Operation &op, LaneMask mask, uint64_t name) {
  endUndefined(warp);
  for (uint32_t reg : program.writes[pcOf(op)]) {
    Slot slot;
    slot.kind = Slot::Kind::Register;
    slot.index = reg;
    slot.width = program.registerWidths[reg];
    forEachLane(mask, [&](unsigned lane) {
      writeLane(warp, slot, lane,
                Value::unknown(mix(mix(name, reg), warp.thread + lane) & ~uint64_t(1)));
    });
    if (auto upper = program.upperHalves.find(reg); upper != program.upperHalves.end()) {
      slot.index = upper->second;
      forEachLane(mask, [&](unsigned lane) {
        writeLane(warp, slot, lane, Value::unknown(mix(name, lane) & ~uint64_t(1)));
      });
    }
  }
}

/// Whether the following code only reports a failed assertion, or traps.
bool Machine::traps(uint32_t pc) const {
  constexpr unsigned far = 48;
  for (unsigned i = 0; i != far && pc < program.operations.size(); ++i, ++pc) {
    const Operation &op = program.operations[pc];
    if (!op.view || op.guard != Operation::none || op.branches())
      return false;
    uint32_t callee = op.calls() ? program.calls[op.callee].routine : Operation::none;
    if (op.traps() ||
        (callee != Operation::none && program.routines[callee].name == "__assertfail"))
      return true;
  }
  return false;
}

/// The value of an unknown predicate for which the program does not trap. None if neither path
/// traps.
std::optional<bool> Machine::asserted(uint64_t name, uint32_t pc) const {
  const Operation &op = program.operations[pc];
  // The value of the predicate without a negation where the guard is true.
  bool taken = !op.guardNegated != ((name & 1) != 0);
  if (op.traps() || (op.branches() && traps(op.target)))
    return !taken;
  return op.branches() && traps(pc + 1) ? std::optional(taken) : std::nullopt;
}

bool Machine::decide(uint64_t name, uint32_t pc) {
  uint64_t base = baseName(name);
  auto [entry, isNew] = decisionOf.try_emplace(base, false);
  if (isNew) {
    if (std::optional<bool> choice = asserted(name, pc)) {
      entry->second = *choice;
      assertions.insert(pc);
    } else {
      entry->second = guess(base, pc);
    }
  }
  return entry->second != ((name & 1) != 0);
}

/// An outcome of the condition `base`, which is not known.
bool Machine::guess(uint64_t base, uint32_t pc) {
  hasGuessed = true;
  uint32_t count = ++decisions[pc];
  size_t number = guesses++;
  if (number < schedule_.outcomes.size())
    return schedule_.outcomes[number];
  bool choice = schedule_.unknown == Schedule::Unknown::True ||
                (schedule_.unknown == Schedule::Unknown::Mixed && mix(base, schedule_.seed) & 1);
  // The outcome of a loop condition changes at some point, so that no loop is endless.
  constexpr uint32_t bound = 3;
  return choice != (count > bound && count % (bound + 1) == 0);
}

bool Machine::isTrue(Value predicate, uint32_t pc) {
  return predicate.known ? (predicate.bits & 1) != 0 : decide(predicate.bits, pc);
}

/// The lanes whose guard is true, and those where it is not known.
LaneMask Machine::guardMask(Warp &warp, const Operation &op, LaneMask mask, LaneMask &unknown) {
  const Lanes &guard = warp.registers[op.guard];
  if (guard.uniform && guard.known)
    return ((guard.bits[0] & 1) != 0) != op.guardNegated ? mask : 0;
  LaneMask active = 0;
  if ((mask & ~guard.known) == 0) {
    for (unsigned lane = 0; lane != warpLanes; ++lane)
      active |= static_cast<LaneMask>(guard.bits[lane] & 1) << lane;
    return (op.guardNegated ? ~active : active) & mask;
  }
  forEachLane(mask, [&](unsigned lane) {
    Value value = guard[lane];
    if (!value.known) {
      auto decided = decisionOf.find(baseName(value.bits));
      if (decided == decisionOf.end()) {
        unknown |= 1u << lane;
        return;
      }
      value = Value::number(decided->second != ((value.bits & 1) != 0));
    }
    if (((value.bits & 1) != 0) != op.guardNegated)
      active |= 1u << lane;
  });
  return active;
}

void Machine::computeMove(Warp &warp, const Operation &op, LaneMask mask) {
  llvm::ArrayRef<Slot> to = operand(op, 0), from = operand(op, 1);
  Lanes room;
  if (to.size() == 1 && from.size() == 1) {
    write(warp, to[0], mask, fetch(warp, from[0], room));
    if (Slot upper = upperHalfOf(to[0]); upper.isRegister())
      write(warp, upper, mask, fetch(warp, upperHalfOf(from[0]), room));
    return;
  }
  if (to.size() == from.size()) { // {a, b} -> {d, e}, which can have the same registers
    llvm::SmallVector<std::pair<Lanes, Lanes>, 4> values;
    for (const Slot &slot : from) {
      Lanes lower = fetch(warp, slot, room);
      values.emplace_back(lower, fetch(warp, upperHalfOf(slot), room));
    }
    for (auto [slot, value] : llvm::zip_equal(to, values)) {
      write(warp, slot, mask, value.first);
      if (Slot upper = upperHalfOf(slot); upper.isRegister())
        write(warp, upper, mask, value.second);
    }
    return;
  }
  unsigned width = op.width / static_cast<unsigned>(std::max(to.size(), from.size()));
  if (to.size() == 1) { // {a, b} -> d
    Slot upper = upperHalfOf(to[0]);
    forEachLane(mask, [&](unsigned lane) {
      Value halves[2];
      uint64_t name = 0x9A;
      for (auto [i, slot] : llvm::enumerate(from)) {
        Value part = valueOf(warp, slot, lane);
        Value &half = halves[i * width / 64];
        half.known &= part.known;
        half.bits |= truncate(part.bits, width) << (i * width % 64);
        name = mix(name, part.known ? part.bits : ~part.bits);
      }
      for (unsigned i = 0; i != 2; ++i)
        if (!halves[i].known)
          halves[i].bits = mix(name, i) & ~uint64_t(1);
      for (auto [i, slot] : llvm::enumerate(from))
        notePart(halves[i * width / 64], valueOf(warp, slot, lane), i * width % 64, width);
      if (observer && op.width <= 64) {
        llvm::SmallVector<Value, 4> parts;
        for (const Slot &slot : from)
          parts.push_back(valueOf(warp, slot, lane));
        halves[0] = observer->pack(parts, width).value_or(halves[0]);
      }
      writeLane(warp, to[0], lane, halves[0]);
      writeLane(warp, upper, lane, halves[1]);
    });
    return;
  }
  Slot upper = upperHalfOf(from[0]); // a -> {d, e}
  forEachLane(mask, [&](unsigned lane) {
    Value halves[2] = {valueOf(warp, from[0], lane), valueOf(warp, upper, lane)};
    for (auto [i, slot] : llvm::enumerate(to)) {
      Value half = halves[i * width / 64];
      if (observer && !half.known && op.width <= 64)
        if (std::optional<Value> part = observer->unpack(half, static_cast<unsigned>(i), width)) {
          writeLane(warp, slot, lane, *part);
          continue;
        }
      writeLane(warp, slot, lane,
                half.known ? Value::number(truncate(half.bits >> (i * width % 64), width))
                           : partOf(half, i * width % 64, width,
                                    Value::unknown(mix(half.bits, i + 1) & ~uint64_t(1))));
    }
  });
}

Value Machine::compareLane(const Operation &op, Value a, Value b, unsigned lane) const {
  if (observer && lane == 0 && op.lanes == 1)
    if (std::optional<Value> result = observer->compare(op, a, b))
      return *result;
  return compare(op, a, b, lane);
}

/// `setp`, with or without the combination with a predicate and the second result, which is the
/// opposite, or the result for the upper half of packed operands.
void Machine::computeCompare(Warp &warp, const Operation &op, LaneMask mask) {
  llvm::ArrayRef<Slot> to = operand(op, 0);
  Lanes rooms[3], results[2];
  const Lanes &a = fetch(warp, operand(op, 1)[0], rooms[0]);
  const Lanes &b = fetch(warp, operand(op, 2)[0], rooms[1]);
  bool combines = operandCount(op) > 3, isPacked = op.lanes > 1;
  const Lanes &c = combines ? fetch(warp, operand(op, 3)[0], rooms[2]) : rooms[2];
  bool uniform = a.uniform && b.uniform && (!combines || c.uniform);
  for (Lanes &result : results)
    result.uniform = uniform;
  auto lane = [&](unsigned i) {
    Value first = compareLane(op, a[i], b[i], 0);
    Value second = isPacked ? compareLane(op, a[i], b[i], 1) : negatePredicate(first);
    results[0].set(i, combines ? combinePredicates(op, first, c[i]) : first);
    results[1].set(i, combines ? combinePredicates(op, second, c[i]) : second);
  };
  if (uniform) {
    lane(0);
    for (Lanes &result : results)
      result.known = result.known & 1 ? allLanes : 0;
  } else {
    forEachLane(mask, lane);
  }
  for (size_t i = 0; i != std::min<size_t>(to.size(), 2); ++i)
    write(warp, to[i], mask, results[i]);
}

/// The half of a product that `mad` with the carry flag adds to.
static Value halfOfProduct(const Operation &op, Value a, Value b) {
  if (!a.known || !b.known)
    return Value::unknown(mix(mix(a.bits, b.bits), static_cast<uint64_t>(op.part)) & ~uint64_t(1));
  __int128 product =
      op.isSigned
          ? static_cast<__int128>(signExtend(a.bits, op.width)) * signExtend(b.bits, op.width)
          : static_cast<__int128>(static_cast<unsigned __int128>(truncate(a.bits, op.width)) *
                                  truncate(b.bits, op.width));
  unsigned shift = op.part == ResultPart::High ? op.width : 0;
  return Value::number(truncate(static_cast<uint64_t>(product >> shift), op.width));
}

/// Additions and subtractions with the carry flag. (Manual 9.7.2)
Value Machine::addCarry(Warp &warp, const Operation &op, unsigned lane, llvm::ArrayRef<Value> in) {
  bool reads = op.has(Trait::ReadsCarry);
  bool subtracts = op.action == Action::Subtract || op.action == Action::SubtractWithBorrow;
  Slot flag;
  flag.kind = Slot::Kind::Register;
  flag.index = program.carry;
  flag.width = 1;
  Value carry = reads ? valueOf(warp, flag, lane) : Value::number(0);
  Value a = in[0], b = in[1];
  if (op.action == Action::MultiplyAdd || op.action == Action::MultiplyAddWithCarry) {
    a = halfOfProduct(op, in[0], in[1]);
    b = in[2];
  }
  if (!a.known || !b.known || !carry.known) {
    uint64_t name = mix(mix(a.bits, b.bits), mix(carry.bits, static_cast<uint64_t>(op.action)));
    writeLane(warp, flag, lane, Value::unknown(mix(name, 1) & ~uint64_t(1)));
    return Value::unknown(name);
  }
  unsigned __int128 x = truncate(a.bits, op.width), y = truncate(b.bits, op.width);
  unsigned __int128 sum = subtracts ? x - y - (carry.bits & 1) : x + y + (carry.bits & 1);
  if (op.has(Modifier::cc))
    writeLane(warp, flag, lane, Value::number(static_cast<uint64_t>(sum >> op.width) & 1));
  return Value::number(truncate(static_cast<uint64_t>(sum), op.width));
}

/// The result of a conversion between integers, or `value` with the parts of `from` that are known.
Value Machine::resized(const Operation &op, Value from, Value value) {
  unsigned width = std::min(op.width, op.resultWidth);
  Value whole = partOf(from, 0, width, value);
  if (whole.known && op.resultWidth < op.width) {
    if (info(op.firstType).kind == TypeKind::Signed)
      whole.bits = static_cast<uint64_t>(signExtend(whole.bits, width));
    return whole;
  }
  constexpr unsigned byte = 8;
  for (unsigned at = 0; at < width; at += byte)
    notePart(value, partOf(from, at, byte, from), at, byte);
  if (op.resultWidth > width && !op.isSigned)
    notePart(value, Value::number(0), width, op.resultWidth - width);
  return value;
}

/// The result of `prmt` without a mode, or `value` with the bytes that are known: compilers also
/// select from registers that have only some defined bytes.
Value Machine::permuted(llvm::ArrayRef<Value> operands, Value value) {
  constexpr unsigned byte = 8, bytes = 4, nibble = 4;
  if (!operands[2].known)
    return value;
  Value whole = Value::number(0);
  for (unsigned i = 0; i != bytes; ++i) {
    uint64_t selector = operands[2].bits >> i * nibble;
    Value from = operands[selector / bytes & 1];
    auto shift = static_cast<unsigned>(selector % bytes) * byte;
    Value part = from.known ? Value::number(truncate(from.bits >> shift, byte))
                            : partOf(from, shift, byte, from);
    bool repeatsSign = selector >> (nibble - 1) & 1;
    if (part.known && repeatsSign)
      part.bits = part.bits >> (byte - 1) ? 0xFF : 0;
    whole.known &= part.known;
    whole.bits |= truncate(part.bits, byte) << i * byte;
    notePart(value, part, i * byte, byte);
  }
  return whole.known ? whole : value;
}

static bool isPlainPermutation(const Operation &op) {
  using M = Modifier;
  return op.action == Action::Permute &&
         llvm::none_of(std::initializer_list<M>{M::f4e, M::b4e, M::rc8, M::ecl, M::ecr, M::rc16},
                       [&](M word) { return op.has(word); });
}

/// Computes all lanes at once. False, and nothing is changed, if an operand is unknown or a result
/// is not a number.
bool Machine::computeAllLanes(Warp &warp, const Operation &op, LaneMask mask) {
  Slot to = operand(op, 0)[0];
  if (!to.isRegister())
    return true;
  uint64_t wide[3][warpLanes], numbers[3] = {}, out[warpLanes];
  const uint64_t *in[3] = {numbers, numbers, numbers};
  bool areUniform[3] = {true, true, true}, isUniform = true;
  unsigned count = operandCount(op) - 1;
  for (unsigned i = 0; i != count; ++i) {
    const Slot &slot = operand(op, i + 1)[0];
    if (slot.kind == Slot::Kind::Number && !slot.negated) {
      numbers[i] = slot.number;
      in[i] = &numbers[i];
      continue;
    }
    bool inPlace = slot.isRegister() && !slot.negated && !slot.number;
    const Lanes &lanes = inPlace ? warp.registers[slot.index] : fetch(warp, slot, operandRooms[i]);
    if (mask & ~lanes.known)
      return false;
    in[i] = lanes.bits.data();
    areUniform[i] = lanes.uniform;
    isUniform &= lanes.uniform;
  }
  for (unsigned i = 0; i != 3 && !isUniform; ++i)
    if (areUniform[i]) {
      std::fill_n(wide[i], warpLanes, in[i][0]);
      in[i] = wide[i];
    }
  if (!computeLanes(op, {in[0], in[1], in[2], isUniform ? 1 : warpLanes}, out))
    return false;
  Lanes &reg = warp.registers[to.index];
  uint64_t bits = to.width >= 64 ? ~uint64_t(0) : (uint64_t(1) << to.width) - 1;
  bool isWhole = (warp.live & ~mask) == 0;
  if (isWhole && isUniform) {
    reg.uniform = true;
    reg.known = allLanes;
    reg.bits[0] = out[0] & bits;
    return true;
  }
  if (!isWhole)
    reg.spread();
  reg.uniform = false;
  for (unsigned i = 0; i != warpLanes; ++i)
    if (isWhole || (mask >> i & 1))
      reg.bits[i] = out[isUniform ? 0 : i] & bits;
  reg.known = isWhole ? allLanes : reg.known | mask;
  return true;
}

/// Whether an operation is that of each element of packed operands, which are equally wide.
static bool isElementwise(const Operation &op) {
  auto hasOtherWidth = [&](Modifier word) {
    return word != Modifier::none && info(word).isType && info(info(word).type).width != op.width;
  };
  switch (op.action) {
  case Action::Add:
  case Action::Subtract:
  case Action::Multiply:
  case Action::FusedMultiplyAdd:
  case Action::Minimum:
  case Action::Maximum:
  case Action::Absolute:
  case Action::Negate:
    return op.lanes > 1 && llvm::none_of(op.view->modifiers, hasOtherWidth);
  default:
    return false;
  }
}

/// The result of an operation in one lane; `carries`: it reads or writes the carry.
Value Machine::computeLane(Warp &warp, const Operation &op, unsigned lane, bool carries,
                           llvm::ArrayRef<Value> operands) {
  std::optional<Value> observed;
  if (observer && !carries)
    observed = observer->compute(op, operands);
  Value value = observed                               ? *observed
                : carries                              ? addCarry(warp, op, lane, operands)
                : op.action == Action::CompareToNumber ? compareToNumber(op, operands)
                                                       : compute(op, operands);
  bool isResized = op.action == Action::Convert && !op.function && !op.isFloat &&
                   info(op.firstType).kind != TypeKind::Float && !op.has(Modifier::sat);
  if (isResized && !value.known && !observed)
    value = resized(op, operands[0], value);
  if (!value.known && launch.hasData && isPlainPermutation(op))
    value = permuted(operands, value);
  // Compilers also compute with packed operands of which only one element is defined.
  for (unsigned i = 0;
       !value.known && launch.hasData && !observed && isElementwise(op) && i != op.lanes; ++i) {
    unsigned shift = i * op.laneWidth;
    llvm::SmallVector<Value, 3> elements;
    for (Value operand : operands) {
      Value element = operand.known ? Value::number(truncate(operand.bits >> shift, op.laneWidth))
                                    : partOf(operand, shift, op.laneWidth, operand);
      elements.push_back(element.known ? Value::number(element.bits << shift) : element);
    }
    Value element = compute(op, elements);
    notePart(value, element.known ? Value::number(element.bits >> shift) : element, shift,
             op.laneWidth);
  }
  if (!value.known && launch.hasData && !unknownAt &&
      llvm::all_of(operands, [](const Value &operand) { return operand.known; }))
    noteUnknown(op, carries ? "it reads the carry flag, and no earlier `.cc` determines it"
                            : "the result is not computed");
  return value;
}

void Machine::computeOperation(Warp &warp, const Operation &op, LaneMask mask) {
  if (op.laneFunction != LaneFunction::None && computeAllLanes(warp, op, mask))
    return;
  if (op.action == Action::Move)
    return computeMove(warp, op, mask);
  if (op.action == Action::Compare)
    return computeCompare(warp, op, mask);
  constexpr unsigned most = 40;
  const Lanes *sources[most];
  Lanes rooms[4];
  unsigned count = 0, used = 0;
  bool uniform = op.action != Action::WarpMatrix;
  for (unsigned i = 1; i != operandCount(op); ++i)
    for (const Slot &slot : operand(op, i)) {
      bool inPlace = slot.isRegister() && !slot.negated && !slot.number;
      if (count == most || (!inPlace && used == 4))
        break;
      sources[count] = &fetch(warp, slot, rooms[inPlace ? 0 : used]);
      used += !inPlace;
      uniform &= sources[count++]->uniform;
    }
  bool carries = op.has(Modifier::cc) || op.has(Trait::ReadsCarry);
  Lanes result;
  result.uniform = uniform && !carries;
  Value in[most];
  auto lane = [&](unsigned i) {
    for (unsigned s = 0; s != count; ++s)
      in[s] = (*sources[s])[i];
    Value value = computeLane(warp, op, i, carries, {in, count});
    if (!uniform && op.action == Action::WarpMatrix && !value.known)
      value.bits = mix(value.bits, i);
    result.set(i, value);
  };
  if (result.uniform) {
    lane(0);
    result.known = result.known & 1 ? allLanes : 0;
  } else {
    forEachLane(mask, lane);
  }
  for (auto [n, slot] : llvm::enumerate(operand(op, 0))) {
    Lanes part = result;
    for (unsigned i = 0; n && i != (part.uniform ? 1 : warpLanes); ++i) {
      Value second = Value::unknown(mix(result.bits[i], n) & ~uint64_t(1));
      // The predicate of `lop3`: whether the result is not 0, with another one. (Manual 9.7.7.6)
      bool isKnown = op.action == Action::BitTable && result[i].known;
      Value isNonzero = Value::number(truncate(result.bits[i], op.width) != 0);
      part.set(i, isKnown ? combinePredicates(op, isNonzero, (*sources[count - 1])[i]) : second);
    }
    if (part.uniform)
      part.known = part.known & 1 ? allLanes : 0;
    write(warp, slot, mask, part);
  }
}
