// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Proof/SymbolicRun.h"

#include <numeric>
#include <utility>

using namespace ptx;
using namespace ptx::execution;
using namespace ptx::proof;

std::optional<Value> SymbolicRun::argument(uint64_t offset, unsigned bytes) {
  if (!family || offset >= family->offset + family->bytes || offset + bytes <= family->offset)
    return std::nullopt;
  Value whole =
      values.make({static_cast<__int128>(family->first), static_cast<__int128>(family->step), 0},
                  8 * family->bytes);
  if (offset == family->offset && bytes == family->bytes)
    return whole;
  if (std::optional<Linear> low = values.modulo(whole, 8 * bytes);
      low && offset == family->offset && bytes < family->bytes)
    return values.make(*low, 8 * bytes);
  return Value::unknown(mix(mix(0xA26, offset), bytes) & ~uint64_t(1));
}

/// The memory that only threads of a warp access: local memory of its lanes, then parameters.
template <class WarpOrConst> static auto ownMemory(WarpOrConst &warp) {
  using Memory = std::conditional_t<std::is_const_v<WarpOrConst>, const ByteMemory, ByteMemory>;
  llvm::SmallVector<Memory *, 8> result;
  for (auto *memories : {&warp.local, &warp.params})
    for (Memory &memory : *memories)
      result.push_back(&memory);
  return result;
}

void SymbolicRun::captureMemory(const Machine &machine, Capture &capture) {
  capture.shared.clear();
  capture.own.clear();
  for (const Cta &cta : StateImage::ctas(machine))
    capture.shared.push_back(cta.memory);
  for (const auto &warp : StateImage::warps(machine)) {
    std::vector<ByteMemory> &own = capture.own.emplace_back();
    for (const ByteMemory *memory : ownMemory(std::as_const(*warp)))
      own.push_back(*memory);
  }
}

uint64_t SymbolicRun::valuesOfPeriod() const {
  constexpr uint64_t most = uint64_t(1) << 31;
  uint64_t result = 0;
  for (auto [perPassed, perRepetition] : values.slopes()) {
    if ((perPassed < 0) == (perRepetition < 0))
      continue;
    // A period of the loop takes `step * passed / repeated` values.
    auto passed = static_cast<uint64_t>(perPassed < 0 ? -perPassed : perPassed);
    auto repeated = static_cast<uint64_t>(perRepetition < 0 ? -perRepetition : perRepetition);
    if (passed > most || family->step > most)
      return 0;
    uint64_t taken = family->step * passed / std::gcd(family->step * passed, repeated);
    result = result ? std::lcm(result, taken) : taken;
    if (result > most)
      return 0;
  }
  return result;
}

SymbolicRun::Capture SymbolicRun::capture(const Machine &machine) {
  Capture result;
  result.image = StateImage::of(machine);
  result.registerChanges = StateImage::registerChanges(machine);
  captureMemory(machine, result);
  for (const auto &warp : StateImage::warps(machine))
    result.registers.emplace_back(warp->registers.begin(), warp->registers.end());
  for (const Cta &cta : StateImage::ctas(machine))
    for (const auto &[at, object] : cta.mbarriers)
      result.phases[{cta.rank, at}] = object.phase;
  return result;
}

bool SymbolicRun::isLive(const Warp &warp, uint32_t reg) const {
  return llvm::any_of(warp.fragments,
                      [&](const auto &fragment) { return live.isLive(fragment->pc, reg); });
}

/// The value after any number of periods, which follows from its change in one period: a linear
/// function of their number, or unknown, which sets `isFree`.
Value SymbolicRun::generalize(Value before, Value now, unsigned width, Machine &machine,
                              bool &isFree) {
  if (before == now)
    return now;
  if (!isFree && width > 1) {
    std::optional<Linear> a = values.modulo(before, width), b = values.modulo(now, width);
    if (a && b && a->perRepetition == b->perRepetition && b->perPassed == 0) {
      b->perPassed = b->constant - a->constant;
      return values.make(*b, width);
    }
  }
  isFree = true;
  return Value::unknown(StateImage::fresh(machine));
}

void SymbolicRun::generalizeMemory(const ByteMemory &before, ByteMemory &now, Machine &machine) {
  for (uint64_t i = 0; i != std::min(before.granules(), now.granules()); ++i)
    if (!now.isSameAt(i, before))
      now.forget(i * ByteMemory::granule, ByteMemory::granule, StateImage::fresh(machine));
}

/// Replaces each value with its value after `s` periods. The execution of one more period then
/// shows whether this is right.
void SymbolicRun::beginInduction(Machine &machine) {
  expected.clear();
  hasBegun = true;
  values.setRepeating(true);
  for (const auto &[number, warp] : llvm::enumerate(StateImage::warps(machine)))
    for (uint32_t reg = 0; reg != warp->registers.size(); ++reg) {
      if (!isLive(*warp, reg))
        continue;
      Lanes &now = warp->registers[reg];
      const Lanes &before = reference.registers[number][reg];
      Expected one{static_cast<uint32_t>(number), reg, now.uniform && before.uniform, {}};
      if (!one.isUniform)
        now.spread();
      bool isWidened = widened.count({one.warp, reg});
      LaneMask lanes = one.isUniform ? 1 : warp->live;
      forEachLane(lanes, [&](unsigned lane) {
        bool isFree = isWidened;
        one.values[lane] =
            generalize(before[lane], now[lane], program.registerWidths[reg], machine, isFree);
        if (isFree)
          one.free |= 1u << lane;
        if (one.isUniform)
          now = Lanes(one.values[0]);
        else
          now.set(lane, one.values[lane]);
      });
      expected.push_back(one);
    }
  for (auto [i, cta] : llvm::enumerate(StateImage::ctas(machine)))
    generalizeMemory(reference.shared[i], cta.memory, machine);
  for (const auto &[number, warp] : llvm::enumerate(StateImage::warps(machine)))
    for (auto [before, now] : llvm::zip(reference.own[number], ownMemory(*warp)))
      generalizeMemory(before, *now, machine);
}

/// Whether each register has the value after one more period.
bool SymbolicRun::isAsExpected(const Machine &machine) {
  bool isRight = true;
  for (const Expected &one : expected) {
    const Warp &warp = *StateImage::warps(machine)[one.warp];
    const Lanes &now = warp.registers[one.reg];
    unsigned width = program.registerWidths[one.reg];
    bool isOne = true;
    forEachLane(warp.live, [&](unsigned lane) {
      Value value = now[lane], before = one.values[one.isUniform ? 0 : lane];
      if (one.isUniform)
        isOne &= value == now[firstLane(warp.live)];
      if (one.free >> (one.isUniform ? 0 : lane) & 1)
        return;
      Value wanted = before;
      std::optional<Linear> number = before.known ? std::nullopt : values.modulo(before, width);
      if (number) {
        number->constant += number->perPassed;
        wanted = values.make(*number, width);
      }
      isOne &= value == wanted;
    });
    if (!isOne && widened.insert({one.warp, one.reg}).second)
      hasWidened = true;
    isRight &= isOne;
  }
  return isRight;
}

/// Memory that the previous period left unchanged must be unchanged after this one. Memory that the
/// previous period changed is unknown since then, so that it can have any content.
bool SymbolicRun::isMemoryAsExpected(const Machine &machine) const {
  auto isSame = [](const ByteMemory &before, const ByteMemory &first, const ByteMemory &now) {
    for (uint64_t i = 0; i != std::min(before.granules(), now.granules()); ++i)
      if (first.isSameAt(i, before) && !now.isSameAt(i, before))
        return false;
    return before.granules() == now.granules();
  };
  for (const auto &[i, cta] : llvm::enumerate(StateImage::ctas(machine)))
    if (!isSame(start.shared[i], reference.shared[i], cta.memory))
      return false;
  for (const auto &[number, warp] : llvm::enumerate(StateImage::warps(machine))) {
    auto now = ownMemory(std::as_const(*warp));
    const std::vector<ByteMemory> &before = start.own[number];
    if (now.size() != before.size())
      return false;
    for (size_t i = 0; i != now.size(); ++i)
      if (!isSame(before[i], reference.own[number][i], *now[i]))
        return false;
  }
  return true;
}

void SymbolicRun::notePeriod(const Machine &machine, const Capture &before, const Capture &now) {
  Period period;
  period.rounds = length;
  for (const auto &[number, warp] : llvm::enumerate(StateImage::warps(machine))) {
    if (warp->fragments.empty())
      continue;
    Period::Role role{static_cast<uint32_t>(number), warp->fragments.front()->pc, {}};
    for (const Expected &one : expected)
      if (one.warp == number)
        if (Value value = one.values[one.isUniform ? 0 : firstLane(warp->live)]; !value.known)
          if (std::optional<Linear> linear = values.modulo(value, program.registerWidths[one.reg]);
              linear && linear->perPassed != 0)
            role.counters.emplace_back(one.reg, static_cast<int64_t>(linear->perPassed));
    period.roles.push_back(std::move(role));
  }
  for (const Cta &cta : StateImage::ctas(machine))
    for (const auto &[at, object] : cta.mbarriers) {
      auto old = before.phases.find({cta.rank, at});
      auto last = now.phases.find({cta.rank, at});
      if (old != before.phases.end() && last != now.phases.end())
        period.objects.push_back({cta.rank, at, last->second - old->second,
                                  (object.phase - object.firstPhase) & 1, object.pending,
                                  object.transactions});
    }
  found.push_back(std::move(period));
}

bool SymbolicRun::completeInduction(Machine &machine) {
  if (StateImage::of(machine) != start.image)
    return false;
  if (StateImage::registerChanges(machine) != start.registerChanges)
    return false;
  if (!isAsExpected(machine) || !isMemoryAsExpected(machine))
    return false;
  notePeriod(machine, start, capture(machine));
  // All repetitions are over.
  for (const auto &warp : StateImage::warps(machine))
    for (Lanes &reg : warp->registers)
      for (unsigned lane = 0; lane != (reg.uniform ? 1 : warpLanes); ++lane)
        if (Value value = reg[lane]; !value.known) {
          Value after = values.afterLast(value);
          if (after != value) {
            reg.set(lane, after);
            if (reg.uniform)
              reg.known = after.known ? allLanes : 0;
          }
        }
  values.setRepeating(false);
  return true;
}

bool SymbolicRun::beginRound(Machine &machine) {
  ++round;
  if (!family)
    return true;
  switch (stage) {
  case Stage::Search: {
    // A loop that does not depend on the family is executed as it is.
    bool hasPassed = values.decided() != lastDecided;
    lastDecided = values.decided();
    if (!hasPassed)
      return true;
    auto [entry, isNew] = seen.try_emplace(StateImage::outline(machine), round);
    if (isNew)
      return true;
    length = (round - std::exchange(entry->second, round)) * factor;
    due = round + length;
    reference = capture(machine);
    stage = Stage::Compare;
    return true;
  }
  case Stage::Compare:
    if (round != due)
      return true;
    start = capture(machine);
    // Who waits for registers is shown by all changes together.
    if (start.image != reference.image || start.registerChanges != reference.registerChanges) {
      // At first the state still changes from period to period.
      constexpr unsigned tries = 6;
      factor = leastFactor * (1 + ++failures / tries);
      stage = Stage::Search;
      seen.clear();
      return true;
    }
    beginInduction(machine);
    captureMemory(machine, start);
    due = round + length;
    stage = Stage::Check;
    return true;
  case Stage::Check:
    if (round != due)
      return true;
    if (!completeInduction(machine))
      return false;
    lastComplete = round;
    factor = leastFactor;
    failures = 0;
    seen.clear();
    stage = Stage::Search;
    return !stopsAfterPeriod;
  }
  return true;
}
