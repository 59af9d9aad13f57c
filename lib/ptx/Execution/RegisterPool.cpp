// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

namespace {

/// The changes of a warp, in its order.
using ChangesOfWarp = std::vector<const RegisterChange *>;

/// Warps of a warpgroup with the same changes.
struct WarpsOfGroup {
  uint32_t cta;
  std::vector<ChangesOfWarp> warps;

  size_t size() const { return warps.front().size(); }
};

/// The search for a state in which `setmaxnreg.inc` waits forever.
///
/// In such a state, a set of changes waits, and each change that depends on none of them has been
/// made. It is enough to look at one waiting warp of each warpgroup, since the others then need
/// registers as well.
class Search {
public:
  /// `freeAtStart`: the free registers, by CTA.
  Search(std::vector<WarpsOfGroup> groups, std::vector<int64_t> freeAtStart)
      : groups(std::move(groups)), freeAtStart(std::move(freeAtStart)) {
    waiting.resize(this->groups.size());
  }

  /// Whether some state has no way on. True also where the search takes too long.
  bool find(size_t group = 0) {
    if (group == groups.size())
      return isStuck();
    waiting[group] = std::nullopt;
    if (find(group + 1))
      return true;
    for (size_t i = 0; i != groups[group].size(); ++i)
      if (groups[group].warps.front()[i]->grows()) {
        waiting[group] = i;
        if (find(group + 1))
          return true;
      }
    waiting[group] = std::nullopt;
    return false;
  }

private:
  /// Whether a change waits for the waiting one of a warpgroup: for that of each of its warps, or
  /// of any of them.
  bool isAfter(const RegisterChange &change, size_t group, bool ofEach) {
    ++compared;
    auto isAfterOne = [&](const ChangesOfWarp &warp) {
      return change.isAfter(*warp[*waiting[group]]);
    };
    return ofEach ? llvm::all_of(groups[group].warps, isAfterOne)
                  : llvm::any_of(groups[group].warps, isAfterOne);
  }
  /// The largest number of registers that a warp can have, beyond those at its start.
  int64_t most(const ChangesOfWarp &warp) {
    auto first = [&](bool ofEach) {
      size_t i = 0;
      auto isOver = [&](const RegisterChange &change) {
        for (size_t group = 0; group != groups.size(); ++group)
          if (waiting[group] && isAfter(change, group, ofEach))
            return false;
        return true;
      };
      while (i != warp.size() && isOver(*warp[i]))
        ++i;
      return i;
    };
    size_t least = first(false), last = first(true);
    auto countAfter = [&](size_t i) { return i ? warp[i - 1]->after : warp.front()->before; };
    int64_t result = countAfter(least);
    for (size_t i = least; i <= last; ++i)
      result = std::max(result, countAfter(i));
    return result - warp.front()->before;
  }
  /// Whether a waiting change is after another one, which is over when it begins to wait.
  bool isOneBeforeAnother() {
    for (size_t group = 0; group != groups.size(); ++group)
      for (size_t other = 0; other != groups.size(); ++other)
        if (group != other && waiting[group] && waiting[other] &&
            llvm::all_of(groups[group].warps, [&](const ChangesOfWarp &warp) {
              return isAfter(*warp[*waiting[group]], other, true);
            }))
          return true;
    return false;
  }
  bool isStuck() {
    constexpr unsigned mostStates = 1 << 14, mostCompared = 1 << 20;
    if (++states > mostStates || compared > mostCompared)
      return true;
    if (isOneBeforeAnother())
      return false;
    std::vector<int64_t> free = freeAtStart;
    bool any = false;
    for (size_t group = 0; group != groups.size(); ++group) {
      const std::vector<ChangesOfWarp> &warps = groups[group].warps;
      if (!waiting[group]) {
        for (const ChangesOfWarp &warp : warps)
          free[groups[group].cta] -= most(warp) * warpLanes;
        continue;
      }
      any = true;
      const RegisterChange &change = *warps.front()[*waiting[group]];
      auto others = static_cast<int64_t>(warps.size() - 1);
      int64_t start = warps.front().front()->before;
      free[groups[group].cta] -=
          (change.before - start + others * (change.after - start)) * warpLanes;
    }
    for (size_t group = 0; group != groups.size(); ++group)
      if (waiting[group]) {
        const RegisterChange &change = *groups[group].warps.front()[*waiting[group]];
        any &= (change.after - change.before) * warpLanes > free[groups[group].cta];
      }
    return any;
  }

  std::vector<WarpsOfGroup> groups;
  const std::vector<int64_t> freeAtStart;
  std::vector<std::optional<size_t>> waiting; ///< by warpgroup, the change
  unsigned states = 0, compared = 0;
};

} // namespace

/// Whether each change is after the one before of all warps.
static bool isOrdered(const WarpsOfGroup &group) {
  for (const ChangesOfWarp &warp : group.warps)
    for (size_t i = 1; i < warp.size(); ++i)
      for (const ChangesOfWarp &other : group.warps)
        if (&other != &warp && !warp[i]->isAfter(*other[i - 1]))
          return false;
  return true;
}

/// Whether the order in which warps get registers can decide that one waits forever. If not, all
/// warps go on in each order, since nothing else depends on it.
bool Machine::canRunOutOfRegisters(const Cta &cta) const {
  auto ctaOfChange = [&](const RegisterChange &change) { return warps[change.warp]->cta; };
  // A release that waits for another CTA can wait for its registers.
  bool waitsForOthers = llvm::any_of(registerChanges, [&](const RegisterChange &release) {
    return !release.grows() && llvm::any_of(registerChanges, [&](const RegisterChange &growth) {
      return growth.grows() && ctaOfChange(release) != ctaOfChange(growth) &&
             release.isAfter(growth);
    });
  });
  std::map<uint32_t, ChangesOfWarp> byWarp;
  std::vector<int64_t> freeAtStart;
  for (const Cta &one : ctas)
    freeAtStart.push_back(one.freeRegisters);
  for (const RegisterChange &change : registerChanges) {
    uint32_t number = ctaOfChange(change);
    if (!waitsForOthers && &ctas[number] != &cta)
      continue;
    byWarp[change.warp].push_back(&change);
    freeAtStart[number] += (change.after - change.before) * warpLanes;
  }
  // Warps of a warpgroup can have different roles, and then different changes.
  constexpr uint32_t warpsOfGroup = 4;
  using Key = std::tuple<uint32_t, uint32_t, std::vector<std::pair<int64_t, int64_t>>>;
  std::map<Key, WarpsOfGroup> byChanges;
  for (auto &[number, changes] : byWarp) {
    const Warp &warp = *warps[number];
    Key key{warp.cta, warp.number / warpsOfGroup, {}};
    for (const RegisterChange *change : changes)
      std::get<2>(key).emplace_back(change->before, change->after);
    WarpsOfGroup &group = byChanges[key];
    group.cta = warp.cta;
    group.warps.push_back(std::move(changes));
  }
  std::vector<WarpsOfGroup> groups;
  for (auto &[key, group] : byChanges) {
    if (!isOrdered(group))
      return true;
    groups.push_back(std::move(group));
  }
  return Search(std::move(groups), std::move(freeAtStart)).find();
}
