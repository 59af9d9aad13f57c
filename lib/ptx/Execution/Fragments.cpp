// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;
using State = Fragment::State;

Fragment &Machine::addFragment(Warp &warp, const Fragment &like, LaneMask mask) {
  Meter::spend(64 + like.joins.size());
  auto fragment = std::make_unique<Fragment>();
  fragment->pc = like.pc;
  fragment->mask = mask;
  fragment->calls = like.calls;
  fragment->joins = like.joins;
  fragment->knowers = like.knowers.only(mask);
  fragment->together = like.together;
  fragment->togetherUntil = like.togetherUntil;
  fragment->knewTogether = like.knewTogether;
  for (const std::shared_ptr<Join> &join : fragment->joins)
    ++join->outstanding;
  warp.fragments.push_back(std::move(fragment));
  return *warp.fragments.back();
}

/// Adds the lanes of `other` to `fragment`, which is at the same instruction.
void Machine::mergeInto(Warp &warp, Fragment &fragment, Fragment &other) {
  size_t common = 0;
  while (common < fragment.joins.size() && common < other.joins.size() &&
         fragment.joins[common] == other.joins[common])
    ++common;
  llvm::SmallVector<std::shared_ptr<Join>, 4> left(other.joins.begin(), other.joins.end());
  left.append(fragment.joins.begin() + common, fragment.joins.end());
  fragment.joins.truncate(common);
  fragment.mask |= other.mask;
  fragment.knowers.add(other.knowers);
  other.mask = 0;
  other.state = State::Done;
  other.joins.clear();
  for (const std::shared_ptr<Join> &join : left)
    leaveJoin(warp, join);
}

/// Subtracts a fragment that does not reach the join. If all others wait there, they continue.
void Machine::leaveJoin(Warp &warp, const std::shared_ptr<Join> &join) {
  --join->outstanding;
  Fragment *first = nullptr;
  uint32_t parked = 0;
  for (auto &fragment : warp.fragments)
    if (fragment->state == State::Parked && fragment->joins.back() == join) {
      first = first ? first : fragment.get();
      ++parked;
    }
  if (!parked || parked != join->outstanding)
    return;
  for (auto &fragment : warp.fragments)
    if (fragment.get() != first && fragment->state == State::Parked &&
        fragment->joins.back() == join) {
      first->mask |= fragment->mask;
      first->knowers.add(fragment->knowers);
      for (const std::shared_ptr<Join> &outer : fragment->joins)
        --outer->outstanding;
      fragment->mask = 0;
      fragment->joins.clear();
      fragment->state = State::Done;
    }
  first->joins.pop_back();
  first->state = State::Ready;
}

void Machine::park(Warp &warp, Fragment &fragment) {
  fragment.state = State::Parked;
  std::shared_ptr<Join> join = fragment.joins.back();
  ++join->outstanding;
  leaveJoin(warp, join);
}

Machine::Step Machine::split(Warp &warp, Fragment &fragment, uint32_t join,
                             llvm::ArrayRef<std::pair<uint32_t, LaneMask>> ways) {
  if (ways.size() == 1) {
    fragment.pc = ways[0].first;
    return Step::Jumped;
  }
  if (join != Operation::none) {
    auto meeting = std::make_shared<Join>();
    meeting->pc = join;
    meeting->depth = static_cast<uint32_t>(fragment.calls.size());
    meeting->outstanding = 1;
    fragment.joins.push_back(meeting);
  }
  fragment.together = fragment.mask;
  fragment.knewTogether = fragment.knowers;
  fragment.togetherUntil = warp.time++;
  for (auto [pc, mask] : ways.drop_front())
    addFragment(warp, fragment, mask).pc = pc;
  fragment.knowers = fragment.knowers.only(ways[0].second);
  fragment.mask = ways[0].second;
  fragment.pc = ways[0].first;
  return Step::Jumped;
}

Machine::Step Machine::branch(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  LaneMask rest = fragment.mask & ~mask;
  if (!rest) {
    fragment.pc = op.target;
    return Step::Jumped;
  }
  if (!mask)
    return Step::Next;
  return split(warp, fragment, op.join, {{fragment.pc + 1, rest}, {op.target, mask}});
}

Machine::Step Machine::branchByTable(Warp &warp, Fragment &fragment, const Operation &op) {
  llvm::SmallVector<std::pair<uint32_t, LaneMask>, 4> ways;
  const std::vector<uint32_t> &table = program.tables[op.table];
  forEachLane(fragment.mask, [&](unsigned lane) {
    Value index = valueOf(warp, operand(op, 0)[0], lane);
    if (!index.known) {
      hasGuessed = true;
      ++decisions[fragment.pc];
      index.bits = 0;
    }
    if (table.empty())
      return;
    uint32_t to = table[std::min<uint64_t>(index.bits, table.size() - 1)];
    auto way = llvm::find_if(ways, [&](auto &way) { return way.first == to; });
    if (way == ways.end())
      ways.push_back({to, 1u << lane});
    else
      way->second |= 1u << lane;
  });
  if (ways.empty())
    return Step::Next;
  return split(warp, fragment, op.join, ways);
}

/// Makes the local memory and the parameters of lanes unknown.
void Machine::forgetLocal(Warp &warp, LaneMask mask, uint64_t name) {
  forEachLane(mask, [&](unsigned lane) {
    for (auto *memories : {&warp.local, &warp.params})
      if (!memories->empty())
        (*memories)[lane].forget(0, (*memories)[lane].size(), mix(name, warp.thread + lane));
  });
}

/// Skips a branch with an unknown condition if both paths change only registers: these become
/// unknown, and the lanes continue where the paths converge.
bool Machine::skipRegion(Warp &warp, Fragment &fragment, const Operation &op, LaneMask unknown,
                         LaneMask taken) {
  auto [entry, isNew] = regions.try_emplace(fragment.pc);
  if (isNew)
    entry->second = regionOf(program, fragment.pc);
  const Region &region = entry->second;
  if (!region.isPure)
    return false;
  Lanes name = warp.registers[op.guard];
  endUndefined(warp);
  Meter::spend(region.written.size() * static_cast<uint64_t>(llvm::popcount(unknown)));
  for (uint32_t reg : region.written) {
    Slot slot;
    slot.kind = Slot::Kind::Register;
    slot.index = reg;
    slot.width = program.registerWidths[reg];
    Lanes &old = warp.registers[reg];
    forEachLane(unknown, [&](unsigned lane) {
      uint64_t before = old[lane].bits;
      uint64_t after = mix(mix(name[lane].bits & ~uint64_t(1), reg), mix(before, fragment.pc));
      writeLane(warp, slot, lane, Value::unknown(after & ~uint64_t(1)));
    });
  }
  if (region.writesGlobal)
    global.forget();
  if (region.writesLocal)
    forgetLocal(warp, unknown, mix(name[firstLane(unknown)].bits, fragment.pc));
  llvm::SmallVector<std::pair<uint32_t, LaneMask>, 3> ways{{op.join, unknown}};
  LaneMask rest = fragment.mask & ~unknown & ~taken;
  if (taken)
    ways.push_back({op.target, taken});
  if (rest)
    ways.push_back({fragment.pc + 1, rest});
  split(warp, fragment, op.join, ways);
  return true;
}

/// Whether all lanes of `needed` are at this instruction; if not, the fragment waits for them.
bool Machine::gather(Warp &warp, Fragment &fragment, LaneMask needed) {
  needed &= warp.live;
  if ((needed & ~fragment.mask) == 0)
    return true;
  auto isHere = [&](const Fragment &other) {
    return &other != &fragment && other.pc == fragment.pc && other.calls == fragment.calls &&
           (other.state == State::AtWarp || other.state == State::Parked);
  };
  LaneMask here = fragment.mask;
  for (auto &other : warp.fragments)
    if (isHere(*other))
      here |= other->mask;
  if (needed & ~here) {
    fragment.state = State::AtWarp;
    return false;
  }
  for (size_t i = 0; i != warp.fragments.size(); ++i)
    if (Fragment &other = *warp.fragments[i]; isHere(other)) {
      fragment.state = State::AtWarp; // so that no join adds its lanes meanwhile
      mergeInto(warp, fragment, other);
    }
  fragment.state = State::Ready;
  return true;
}

void Machine::endLanes(Warp &warp, Fragment &fragment, LaneMask mask) {
  Cta &cta = ctaOf(warp);
  std::shared_ptr<Knowledge> known = publish(warp, fragment, mask);
  cta.atExit.join(*known);
  warp.live &= ~mask;
  fragment.mask &= ~mask;
  cta.live -= static_cast<uint32_t>(llvm::popcount(mask));
  ++progress;
  if (fragment.mask) {
    fragment.knowers = fragment.knowers.only(fragment.mask);
  } else {
    fragment.state = State::Done;
    llvm::SmallVector<std::shared_ptr<Join>, 4> joins(fragment.joins.begin(), fragment.joins.end());
    fragment.joins.clear();
    for (const std::shared_ptr<Join> &join : joins)
      leaveJoin(warp, join);
  }
  for (auto &other : warp.fragments)
    if (other->state == State::AtWarp)
      other->state = State::Ready;
  if (cta.live == 0)
    endCta(cta);
  checkBarriers(cta);
  checkClusterBarrier();
}

void Machine::reportEndedPeer(const Cta &cta, uint32_t thread, uint32_t pc) {
  report(Fault::UnorderedPeer, pc,
         threadText(thread) + " accesses the shared memory of CTA " + std::to_string(cta.rank) +
             ", which can have ended: nothing orders the access before its last thread ends");
}

/// Reports the accesses of other CTAs to the memory of a CTA that ends.
void Machine::endCta(Cta &cta) {
  for (auto &[thread, access] : cta.remote)
    if (cta.atExit.control[thread] < access.first)
      reportEndedPeer(cta, thread, access.second);
  Meter::spend(works.size());
  for (uint32_t i = 0; i != works.size(); ++i) {
    const AsyncWork &work = works[i];
    if (work.cta != cta.rank)
      continue;
    bool isStore = work.kind == AsyncWork::Kind::Store;
    bool isLoad = work.kind == AsyncWork::Kind::Load;
    if ((!isStore && !isLoad) || isComplete(work, 0, cta.atExit.memory))
      continue;
    const BatchGroups &stores = warpOf(work.thread).bulkStores;
    bool isInGroup =
        isStore && llvm::is_contained(stores.groups[work.part - stores.part], work.time);
    report(Fault::PendingAtExit, work.pc,
           (ctas.size() > 1 ? "CTA " + std::to_string(cta.rank) : std::string("the CTA")) +
               (isLoad
                    ? " can end while the copy still writes its shared memory: no thread waits for "
                      "it"
                : isInGroup
                    ? " can end while the copy still reads its shared memory: no "
                      "`cp.async.bulk.wait_group` of the thread that issued it waits for it"
                    : " can end while the copy still reads its shared memory: no "
                      "`cp.async.bulk.commit_group` has put it in a group for which the thread "
                      "that issued it waits"));
  }
}
