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
  /// The maps for which other sizes fit as well.
  std::set<uint64_t> assumed;
};

/// What one execution shows of the sizes of boxes: in each phase of an mbarrier object, the boxes
/// that are copied add up to the bytes that are expected.
class BoxFacts {
public:
  struct Phase {
    uint32_t cta;
    uint64_t object;
    uint32_t number;
    auto operator<=>(const Phase &) const = default;
  };

  /// Bytes that a phase expects; negative for copies of known size.
  void expect(const Phase &phase, int64_t bytes);
  /// `rows` boxes of the map `map` are copied to one place.
  void copy(const Phase &phase, uint64_t map, uint64_t rows, uint32_t cta, uint64_t destination);

  /// A phase is complete: its copies are all known.
  void complete(const Phase &phase) {
    if (sums.count(phase))
      completed.insert(phase);
  }
  bool isEmpty() const { return destinations.empty(); }

  /// Solves for the boxes. Those that no phase tells are left out; `sharedEnd` is where shared
  /// memory ends.
  DerivedBoxes solve(uint64_t sharedEnd) const;

private:
  /// Numbers of boxes by map, and the bytes of all together.
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
