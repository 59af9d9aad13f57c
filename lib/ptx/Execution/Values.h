// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_EXECUTION_VALUES_H
#define PTX_EXECUTION_VALUES_H

#include "ptx/Isa/Forms/IntegerFunctions.h"

#include "llvm/ADT/bit.h"

#include <array>
#include <cstdint>

namespace ptx::execution {

inline constexpr unsigned warpLanes = 32;
/// A bit for each lane of a warp.
using LaneMask = uint32_t;
inline constexpr LaneMask allLanes = ~LaneMask(0);

/// Calls `visit` with the number of each lane of `mask`.
template <class Visitor> void forEachLane(LaneMask mask, Visitor visit) {
  for (; mask; mask &= mask - 1)
    visit(static_cast<unsigned>(llvm::countr_zero(mask)));
}
inline unsigned firstLane(LaneMask mask) { return static_cast<unsigned>(llvm::countr_zero(mask)); }

/// Combines two names: equal results for equal arguments.
inline uint64_t mix(uint64_t a, uint64_t b) {
  uint64_t x = (a ^ (b + 0x9E3779B97F4A7C15ull + (a << 6) + (a >> 2))) * 0xBF58476D1CE4E5B9ull;
  x ^= x >> 29;
  x *= 0x94D049BB133111EBull;
  return x ^ x >> 32;
}

/// A value: its bits if it is known, else the name of an unknown number. The same computation of
/// the same unknown values has the same name. The lowest bit of the name of an unknown predicate is
/// set if the predicate is negated.
struct Value {
  uint64_t bits = 0;
  bool known = true;

  static Value number(uint64_t bits) { return {bits, true}; }
  static Value unknown(uint64_t name) { return {name, false}; }
  friend bool operator==(const Value &, const Value &) = default;
};

/// The values of one register in all lanes of a warp.
struct Lanes {
  std::array<uint64_t, warpLanes> bits;
  LaneMask known;
  /// Whether all lanes have the value of lane 0; the others of `bits` are then unused.
  bool uniform;

  Lanes() : bits{}, known(0), uniform(true) {}
  explicit Lanes(Value value) : known(value.known ? allLanes : 0), uniform(true) {
    bits[0] = value.bits;
  }

  Value operator[](unsigned lane) const {
    return {bits[uniform ? 0 : lane], (known >> lane & 1) != 0};
  }
  void set(unsigned lane, Value value) {
    bits[lane] = value.bits;
    known = (known & ~(1u << lane)) | static_cast<LaneMask>(value.known) << lane;
  }
  /// Stores a value for each lane.
  void spread() {
    if (!uniform)
      return;
    bits.fill(bits[0]);
    uniform = false;
  }
};

inline uint64_t truncate(uint64_t bits, unsigned width) { return truncateInteger(bits, width); }
inline int64_t signExtend(uint64_t bits, unsigned width) { return signExtendInteger(bits, width); }

} // namespace ptx::execution

#endif // PTX_EXECUTION_VALUES_H
