// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Arithmetic.h"
#include "ptx/Execution/Machine.h"

#include "llvm/ADT/bit.h"

#include <cmath>

using namespace ptx;
using namespace ptx::execution;

/// The location of an address in the state space of the instruction.
Machine::Place Machine::placeOf(const Operation &op, Value address) const {
  Place place;
  using Space = Operation::Space;
  bool isShared = op.space == Space::Shared, isLocal = op.space == Space::Local,
       isParam = op.space == Space::Param;
  if (op.space == Space::Global) {
    place.space = Place::Space::Other;
    place.offset = address.bits;
    return place;
  }
  if (!address.known)
    return place;
  uint64_t bits = address.bits, base = bits & ~(window::size - 1);
  bool named = isShared || isLocal || isParam;
  if (isShared || (!named && base == window::shared)) {
    uint64_t shared = truncate(bits, 32), rank = shared >> window::rankShift;
    place.space = Place::Space::Shared;
    place.cta = rank < ctas.size() ? const_cast<Cta *>(&ctas[rank]) : nullptr;
    place.offset = shared & ((1u << window::rankShift) - 1);
  } else if (isLocal || (!named && base == window::local)) {
    place.space = Place::Space::Local;
    place.offset = truncate(bits, 32);
  } else if (isParam || (!named && base == window::param)) {
    place.space = Place::Space::Param;
    place.offset = truncate(bits, 32);
  } else {
    place.space = Place::Space::Other;
    place.offset = bits;
  }
  return place;
}

bool Machine::checkShared(const Operation &op, const Place &place, uint64_t bytes,
                          uint64_t alignment) {
  if (!place.cta) {
    hasOmitted = true;
    report(Fault::SharedBounds, pcOf(op),
           "the address is in the shared memory of a CTA that the cluster does not have; it has " +
               std::to_string(ctas.size()));
    return false;
  }
  if (place.offset < window::firstShared || place.offset + bytes > program.sharedBytes) {
    hasOmitted = true;
    report(Fault::SharedBounds, pcOf(op),
           "the access to " + std::to_string(bytes) + " bytes at " +
               program.placeOfShared(place.offset) +
               " is outside of the shared memory of the CTA, which ends at " +
               std::to_string(program.sharedBytes));
    return false;
  }
  if (place.offset % alignment)
    report(Fault::SharedBounds, pcOf(op),
           "the address " + bytesText(*place.cta, place.offset) + " of the access to " +
               std::to_string(bytes) + " bytes is not a multiple of " + std::to_string(alignment));
  return true;
}

/// Whether results do not depend on the layout of local memory.
bool Machine::checkLocal(const Warp &warp, const Operation &op, const Place &place, uint64_t bytes,
                         unsigned lane) {
  if (!launch.hasData || place.space != Place::Space::Local)
    return true;
  uint64_t end = program.localBytes + warp.localEnd, last = place.offset + bytes;
  bool isAllocated =
      place.offset >= window::stackEnd - warp.stackBytes[lane] && last <= window::stackEnd;
  if (place.offset % bytes == 0 && (last <= end || isAllocated))
    return true;
  skip(op, "an access outside of local memory, or to a misaligned address in it");
  return false;
}

void Machine::checkOwnAddresses(const Warp &warp, const Operation &op, LaneMask mask) {
  for (uint32_t rest = op.ownAddresses; rest; rest &= rest - 1) {
    Slot at = operand(op, static_cast<unsigned>(llvm::countr_zero(rest)))[0];
    Lanes room;
    const Lanes &addresses = fetch(warp, at, room);
    forEachLane(addresses.uniform ? mask & -mask : mask, [&](unsigned lane) {
      uint64_t rank = truncate(addresses[lane].bits, 32) >> window::rankShift;
      if (!addresses[lane].known || rank == warp.cta || rank >= ctas.size())
        return;
      report(Fault::SharedBounds, pcOf(op),
             threadText(warp.thread + lane) + " gives an address in the shared memory of CTA " +
                 std::to_string(rank) + ", and `.shared` without `::cluster` is that of CTA " +
                 std::to_string(warp.cta));
    });
  }
}

/// Ends a proof at an access to an unknown address that can be in shared memory: it is not checked
/// for races.
void Machine::skipUnknownAddress(const Operation &op, const Place &place) {
  using Space = Operation::Space;
  if (observer && place.space == Place::Space::Unknown &&
      (op.space == Space::Shared || op.space == Space::Generic))
    skip(op, "an access to an address that is not known");
}

void Machine::load(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  llvm::ArrayRef<Slot> to = operand(op, 0);
  Slot at = operand(op, 1)[0];
  unsigned bytes = std::max(1u, op.width / 8u), count = static_cast<unsigned>(to.size());
  bool strong = op.semantics != Semantics::Weak;
  uint64_t generation = strong ? fresh() : 0;
  Lanes room;
  const Lanes &addresses = fetch(warp, at, room);
  // A parameter of the entry is the same for all lanes.
  bool same = addresses.uniform;
  // The first lane can write the register of the address for all.
  Value common = addresses[0];
  UndefinedLanes racing;
  forEachLane(mask, [&](unsigned lane) {
    Value address = same ? common : addresses[lane];
    Place place = placeOf(op, address);
    if (!checkLocal(warp, op, place, uint64_t(bytes) * count, lane))
      return;
    skipUnknownAddress(op, place);
    if (place.space == Place::Space::Shared) {
      if (!checkShared(op, place, uint64_t(bytes) * count, uint64_t(bytes) * count))
        place.space = Place::Space::Unknown;
    }
    if (place.space == Place::Space::Shared) {
      touchPeer(warp, fragment, op, *place.cta, lane);
      if (strong)
        syncByLocation(warp, fragment, op, lane, address.bits, true, false);
      readShared(warp, fragment, op, *place.cta, place.offset, uint64_t(bytes) * count, lane);
    } else if (place.space == Place::Space::Other && address.known &&
               checkGlobal(warp, op, lane, address.bits, uint64_t(bytes) * count,
                           uint64_t(bytes) * count, false)) {
      if (strong)
        syncByLocation(warp, fragment, op, lane, address.bits, true, false);
      if (unsigned race =
              readGlobal(warp, fragment, op, address.bits, uint64_t(bytes) * count, lane))
        racing.add({1u << lane, 0, 0, 0, race});
    }
    for (unsigned i = 0; i != count; ++i) {
      uint64_t added = uint64_t(i) * bytes, offset = place.offset + added;
      unsigned part = std::min(bytes, 8u);
      // The name of an unknown value takes as long to compute as the rest.
      Value value = loadValue(warp, place, address, added, part, lane, Value::unknown(0));
      if (!value.known) {
        uint64_t name = mix(mix(address.bits, i), mix(bytes, generation)) & ~uint64_t(1);
        value = loadWhole(warp, place, address, added, part, lane, Value::unknown(name));
      }
      if (!value.known)
        noteUnknown(op, "it reads memory with an unknown value");
      if (place.space == Place::Space::Param && !value.known && program.boxes.count(offset))
        mapWords[value.bits] = offset;
      if (value.known && op.isSigned)
        value.bits = static_cast<uint64_t>(signExtend(value.bits, op.width));
      if (bytes == 16)
        writeLane(warp, upperHalfOf(to[i]), lane,
                  loadValue(warp, place, address, uint64_t(i) * bytes + 8, 8, lane,
                            Value::unknown(mix(value.bits, 8))));
      if (same && place.space != Place::Space::Local &&
          (warp.params.empty() || place.space != Place::Space::Param)) {
        // All lanes read the same value.
        if (lane == firstLane(mask))
          write(warp, to[i], mask, Lanes(value));
      } else {
        writeLane(warp, to[i], lane, value);
      }
    }
  });
  if (racing.lanes || !warp.undefined.empty())
    for (const Slot &slot : to)
      if (slot.isRegister())
        setUndefined(warp, slot.index, mask, racing);
}

/// `st.bulk` sets a number of bytes to zero. (Manual 9.7.9.13)
void Machine::storeBulk(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  forEachLane(mask, [&](unsigned lane) {
    Value size = valueOf(warp, operand(op, 1)[0], lane);
    Place place = placeOf(op, valueOf(warp, operand(op, 0)[0], lane));
    if (place.space == Place::Space::Unknown || !size.known)
      return skip(op, "a store to an address that is not known, or of unknown size");
    if (place.space != Place::Space::Shared || !checkShared(op, place, size.bits, 8))
      return;
    writeShared(warp, fragment, op, *place.cta, place.offset, size.bits, lane, true);
    for (uint64_t at = 0; at != size.bits; ++at)
      place.cta->memory.store(place.offset + at, 1, Value::number(0));
    ++progress;
  });
}

/// Whether two results of floating-point instructions, of a store of `type`, differ as sums in
/// different orders do. If a product is fused with the addition of what another lane has computed,
/// the lanes that exchange their parts of a sum round it differently, and compilers let all of them
/// store it.
static bool differInRounding(uint64_t first, uint64_t second, TypeId type) {
  TypeKind kind = info(type).kind;
  if (kind != TypeKind::Float && kind != TypeKind::Bits)
    return false;
  double a = 0, b = 0, most = 0, exact = 0;
  if (info(type).width == 32) {
    a = llvm::bit_cast<float>(static_cast<uint32_t>(first));
    b = llvm::bit_cast<float>(static_cast<uint32_t>(second));
    most = 0x1p-12;
    exact = 0x1p24;
  } else if (info(type).width == 64) {
    a = llvm::bit_cast<double>(first);
    b = llvm::bit_cast<double>(second);
    most = 0x1p-40;
    exact = 0x1p53;
  }
  // Whole numbers, such as indices, are not rounded.
  if (std::abs(a) < exact && std::trunc(a) == a && std::trunc(b) == b)
    return false;
  // The bits of small integers are numbers of other magnitudes.
  return std::abs(a) >= 0x1p-60 && std::abs(a) <= 0x1p60 && std::abs(a - b) <= most * std::abs(a);
}

void Machine::store(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  Slot at = operand(op, 0)[0];
  llvm::ArrayRef<Slot> from = operand(op, 1);
  unsigned bytes = std::max(1u, op.width / 8u), count = static_cast<unsigned>(from.size());
  bool strong = op.semantics != Semantics::Weak;
  lastChange = steps;
  forEachLane(mask, [&](unsigned lane) {
    Value address = valueOf(warp, at, lane);
    Place place = placeOf(op, address);
    if (!checkLocal(warp, op, place, uint64_t(bytes) * count, lane))
      return;
    if (place.space == Place::Space::Shared) {
      if (!checkShared(op, place, uint64_t(bytes) * count, uint64_t(bytes) * count))
        return;
      touchPeer(warp, fragment, op, *place.cta, lane);
      if (strong)
        syncByLocation(warp, fragment, op, lane, address.bits, false, true);
      bool isSame = true;
      for (unsigned i = 0; i != count; ++i) {
        Value value = valueOf(warp, from[i], lane);
        Value old = place.cta->memory.load(place.offset + uint64_t(i) * bytes, std::min(bytes, 8u));
        uint64_t now = truncate(value.bits, op.width), before = truncate(old.bits, op.width);
        isSame &= !value.known || !old.known || now == before ||
                  (op.storesFloats && differInRounding(now, before, op.type));
      }
      writeShared(warp, fragment, op, *place.cta, place.offset, uint64_t(bytes) * count, lane,
                  isSame);
      ++progress;
    } else if (place.space == Place::Space::Unknown) {
      skip(op, "a store to an address that is not known");
    } else if (place.space == Place::Space::Other && address.known) {
      if (!checkGlobal(warp, op, lane, address.bits, uint64_t(bytes) * count,
                       uint64_t(bytes) * count, true))
        return;
      if (strong)
        syncByLocation(warp, fragment, op, lane, address.bits, false, true);
      writeGlobal(warp, op, address.bits, uint64_t(bytes) * count, lane);
    }
    if (!mapWords.empty() && place.space != Place::Space::Unknown)
      noteMapCopy(place, address, valueOf(warp, from[0], lane));
    for (unsigned i = 0; i != count; ++i) {
      storeParts(warp, place, address, uint64_t(i) * bytes, std::min(bytes, 8u), lane,
                 valueOf(warp, from[i], lane));
      if (bytes == 16)
        storeValue(warp, place, address, uint64_t(i) * bytes + 8, 8, lane,
                   valueOf(warp, upperHalfOf(from[i]), lane));
    }
    if (place.space == Place::Space::Unknown ||
        (place.space == Place::Space::Other && !address.known))
      forgetGlobal(op);
  });
}

/// The value that an atomic operation stores for an element of its operand.
Value Machine::atomicResult(const Warp &warp, const Operation &op, unsigned lane, unsigned element,
                            Value old, bool isGlobal) {
  unsigned first = op.action == Action::Atomic ? 1 : 0;
  Value by = valueOf(warp, operand(op, first + 1)[element], lane);
  if (!op.has(Modifier::cas))
    return combine(op, old, by, isGlobal);
  Value swap = valueOf(warp, operand(op, first + 2)[element], lane);
  return !old.known || !by.known                   ? Value::unknown(fresh())
         : truncate(by.bits, op.width) == old.bits ? swap
                                                   : old;
}

/// Performs `atom.exch` or `atom.cas` on 128 bits, writes the upper half of the result, and returns
/// the lower one. If `exists` is false, the bytes are not accessed.
Value Machine::exchangeWide(Warp &warp, const Operation &op, const Place &place, Value address,
                            unsigned lane, bool exists) {
  constexpr unsigned halfBytes = 8;
  using Halves = std::array<Value, 2>;
  auto halvesOf = [&](const Slot &slot) {
    return Halves{valueOf(warp, slot, lane), valueOf(warp, upperHalfOf(slot), lane)};
  };
  Halves old{Value::unknown(fresh()), Value::unknown(fresh())}, next = halvesOf(operand(op, 2)[0]);
  for (unsigned i = 0; i != old.size() && exists; ++i)
    old[i] = loadValue(warp, place, address, i * halfBytes, halfBytes, lane, old[i]);
  if (op.has(Modifier::cas)) {
    bool areKnown = old[0].known && old[1].known && next[0].known && next[1].known;
    bool isSame = old[0].bits == next[0].bits && old[1].bits == next[1].bits;
    next = isSame ? halvesOf(operand(op, 3)[0]) : old;
    if (!areKnown)
      next = {Value::unknown(fresh()), Value::unknown(fresh())};
  }
  for (unsigned i = 0; i != old.size() && exists; ++i)
    storeValue(warp, place, address, i * halfBytes, halfBytes, lane, next[i]);
  writeLane(warp, upperHalfOf(operand(op, 0)[0]), lane, old[1]);
  return old[0];
}

void Machine::atomic(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  bool returns = op.action == Action::Atomic;
  unsigned first = returns ? 1 : 0;
  unsigned bytes = std::max(1u, op.width / 8u);
  constexpr unsigned most = 8; // bytes of a value
  // The second slot of a scalar result is that of a predicate.
  unsigned count = static_cast<unsigned>(operand(op, first + 1).size());
  forEachLane(mask, [&](unsigned lane) {
    Value address = valueOf(warp, operand(op, first)[0], lane);
    Place place = placeOf(op, address);
    uint64_t size = uint64_t(bytes) * count;
    skipUnknownAddress(op, place);
    bool isShared = place.space == Place::Space::Shared && checkShared(op, place, size, size);
    bool isGlobal = place.space == Place::Space::Other && address.known;
    if (isGlobal && !checkGlobal(warp, op, lane, address.bits, size, size, true))
      return;
    if (isShared)
      touchPeer(warp, fragment, op, *place.cta, lane);
    // A reduction observes nothing. (Manual 8.11.1)
    if (isShared || isGlobal)
      syncByLocation(warp, fragment, op, lane, address.bits, returns, true);
    if (isShared)
      writeShared(warp, fragment, op, *place.cta, place.offset, size, lane);
    else if (isGlobal)
      writeGlobal(warp, op, address.bits, size, lane);
    else
      forgetGlobal(op);
    llvm::SmallVector<Value, 8> olds;
    if (bytes > most)
      olds.push_back(exchangeWide(warp, op, place, address, lane, isShared || isGlobal));
    for (unsigned i = 0; i != count && bytes <= most; ++i) {
      Value old = Value::unknown(fresh());
      uint64_t added = uint64_t(i) * bytes;
      if (isShared || isGlobal) {
        old = loadValue(warp, place, address, added, bytes, lane, old);
        storeValue(warp, place, address, added, bytes, lane,
                   atomicResult(warp, op, lane, i, old, isGlobal));
      }
      olds.push_back(old);
    }
    if (returns)
      for (auto [i, slot] : llvm::enumerate(operand(op, 0)))
        writeLane(warp, slot, lane, i < count ? olds[i] : Value::unknown(fresh()));
  });
}

/// `ldmatrix` and `stmatrix`: each of the first 8, 16 or 32 lanes has the address of 16 bytes.
/// (Manual 9.7.14.5.15)
void Machine::matrixMove(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  bool isLoad = op.action == Action::LoadMatrix;
  unsigned rows = op.has(Modifier::x4) ? 32 : op.has(Modifier::x2) ? 16 : 8;
  constexpr uint64_t rowBytes = 16;
  if (op.has(Modifier::m16n16))
    rows = op.has(Modifier::x2) ? 32 : 16;
  uint64_t name = fresh();
  for (unsigned lane = 0; lane != rows; ++lane) {
    Value address = valueOf(warp, operand(op, isLoad ? 1 : 0)[0], lane);
    Place place = placeOf(op, address);
    if (place.space != Place::Space::Shared) {
      skip(op, "a matrix at an address that is not known");
      continue;
    }
    if (!checkShared(op, place, rowBytes, rowBytes))
      continue;
    if (isLoad) {
      readShared(warp, fragment, op, *place.cta, place.offset, rowBytes, lane);
      name = mix(name, place.offset);
    } else {
      writeShared(warp, fragment, op, *place.cta, place.offset, rowBytes, lane, true);
      place.cta->memory.forget(place.offset, rowBytes, fresh());
      ++progress;
    }
  }
  if (launch.hasData)
    moveMatrixData(warp, op, rows);
  else if (isLoad)
    forget(warp, op, mask, name);
}
