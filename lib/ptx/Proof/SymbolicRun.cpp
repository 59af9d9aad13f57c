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

SymbolicRun::Capture SymbolicRun::capture(const Machine &machine) const {
  Capture result;
  result.image = StateImage::of(machine);
  result.registerChanges = StateImage::registerChanges(machine);
  for (const auto &warp : StateImage::warps(machine)) {
    result.registers.emplace_back(warp->registers.begin(), warp->registers.end());
    std::vector<ByteMemory> &own = result.own.emplace_back(warp->local);
    own.insert(own.end(), warp->params.begin(), warp->params.end());
  }
  for (const Cta &cta : StateImage::ctas(const_cast<Machine &>(machine))) {
    result.shared.push_back(cta.memory);
    for (const auto &[at, object] : cta.mbarriers)
      result.phases[{cta.rank, at}] = object.phase;
  }
  return result;
}

bool SymbolicRun::isLive(const Warp &warp, uint32_t reg) const {
  return llvm::any_of(warp.fragments,
                      [&](const auto &fragment) { return live.isLive(fragment->pc, reg); });
}

/// The value after any number of periods, by the change in one.
Value SymbolicRun::generalize(Value before, Value now, unsigned width, Machine &machine,
                              bool &isFree) {
  if (before.known == now.known && before.bits == now.bits)
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

/// Replaces all values by those after `s` periods, of which one is executed to check this.
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
  std::vector<Cta> &ctas = StateImage::ctas(machine);
  for (auto [i, cta] : llvm::enumerate(ctas))
    generalizeMemory(reference.shared[i], cta.memory, machine);
  for (const auto &[number, warp] : llvm::enumerate(StateImage::warps(machine))) {
    size_t place = 0;
    for (auto *memories : {&warp->local, &warp->params})
      for (ByteMemory &memory : *memories)
        generalizeMemory(reference.own[number][place++], memory, machine);
  }
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
        isOne &= value.known == now[firstLane(warp.live)].known &&
                 value.bits == now[firstLane(warp.live)].bits;
      if (one.free >> (one.isUniform ? 0 : lane) & 1)
        return;
      Value wanted = before;
      std::optional<Linear> number = before.known ? std::nullopt : values.modulo(before, width);
      if (number) {
        number->constant += number->perPassed;
        wanted = values.make(*number, width);
      }
      isOne &= value.known == wanted.known && value.bits == wanted.bits;
    });
    if (!isOne && widened.insert({one.warp, one.reg}).second)
      hasWidened = true;
    isRight &= isOne;
  }
  return isRight;
}

/// Memory that was the same after the period before has to be so after this one. What was not is
/// unknown since then, so it may be anything.
bool SymbolicRun::isMemoryAsExpected(const Machine &machine) const {
  auto isSame = [](const ByteMemory &before, const ByteMemory &first, const ByteMemory &now) {
    for (uint64_t i = 0; i != std::min(before.granules(), now.granules()); ++i)
      if (first.isSameAt(i, before) && !now.isSameAt(i, before))
        return false;
    return before.granules() == now.granules();
  };
  const std::vector<Cta> &ctas = StateImage::ctas(const_cast<Machine &>(machine));
  for (const auto &[i, cta] : llvm::enumerate(ctas))
    if (!isSame(start.shared[i], reference.shared[i], cta.memory))
      return false;
  for (const auto &[number, warp] : llvm::enumerate(StateImage::warps(machine))) {
    size_t place = 0;
    for (auto *memories : {&warp->local, &warp->params})
      for (const ByteMemory &memory : *memories) {
        if (place >= start.own[number].size() ||
            !isSame(start.own[number][place], reference.own[number][place], memory))
          return false;
        ++place;
      }
    if (place != start.own[number].size())
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
  for (const Cta &cta : StateImage::ctas(const_cast<Machine &>(machine)))
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
          if (after.bits != value.bits || after.known) {
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
    start.shared.clear();
    start.own.clear();
    for (const Cta &cta : StateImage::ctas(machine))
      start.shared.push_back(cta.memory);
    for (const auto &warp : StateImage::warps(machine)) {
      std::vector<ByteMemory> &own = start.own.emplace_back(warp->local);
      own.insert(own.end(), warp->params.begin(), warp->params.end());
    }
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
