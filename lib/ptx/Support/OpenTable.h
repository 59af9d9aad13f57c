// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SUPPORT_OPENTABLE_H
#define PTX_SUPPORT_OPENTABLE_H

#include "llvm/Support/MathExtras.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ptx {

/// A hash table with linear probing for elements that are never removed. An element is in the first
/// free slot from the slot of its hash on, and at most half of the slots are used. `Slot` has the
/// members `isFree()` and `hash()`; a new slot is free. LLVM's maps store keys; here the caller of
/// `find` compares, so a slot can be a number or part of a key.
template <class Slot> class OpenTable {
public:
  explicit OpenTable(size_t size) : slots(llvm::PowerOf2Ceil(2 * size)) {}

  /// The slot with this hash for which `isWanted` is true; a free one if there is none.
  template <class IsWanted> const Slot &find(uint32_t hash, IsWanted isWanted) const {
    return slots[indexOf(hash, isWanted)];
  }

  /// Adds an element that `find` does not find. The reference is valid until the next call.
  Slot &add(Slot slot) {
    if (2 * ++used > slots.size())
      grow();
    return place(std::move(slot));
  }

private:
  template <class IsWanted> size_t indexOf(uint32_t hash, IsWanted isWanted) const {
    size_t mask = slots.size() - 1, i = hash & mask;
    while (!slots[i].isFree() && !isWanted(slots[i]))
      i = (i + 1) & mask;
    return i;
  }

  Slot &place(Slot slot) {
    Slot &free = slots[indexOf(slot.hash(), [](const Slot &) { return false; })];
    free = std::move(slot);
    return free;
  }

  void grow() {
    std::vector<Slot> old(2 * slots.size());
    old.swap(slots);
    for (Slot &slot : old)
      if (!slot.isFree())
        place(std::move(slot));
  }

  std::vector<Slot> slots;
  size_t used = 0;
};

} // namespace ptx

#endif // PTX_SUPPORT_OPENTABLE_H
