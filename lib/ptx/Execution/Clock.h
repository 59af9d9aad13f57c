// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_CLOCK_H
#define PTX_EXECUTION_CLOCK_H

#include "ptx/Execution/Meter.h"
#include "ptx/Execution/Values.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <memory>
#include <vector>

namespace ptx::execution {

/// A vector clock: the known progress of each part of a launch. For a thread, it is the time up to
/// which its actions precede. For an object or an engine, it is the number of complete phases or
/// groups.
class VectorClock {
public:
  uint32_t operator[](uint32_t part) const { return part < times.size() ? times[part] : 0; }
  void raise(uint32_t part, uint32_t time) {
    if (part >= times.size())
      times.resize(part + 1);
    if (times[part] < time)
      times[part] = time;
  }
  void join(const VectorClock &other) {
    Meter::spend(other.times.size() / 16);
    if (times.size() < other.times.size())
      times.resize(other.times.size());
    for (size_t i = 0, end = other.times.size(); i != end; ++i)
      times[i] = times[i] < other.times[i] ? other.times[i] : times[i];
  }
  /// Whether this clock includes all that `other` includes.
  bool covers(const VectorClock &other) const {
    Meter::spend(other.times.size() / 16);
    for (size_t i = 0, end = other.times.size(); i != end; ++i)
      if (other.times[i] > (*this)[static_cast<uint32_t>(i)])
        return false;
    return true;
  }

private:
  std::vector<uint32_t, MeteredAllocator<uint32_t>> times;
};

/// The actions that precede a point of a thread. (Manual 8.9)
struct Knowledge {
  /// In causality order, for accesses of the generic proxy. (8.9.5)
  VectorClock memory;
  /// The same with a fence of the async proxy in between: the actions that asynchronous operations
  /// may observe. (8.9.6)
  VectorClock async;
  /// The same for global memory.
  VectorClock asyncGlobal;
  /// The actions that were executed before, whether or not their effects on memory are visible:
  /// `elect.sync` and `shfl.sync` order only execution.
  VectorClock control;
  /// Actions that are complete, but not visible: of threads that had ended when a barrier completed
  /// without them, and before an answered `try_cancel`. (8.9.1.1, 9.7.13.1, 9.7.13.4)
  VectorClock ended;
  /// The knowledge that earlier fences of the thread release to observers of its later writes: to
  /// its CTA, and to others. (8.8)
  VectorClock releasedToCta, released;
  /// The knowledge that was released to relaxed reads. It precedes all that follows the next fence.
  /// (8.8)
  VectorClock observed;
  /// The accesses to tensor memory before `tcgen05.fence::before_thread_sync` or a commit. They
  /// precede all that execution order places after the fence. (9.7.16.6.3)
  VectorClock tensor;

  void join(const Knowledge &other) {
    memory.join(other.memory);
    async.join(other.async);
    asyncGlobal.join(other.asyncGlobal);
    control.join(other.control);
    ended.join(other.ended);
    releasedToCta.join(other.releasedToCta);
    released.join(other.released);
    observed.join(other.observed);
    tensor.join(other.tensor);
  }
};

/// Lanes with the same knowledge. Shared knowledge is never modified.
struct LaneKnowledge {
  LaneMask mask;
  std::shared_ptr<Knowledge> known;
};

/// The knowledge of the lanes of a fragment, which is almost always the same.
class Knowers {
public:
  Knowers() = default;
  Knowers(LaneMask mask, std::shared_ptr<Knowledge> known) {
    groups.push_back({mask, std::move(known)});
  }

  const Knowledge &of(unsigned lane) const {
    for (const LaneKnowledge &group : groups)
      if (group.mask >> lane & 1)
        return *group.known;
    return *groups.front().known;
  }
  auto begin() const { return groups.begin(); }
  auto end() const { return groups.end(); }

  /// Calls `change` with the knowledge of lanes of `mask`, after copying it if other lanes share
  /// it.
  template <class Change> void update(LaneMask mask, Change change) {
    for (size_t i = 0, count = groups.size(); i != count; ++i) {
      LaneMask both = groups[i].mask & mask;
      if (!both)
        continue;
      if (both != groups[i].mask) {
        groups[i].mask &= ~both;
        groups.push_back({both, std::make_shared<Knowledge>(*groups[i].known)});
        change(both, *groups.back().known);
        continue;
      }
      if (groups[i].known.use_count() > 1)
        groups[i].known = std::make_shared<Knowledge>(*groups[i].known);
      change(both, *groups[i].known);
    }
  }
  /// Gives all lanes of `mask` the same knowledge.
  void assign(LaneMask mask, const std::shared_ptr<Knowledge> &known) {
    llvm::erase_if(groups, [&](LaneKnowledge &group) { return !(group.mask &= ~mask); });
    groups.push_back({mask, known});
  }
  /// Only the knowledge of the lanes in `mask`.
  Knowers only(LaneMask mask) const {
    Knowers result;
    for (const LaneKnowledge &group : groups)
      if (group.mask & mask)
        result.groups.push_back({group.mask & mask, group.known});
    return result;
  }
  void add(const Knowers &other) { groups.append(other.groups.begin(), other.groups.end()); }

private:
  llvm::SmallVector<LaneKnowledge, 1> groups;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_CLOCK_H
