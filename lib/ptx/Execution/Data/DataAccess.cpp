// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

/// A number of `bytes` bytes, at most 8, at `added` bytes after an address; `otherwise` if the
/// memory is unknown.
Value Machine::loadValue(const Warp &warp, const Place &place, Value address, uint64_t added,
                         unsigned bytes, unsigned lane, Value otherwise) const {
  uint64_t offset = place.offset + added;
  switch (place.space) {
  case Place::Space::Shared:
    return place.cta->memory.load(offset, bytes);
  case Place::Space::Local: {
    const ByteMemory *memory = warp.localMemory(lane, offset);
    return memory ? memory->load(offset, bytes) : otherwise;
  }
  case Place::Space::Param:
    if (observer && offset < program.parameters.size())
      if (std::optional<Value> value = observer->argument(offset, bytes))
        return *value;
    return offset < program.parameters.size() ? program.argument(offset, bytes)
           : warp.params.empty()              ? otherwise
                                              : warp.params[lane].load(offset, bytes);
  case Place::Space::Other:
    return address.known ? global.load(address.bits + added, bytes, otherwise) : otherwise;
  case Place::Space::Unknown:
    return otherwise;
  }
  return otherwise;
}

void Machine::storeValue(Warp &warp, const Place &place, Value address, uint64_t added,
                         unsigned bytes, unsigned lane, Value value) {
  uint64_t offset = place.offset + added;
  switch (place.space) {
  case Place::Space::Shared:
    return place.cta->memory.store(offset, bytes, value);
  case Place::Space::Local:
    if (warp.local.empty())
      warp.local.assign(warpLanes, ByteMemory(program.localBytes + warp.localEnd));
    return const_cast<ByteMemory *>(warp.localMemory(lane, offset))->store(offset, bytes, value);
  case Place::Space::Param:
    if (warp.params.empty())
      warp.params.assign(warpLanes, ByteMemory(program.paramBytes));
    return warp.params[lane].store(offset, bytes, value);
  case Place::Space::Other:
    if (address.known)
      global.store(address.bits + added, bytes, value);
    return;
  case Place::Space::Unknown:
    return;
  }
}

void Machine::notePart(Value whole, Value part, unsigned shift, unsigned width) {
  constexpr size_t most = 1 << 20;
  if (!launch.hasData || whole.known || !part.known || knownParts.size() > most)
    return;
  auto &[bits, mask] = knownParts[whole.bits];
  uint64_t place = truncate(~uint64_t(0), width) << shift;
  bits = (bits & ~place) | truncate(part.bits, width) << shift;
  mask |= place;
}

/// A part of an unknown value if it is known.
Value Machine::partOf(Value whole, unsigned shift, unsigned width, Value otherwise) const {
  auto found = whole.known ? knownParts.end() : knownParts.find(whole.bits);
  uint64_t place = truncate(~uint64_t(0), width) << shift;
  return found == knownParts.end() || (place & ~found->second.second)
             ? otherwise
             : Value::number(truncate(found->second.first >> shift, width));
}

/// The same as `loadValue`, with the known bytes of a value that is not known as a whole.
Value Machine::loadWhole(const Warp &warp, const Place &place, Value address, uint64_t added,
                         unsigned bytes, unsigned lane, Value otherwise) {
  Value value = loadValue(warp, place, address, added, bytes, lane, otherwise);
  if (!launch.hasData || value.known)
    return value;
  // The name of the value depends on all bytes, since known parts are recorded by name.
  std::array<Value, 8> parts;
  uint64_t name = mix(value.bits, bytes);
  bool hasKnown = false;
  for (unsigned i = 0; i != bytes; ++i) {
    parts[i] = loadValue(warp, place, address, added + i, 1, lane, Value::unknown(value.bits));
    hasKnown |= parts[i].known;
    name = mix(name, parts[i].known ? parts[i].bits : ~parts[i].bits);
  }
  if (!hasKnown)
    return value;
  value = Value::unknown(name & ~uint64_t(1));
  for (unsigned i = 0; i != bytes; ++i)
    notePart(value, parts[i], i * 8, 8);
  return value;
}

/// The same as `storeValue`, with the known parts of an unknown value.
void Machine::storeParts(Warp &warp, const Place &place, Value address, uint64_t added,
                         unsigned bytes, unsigned lane, Value value) {
  storeValue(warp, place, address, added, bytes, lane, value);
  if (!launch.hasData || value.known)
    return;
  for (unsigned at = 0; at != bytes; ++at)
    if (Value part = partOf(value, at * 8, 8, value); part.known)
      storeValue(warp, place, address, added + at, 1, lane, part);
}

/// The slot of the upper half of a register of 128 bits; a sink if it has none.
Slot Machine::upperHalfOf(const Slot &slot) const {
  auto found = slot.isRegister() ? program.upperHalves.find(slot.index) : program.upperHalves.end();
  if (found == program.upperHalves.end())
    return Slot();
  Slot upper = slot;
  upper.index = found->second;
  return upper;
}

bool Machine::checkGlobal(const Warp &warp, const Operation &op, unsigned lane, uint64_t address,
                          uint64_t bytes, uint64_t alignment, bool writes) {
  const char *verb = writes ? " writes " : " reads ";
  if (std::string where = global.outside(address, bytes); !where.empty()) {
    report(Fault::GlobalBounds, pcOf(op), threadText(warp.thread + lane) + verb + where);
    noteUnknown(op, "an access outside of the arrays");
    return false;
  }
  if (address % alignment && launch.hasData)
    report(Fault::GlobalBounds, pcOf(op),
           threadText(warp.thread + lane) + verb + std::to_string(bytes) + " bytes at " +
               global.nameOf(address) + ", and the address is not a multiple of " +
               std::to_string(alignment));
  return true;
}

/// A store to an unknown address can have changed any byte.
void Machine::forgetGlobal(const Operation &op) {
  if (launch.hasData)
    return skip(op, "a store to an address that is not known");
  global.forget();
}

/// Copies from global to shared memory.
void Machine::copyBytes(Cta &cta, uint64_t offset, uint64_t from, uint64_t bytes) {
  for (uint64_t i = 0; i != bytes; ++i)
    cta.memory.store(offset + i, 1, global.load(from + i, 1, Value::unknown(fresh())));
}

namespace {
/// The place of an element in shared memory: the lane with the address of its row, and its column.
struct RowElement {
  unsigned lane, column;
};
} // namespace

/// The place of element `index` of register `number` of a lane. (Manual 9.7.14.5.15, 9.7.14.5.16)
static RowElement rowElementOf(const Operation &op, unsigned lane, unsigned number,
                               unsigned index) {
  constexpr unsigned rows = 8, group = 4;
  unsigned row = lane / group, inGroup = lane % group;
  if (op.has(Modifier::m8n16))
    return {number * rows + row, inGroup * 4 + index};
  // Rows in shared memory are columns of the matrix, of which a thread has elements of the rows
  // `row` and `row + 8`: four adjacent ones in two registers, or two in one.
  unsigned column = row + index / 2 * rows;
  if (op.has(Modifier::m16n16))
    return {number / 2 * rows * 2 + inGroup * 4 + number % 2 * 2 + index % 2, column};
  if (op.has(Modifier::m16n8))
    return {number * rows + inGroup * 2 + index % 2, column};
  unsigned half = inGroup * 2 + index;
  return op.has(Modifier::trans) ? RowElement{number * rows + half, row}
                                 : RowElement{number * rows + row, half};
}

/// `ldmatrix` and `stmatrix`. An element of 4 or 6 bits gets one of 8 bits, in its lowest bits; 16
/// of them are packed in the first bytes of a row.
void Machine::moveMatrixData(Warp &warp, const Operation &op, unsigned rows) {
  if (op.has(Modifier::s4))
    return skip(op, "a matrix of this type is not executed with data");
  constexpr unsigned byte = 8, nibble = 4, six = 6, halfWord = 16, registerBits = 32;
  bool isLoad = op.action == Action::LoadMatrix;
  unsigned bits = op.has(Modifier::m8n8) ? halfWord : byte;
  unsigned stored = op.has(Modifier::b4x16_p64) ? nibble : op.has(Modifier::b6x16_p32) ? six : bits;
  llvm::ArrayRef<Slot> registers = operand(op, isLoad ? 0 : 1);
  Slot address = operand(op, isLoad ? 1 : 0)[0];
  // The addresses are read before a register that has one is written.
  std::array<Place, warpLanes> places;
  for (unsigned lane = 0; lane != rows; ++lane)
    places[lane] = placeOf(op, valueOf(warp, address, lane));
  for (auto [i, slot] : llvm::enumerate(registers))
    for (unsigned lane = 0; lane != warpLanes; ++lane) {
      Value whole = isLoad ? Value::number(0) : valueOf(warp, slot, lane);
      for (unsigned index = 0; index != registerBits / bits; ++index) {
        RowElement element = rowElementOf(op, lane, static_cast<unsigned>(i), index);
        const Place &place = places[element.lane];
        if (place.space != Place::Space::Shared || !place.cta)
          continue;
        uint64_t first = uint64_t(element.column) * stored, at = place.offset + first / byte;
        unsigned shift = index * bits, bytes = (first % byte + stored + byte - 1) / byte;
        if (!isLoad) {
          Value part = whole.known ? Value::number(whole.bits >> shift) : whole;
          place.cta->memory.store(at, bytes, part);
          continue;
        }
        Value value = place.cta->memory.load(at, bytes);
        whole.known &= value.known;
        whole.bits |= truncate(value.bits >> first % byte, stored) << shift;
      }
      if (isLoad)
        writeLane(warp, slot, lane, whole.known ? whole : Value::unknown(fresh()));
    }
}
