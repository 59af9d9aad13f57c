// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_BOXES_H
#define PTX_EXECUTION_BOXES_H

#include <cstdint>
#include <map>
#include <set>
#include <vector>

namespace ptx::execution {

/// The boxes of tensor maps without a description, in bytes, by the name of the map.
struct DerivedBoxes {
  std::map<uint64_t, uint64_t> bytes;
  /// The maps for which other sizes match as well.
  std::set<uint64_t> assumed;
};

/// The facts about sizes of boxes that one execution shows: in each phase of an mbarrier object,
/// the sizes of the copied boxes add up to the expected bytes.
class BoxFacts {
public:
  struct Phase {
    uint32_t cta;
    uint64_t object;
    uint32_t number;
    auto operator<=>(const Phase &) const = default;
  };

  /// Adds the bytes that a phase expects; negative for copies of known size.
  void expect(const Phase &phase, int64_t bytes);
  /// Adds a copy of `rows` boxes of the map `map` to one location.
  void copy(const Phase &phase, uint64_t map, uint64_t rows, uint32_t cta, uint64_t destination);

  /// Ends a phase: all its copies are known.
  void complete(const Phase &phase) {
    if (sums.count(phase))
      completed.insert(phase);
  }
  bool isEmpty() const { return destinations.empty(); }

  /// Computes the sizes of boxes. Boxes that no phase determines are omitted. `sharedEnd` is the
  /// end of shared memory.
  DerivedBoxes solve(uint64_t sharedEnd) const;

private:
  /// The numbers of boxes by map, and their total size in bytes.
  struct Sum {
    std::map<uint64_t, uint64_t> counts;
    int64_t bytes = 0;
    auto operator<=>(const Sum &) const = default;
  };
  class Solver;

  bool isFull(const Phase &phase) const;
  std::map<uint64_t, uint64_t> roomOfBoxes(uint64_t sharedEnd) const;

  std::map<Phase, Sum> sums;
  std::set<Phase> completed;
  struct Destination {
    uint32_t cta;
    uint64_t place, map, rows;
    auto operator<=>(const Destination &) const = default;
  };
  std::set<Destination> destinations;
};

} // namespace ptx::execution

#endif // PTX_EXECUTION_BOXES_H
