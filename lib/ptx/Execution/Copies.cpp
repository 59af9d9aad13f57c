// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Execution/Arithmetic.h"
#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

Value Machine::operandValue(const Warp &warp, const Operation &op, OperandId id,
                            unsigned lane) const {
  std::optional<unsigned> place = program.findOperand(pcOf(op), id);
  return place ? valueOf(warp, program.operand(pcOf(op), *place)[0], lane) : Value::number(0);
}

/// The name of the location of a tensor map.
static uint64_t nameOf(Value map) { return map.known ? map.bits : mix(map.bits, 0x3A9); }

/// The number of boxes that one instruction copies.
uint64_t Machine::rowsOf(const Operation &op) {
  return op.has(Modifier::tile_gather4) || op.has(Modifier::tile_scatter4) ? 4 : 1;
}

/// The box of a tensor map in a parameter, or of the copy of such a map.
std::optional<uint64_t> Machine::toldBox(Value map) const {
  if (const TensorMap *known = mapAt(map)) {
    TensorAccess access;
    access.rank = known->dims->size();
    access.mode = loadModeOf(*known->mode);
    return tensorAccessBytes(*known, access);
  }
  uint64_t place = ~uint64_t(0);
  if (map.known && (map.bits & ~(window::size - 1)) == window::param)
    place = truncate(map.bits, 32);
  else if (auto copy = mapCopies.find(nameOf(map)); copy != mapCopies.end())
    place = copy->second;
  auto box = program.boxes.find(place);
  return box != program.boxes.end() ? std::optional(box->second) : std::nullopt;
}

/// The bytes of the boxes of the tensor map at a generic address.
std::optional<uint64_t> Machine::boxBytes(const Operation &op, Value map) {
  uint64_t rows = rowsOf(op);
  auto made = mapFields.find(nameOf(map));
  std::optional<uint64_t> bytes =
      made == mapFields.end() || made->second.keepsSize() ? toldBox(map) : made->second.boxBytes();
  if (auto derived = program.derivedBoxes.bytes.find(nameOf(map));
      !bytes && derived != program.derivedBoxes.bytes.end()) {
    bytes = derived->second;
    assumed.try_emplace(pcOf(op), *bytes * rows);
  }
  return bytes ? std::optional(*bytes * rows) : std::nullopt;
}

void Machine::closeBatch(BatchGroups &groups, LaneMask mask, bool isGroup) {
  if (isGroup)
    forEachLane(mask, [&](unsigned lane) { groups.groups[lane].push_back(groups.batch); });
  batchBytes += warpLanes * sizeof(groups.batch);
  ++groups.batch;
}

/// Records that all but the last `remaining` groups of each lane are complete.
void Machine::waitBatches(const Warp &warp, Fragment &fragment, BatchGroups &groups, LaneMask mask,
                          uint64_t remaining, bool perLane) {
  if (groups.part == unresolved)
    return;
  fragment.knowers.update(mask, [&](LaneMask lanes, Knowledge &own) {
    forEachLane(lanes, [&](unsigned lane) {
      const auto &list = groups.groups[lane];
      if (list.size() <= remaining)
        return;
      uint32_t last = list[list.size() - 1 - remaining];
      own.memory.raise(groups.part + (perLane ? lane : 0), last);
      if (perLane)
        groups.noteWait(lane, last, warp.time);
    });
  });
  if (const auto &list = groups.groups[firstLane(mask)]; list.size() > remaining)
    recordCovered(groups.part + (perLane ? firstLane(mask) : 0), list[list.size() - 1 - remaining]);
}

/// Adds the completion of `bytes` at the mbarrier object `mbar`, or at the same offset in `cta`.
void Machine::completeOn(Warp &warp, Fragment &fragment, const Operation &op, Event &event,
                         Value mbar, unsigned lane, uint32_t cta, uint64_t bytes, uint32_t work) {
  uint64_t shared = truncate(mbar.bits, 32);
  uint32_t rank = cta == unresolved ? static_cast<uint32_t>(shared >> window::rankShift) : cta;
  uint64_t offset = shared & ((1u << window::rankShift) - 1);
  if (rank >= ctas.size()) {
    report(Fault::SharedBounds, pcOf(op),
           "the mbarrier object is in the shared memory of a CTA that the cluster does not have; "
           "it has " +
               std::to_string(ctas.size()));
    return;
  }
  if (rank != warp.cta)
    touchPeer(warp, fragment, op, ctas[rank], lane, false);
  Mbarrier *object = findMbarrier(warp, fragment, op, ctas[rank], offset, lane, true, work);
  if (object && event.isOpen) {
    object->openMap =
        object->openCopies == 0 || object->openMap == event.map ? event.map : Mbarrier::mixedMaps;
    ++object->openCopies;
    facts.copy({rank, offset, object->phase}, event.map, rowsOf(op),
               event.destinations.back().first, event.destinations.back().second);
  }
  if (object && bytes)
    facts.expect({rank, offset, object->phase}, -static_cast<int64_t>(bytes));
  event.targets.push_back({rank, offset, bytes});
  event.work.push_back(work);
}

/// A bulk or tensor copy of a lane that an mbarrier object tracks.
struct Machine::BulkLoad {
  Warp &warp;
  Fragment &fragment;
  const Operation &op;
  unsigned lane;
  Value mbar = {};                    ///< the address of the object
  Value map = {};                     ///< the address of the tensor map
  std::optional<uint64_t> bytes = {}; ///< none if the box of the tensor map is not known
  uint64_t offset = 0;                ///< of the destination, in the shared memory of each CTA
  /// The CTAs of the destinations.
  llvm::SmallVector<uint32_t, 16> ranks = {};
  Event event = {};

  bool isTensor() const { return op.has(Modifier::tensor); }
  bool isMulticast() const { return op.has(Modifier::multicast_cluster); }
  /// The CTA with the mbarrier object of the copy to `rank`; `unresolved` for the CTA of the
  /// operand. Each destination of a multicast is signalled in its own CTA; with `.cta_group::2`, in
  /// the CTA of its pair that has the parity of the CTA of the operand. (Manual 9.7.9.25.5.2)
  uint32_t signalledFor(uint32_t rank) const {
    if (!isMulticast())
      return unresolved;
    uint32_t parity = static_cast<uint32_t>(truncate(mbar.bits, 32) >> window::rankShift) & 1;
    return op.has(Modifier::cta_group_2) ? (rank & ~1u) | parity : rank;
  }
};

/// The reason to reject a copy of an unknown number of bytes if there are data, which have no
/// assumed size.
static const char *unknownSizeText(bool isTensor) {
  return isTensor ? "a copy by a tensor map that no argument gives"
                  : "a copy whose size is not known";
}

/// Reads the operands for the destination and the mbarrier object. False if one of them is unknown.
bool Machine::readDestinations(BulkLoad &load) {
  Value to = valueOf(load.warp, operand(load.op, 0)[0], load.lane);
  load.mbar = operandValue(load.warp, load.op, OperandId::mbar, load.lane);
  if (!to.known || !load.mbar.known) {
    skip(load.op, "a copy whose destination or mbarrier object is not known");
    return false;
  }
  uint64_t address = truncate(to.bits, 32);
  load.offset = address & ((1u << window::rankShift) - 1);
  uint32_t own = static_cast<uint32_t>(address >> window::rankShift);
  Value mask = load.isMulticast() ? operandValue(load.warp, load.op, OperandId::ctaMask, load.lane)
                                  : Value::unknown(0);
  if (load.isMulticast() && !mask.known && launch.hasData) {
    skip(load.op, "a copy to CTAs that are not known");
    return false;
  }
  if (!mask.known)
    load.ranks = {own};
  else
    for (uint32_t rank = 0; rank != 16; ++rank)
      if (mask.bits >> rank & 1)
        load.ranks.push_back(rank);
  return true;
}

/// A copy from the shared memory of the CTA signals the mbarrier object that it has read its
/// source.
void Machine::copyFromShared(BulkLoad &load) {
  const Operation &op = load.op;
  Place source = placeOf(op, operandValue(load.warp, op, OperandId::srcMem, load.lane));
  uint32_t work = addWork(AsyncWork::Kind::Load, load.warp, pcOf(op));
  if (!source.cta || !load.bytes || !checkShared(op, source, *load.bytes))
    return;
  asyncRead(load.warp, *load.event.known, *source.cta, source.offset, *load.bytes, load.lane, work);
  completeOn(load.warp, load.fragment, op, load.event, load.mbar, load.lane, unresolved, 0, work);
}

/// Whether the destination in CTA `rank` is in its shared memory; reports it if not.
bool Machine::fitsDestination(const BulkLoad &load, uint32_t rank) {
  uint64_t bytes = load.bytes.value_or(1);
  std::string text;
  if (rank >= ctas.size())
    text = "the copy is also to CTA " + std::to_string(rank) + " of the cluster, which has " +
           std::to_string(ctas.size());
  else if (load.offset < window::firstShared || load.offset + bytes > program.sharedBytes)
    text = "the copy of " + std::to_string(bytes) + " bytes" +
           (load.isTensor() && load.bytes ? ", the box of its tensor map," : "") + " to " +
           program.placeOfShared(load.offset) +
           " is outside of the shared memory of the CTA, which ends at " +
           std::to_string(program.sharedBytes);
  if (text.empty())
    return true;
  hasOmitted = true;
  report(Fault::SharedBounds, pcOf(load.op), std::move(text));
  return false;
}

/// Copies to one of the destinations. (Manual 9.7.9.25.4.1, 9.7.9.25.5.2)
void Machine::copyTo(BulkLoad &load, uint32_t rank) {
  if (!fitsDestination(load, rank))
    return;
  const Operation &op = load.op;
  Warp &warp = load.warp;
  const Knowledge &known = *load.event.known;
  Cta &cta = ctas[rank];
  if (rank != warp.cta)
    touchPeer(warp, load.fragment, op, cta, load.lane, false);
  checkShared(op, {Place::Space::Shared, &cta, load.offset}, load.bytes.value_or(1),
              load.isTensor() ? 128 : 16);
  uint32_t work = addWork(AsyncWork::Kind::Load, warp, pcOf(op));
  works[work].cta = rank;
  if (load.isTensor())
    useMap(load.map, work);
  else if (Value from = operandValue(warp, op, OperandId::srcMem, load.lane);
           from.known && load.bytes && op.has(Modifier::global))
    asyncReadGlobal(warp, known, from.bits, *load.bytes, load.lane, work);
  if (load.bytes) {
    asyncWrite(warp, known, cta, load.offset, *load.bytes, load.lane, work);
    copyData(load, cta);
  }
  load.event.destinations.push_back({rank, load.offset});
  completeOn(warp, load.fragment, op, load.event, load.mbar, load.lane, load.signalledFor(rank),
             load.bytes.value_or(0), work);
}

/// The alignment of the addresses of a bulk copy. (Manual 9.7.9.25.4.1)
static constexpr uint64_t bulkAlignment = 16;

/// The number of bytes of a bulk copy without a tensor map, if it is known. (Manual 9.7.9.25.4.1)
std::optional<uint64_t> Machine::bulkBytes(Warp &warp, const Operation &op, unsigned lane) {
  Value size = operandValue(warp, op, OperandId::size, lane);
  if (!size.known)
    return std::nullopt;
  uint64_t bytes = truncate(size.bits, 32);
  if (bytes % bulkAlignment && launch.hasData)
    report(Fault::SharedBounds, pcOf(op),
           threadText(warp.thread + lane) + " copies " + std::to_string(bytes) +
               " bytes, which is not a multiple of " + std::to_string(bulkAlignment));
  return bytes;
}

/// Copies the contents, if they are known.
void Machine::copyData(const BulkLoad &load, Cta &cta) {
  const Operation &op = load.op;
  bool isInCluster = !load.isTensor() && !op.has(Modifier::global);
  if (isInCluster && launch.hasData)
    return copyInCluster(load, cta);
  cta.memory.forget(load.offset, *load.bytes, fresh());
  if (!launch.hasData)
    return;
  if (load.isTensor())
    return copyTile(load.warp, op, load.lane, cta, load.offset, true);
  Value from = operandValue(load.warp, op, OperandId::srcMem, load.lane);
  // These bytes can be outside of an array, and get indeterminate values.
  Value left = operandValue(load.warp, op, OperandId::ignoreBytesLeft, load.lane);
  Value right = operandValue(load.warp, op, OperandId::ignoreBytesRight, load.lane);
  if (!from.known || !left.known || !right.known || left.bits + right.bits > *load.bytes)
    return skip(op, "a copy from an address that is not known, or of unknown bytes");
  uint64_t first = from.bits + left.bits, bytes = *load.bytes - left.bits - right.bits;
  uint64_t alignment = left.bits ? 1 : bulkAlignment;
  if (checkGlobal(load.warp, op, load.lane, first, bytes, alignment, false))
    copyBytes(cta, load.offset + left.bits, first, bytes);
}

/// A copy from the shared memory of the CTA, or a reduction with it. (Manual 9.7.9.25.4.1,
/// 9.7.9.25.4.2)
void Machine::copyInCluster(const BulkLoad &load, Cta &cta) {
  const Operation &op = load.op;
  Value from = operandValue(load.warp, op, OperandId::srcMem, load.lane);
  Place source = placeOf(op, from);
  if (!from.known || !source.cta)
    return skip(op, "a copy from an address that is not known, or not in shared memory");
  bool isReduction = op.has(Modifier::reduce);
  unsigned each = isReduction ? op.width / 8u : 1;
  for (uint64_t i = 0; i + each <= *load.bytes; i += each) {
    Value value = source.cta->memory.load(source.offset + i, each);
    if (isReduction)
      value = combine(op, cta.memory.load(load.offset + i, each), value);
    cta.memory.store(load.offset + i, each, value);
  }
}

/// A bulk or tensor copy that an mbarrier object tracks. (Manual 9.7.9.25.4.1, 9.7.9.25.5.2)
void Machine::bulkLoad(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  BulkLoad load{.warp = warp, .fragment = fragment, .op = op, .lane = lane};
  if (!readDestinations(load))
    return;
  load.map = operandValue(warp, op, OperandId::tensorMap, lane);
  load.bytes = load.isTensor() ? boxBytes(op, load.map) : bulkBytes(warp, op, lane);
  if (!load.bytes && launch.hasData)
    return skip(op, unknownSizeText(load.isTensor()));
  Event &event = load.event;
  event.pc = pcOf(op);
  event.thread = warp.thread + lane;
  event.isOpen = !load.bytes;
  if (event.isOpen)
    event.map = nameOf(load.map);
  // The lanes that executed together have read the bytes that the copy overwrites.
  event.known = publishForAll(warp, fragment, 1u << lane);
  if (program.findOperand(pcOf(op), OperandId::srcMem) && op.has(Modifier::shared_cta) &&
      !op.has(Modifier::global))
    copyFromShared(load);
  for (uint32_t rank : load.ranks)
    copyTo(load, rank);
  if (!event.targets.empty())
    schedule(std::move(event));
}

/// Records that a copy reads the tensor map.
void Machine::useMap(Value map, uint32_t work) {
  if (program.replacesMaps)
    mapUsers[nameOf(map)].push_back(work);
}

/// The types of elements by their numbers. (Manual 9.7.9.26)
static unsigned elementBitsOf(uint64_t type) {
  constexpr uint8_t bits[] = {8, 16, 32, 32, 64, 64, 16, 32, 32, 64, 16, 32, 32, 4};
  return type < std::size(bits) ? bits[type] : 0;
}

/// `tensormap.replace` of a field that the size of a box depends on.
void Machine::replaceField(const Warp &warp, const Operation &op, MapFields &fields,
                           unsigned lane) const {
  Value number = valueOf(warp, operand(op, operandCount(op) - 1)[0], lane);
  uint64_t value = number.known ? truncate(number.bits, 32) : 0;
  if (op.has(Modifier::rank))
    fields.rank = number.known ? static_cast<uint32_t>(value) + 1 : 0; // one less is given
  else if (op.has(Modifier::elemtype))
    fields.elementBits = number.known ? elementBitsOf(value) : 0;
  else if (Value place = valueOf(warp, operand(op, 1)[0], lane);
           op.has(Modifier::box_dim) && place.known && place.bits < fields.box.size())
    fields.box[place.bits] = value;
}

/// The name of a location in shared memory among those of tensor maps.
static uint64_t nameOfShared(uint32_t rank, uint64_t offset) {
  return uint64_t(rank) << window::rankShift | offset;
}

/// A kernel copies a tensor map of its parameters word by word. Its bytes are not known, but the
/// first word has a name.
void Machine::noteMapCopy(const Place &place, Value address, Value word) {
  uint64_t name = place.space == Place::Space::Shared ? nameOfShared(place.cta->rank, place.offset)
                                                      : nameOf(address);
  auto first = mapWords.find(word.bits);
  if (!word.known && first != mapWords.end())
    mapCopies[name] = first->second;
  else
    mapCopies.erase(name);
}

/// A lane replaces a field of a tensor map, or copies one to global memory; no copy may still read
/// the map. (Manual 9.7.9.26, 9.7.13.16)
void Machine::changeMap(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  Value map = valueOf(warp, operand(op, 0)[0], lane);
  if (op.async == AsyncOp::MapCopyFence) {
    Value from = valueOf(warp, operand(op, 1)[0], lane);
    Place source{Place::Space::Shared, &ctaOf(warp), truncate(from.bits, window::rankShift)};
    uint64_t name = nameOfShared(source.cta->rank, source.offset);
    if (launch.hasData && lane == firstLane(fragment.mask))
      copyMap(warp, op, source, name, map, nameOf(map));
    if (from.known && mapFields.count(name))
      mapFields[nameOf(map)] = MapFields(mapFields[name]);
    if (auto copy = mapCopies.find(name); from.known && copy != mapCopies.end())
      mapCopies[nameOf(map)] = uint64_t(copy->second);
  } else if (Place place = placeOf(op, map); place.space == Place::Space::Shared) {
    if (checkShared(op, place, 128, 128)) {
      writeShared(warp, fragment, op, *place.cta, place.offset, 128, lane, true);
      uint64_t name = nameOfShared(place.cta->rank, place.offset);
      replaceField(warp, op, mapFields[name], lane);
      if (launch.hasData)
        replaceInMap(warp, op, place, map, name, lane);
    }
    return;
  } else if (launch.hasData) {
    replaceInMap(warp, op, place, map, nameOf(map), lane);
  } else if (auto made = mapFields.find(nameOf(map)); made != mapFields.end()) {
    replaceField(warp, op, made->second, lane);
  }
  auto found = mapUsers.find(nameOf(map));
  if (found == mapUsers.end())
    return;
  const Knowledge &known = fragment.knowers.of(lane);
  for (uint32_t work : found->second)
    if (!isComplete(works[work], 0, known.memory))
      report(Fault::OverwriteDuringUse, pcOf(op),
             threadText(warp.thread + lane) +
                 " changes the tensor map that the copy still reads: nothing that it waited for "
                 "says that this is complete",
             works[work].pc, "the copy");
  mapUsers.erase(found);
}

/// Whether the bytes from a location on are in one variable of known size.
bool Machine::fitsVariable(uint64_t offset, uint64_t bytes) const {
  return llvm::any_of(program.shared, [&](const SharedVariable &variable) {
    return !variable.isDynamic && variable.first <= offset &&
           offset + bytes <= variable.first + variable.bytes;
  });
}

/// The number of bytes that a copy with an unknown box is assumed to read: the variable that starts
/// there, or all following bytes that the same instruction wrote.
uint64_t Machine::writtenBytes(Cta &cta, uint64_t offset) const {
  uint64_t end = program.sharedBytes;
  for (const SharedVariable &variable : program.shared) {
    if (variable.first <= offset && offset < variable.first + variable.bytes)
      end = variable.first + variable.bytes;
    if (!variable.isDynamic && variable.first == offset)
      return variable.bytes;
  }
  uint32_t writer = Operation::none;
  uint64_t at = offset;
  for (; at + Shadow::granule <= end; at += Shadow::granule) {
    uint32_t here = Operation::none;
    cta.shadow.look(
        at, Shadow::granule, [&](const ShadowEntry &entry) { here = accesses[entry.access].pc; },
        [](const ShadowEntry &) {});
    if (here == Operation::none || (writer != Operation::none && here != writer))
      break;
    writer = here;
  }
  return std::max<uint64_t>(16, at - offset);
}

/// A copy from shared memory, or a reduction, of a bulk group. (Manual 9.7.9.25.4.1)
void Machine::bulkStore(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  bool isTensor = op.has(Modifier::tensor);
  std::optional<uint64_t> bytes =
      isTensor ? boxBytes(op, operandValue(warp, op, OperandId::tensorMap, lane))
               : bulkBytes(warp, op, lane);
  Value from = operandValue(warp, op, OperandId::srcMem, lane);
  if (!from.known)
    return skip(op, "a copy whose source is not known");
  uint64_t address = truncate(from.bits, 32), offset = address & ((1u << window::rankShift) - 1);
  Place place{Place::Space::Shared, &ctaOf(warp), offset};
  bool isGuessed = !bytes;
  if (isGuessed && launch.hasData)
    return skip(op, unknownSizeText(isTensor));
  if (isGuessed) {
    bytes = writtenBytes(ctaOf(warp), offset);
    assumed.try_emplace(pcOf(op), *bytes);
  }
  // (Manual 9.7.9.25.4.1, 9.7.9.25.5.2)
  if (!checkShared(op, place, *bytes, isTensor ? 128 : 16))
    return;
  BatchGroups &groups = warp.bulkStores;
  if (groups.part == unresolved)
    groups.part = newPart(warpLanes);
  uint32_t work = addWork(AsyncWork::Kind::Store, warp, pcOf(op));
  works[work].part = groups.part + lane;
  works[work].time = groups.batch;
  if (isTensor)
    useMap(operandValue(warp, op, OperandId::tensorMap, lane), work);
  const Knowledge &known = fragment.knowers.of(lane);
  // Each copy reads this number of bytes.
  constexpr uint64_t least = 16;
  uint64_t certain = isGuessed ? least : *bytes;
  asyncRead(warp, known, *place.cta, offset, certain, lane, work);
  if (certain < *bytes) {
    AsyncWork rest = works[work];
    rest.isGuessed = true;
    works.push_back(rest);
    asyncRead(warp, known, *place.cta, offset + certain, *bytes - certain, lane,
              static_cast<uint32_t>(works.size() - 1));
  }
  if (!launch.hasData)
    return global.forget();
  if (isTensor)
    return copyTile(warp, op, lane, *place.cta, offset, false);
  Value to = operandValue(warp, op, OperandId::dstMem, lane);
  if (!to.known)
    return skip(op, "a copy to an address that is not known");
  // A bit of the mask is for a byte of each 16 that follow one another.
  constexpr uint64_t masked = 16;
  Value mask = op.has(Modifier::cp_mask) ? operandValue(warp, op, OperandId::byteMask, lane)
                                         : Value::number(~uint64_t(0));
  if (!mask.known)
    return skip(op, "a copy of bytes that are not known");
  auto isWritten = [&](uint64_t i) { return (mask.bits >> i % masked & 1) != 0; };
  // The other bytes at both ends can be outside of an array.
  uint64_t first = 0, last = *bytes;
  while (first != last && !isWritten(first))
    ++first;
  while (first != last && !isWritten(last - 1))
    --last;
  if (first == last ||
      !checkGlobal(warp, op, lane, to.bits + first, last - first, first ? 1 : bulkAlignment, true))
    return;
  if (op.has(Modifier::reduce))
    return reduceBytes(op, *place.cta, offset, to.bits, *bytes);
  for (uint64_t i = first; i != last; ++i)
    if (isWritten(i))
      global.store(to.bits + i, 1, place.cta->memory.load(offset + i, 1));
}

/// `cp.async`, a separate copy of each lane. (Manual 9.7.9.25.3)
void Machine::threadCopy(Warp &warp, Fragment &fragment, const Operation &op, LaneMask mask) {
  BatchGroups &groups = warp.threadCopies;
  if (groups.part == unresolved)
    groups.part = newPart(warpLanes);
  Value size = valueOf(warp, operand(op, 2)[0], firstLane(mask));
  uint64_t bytes = size.known ? size.bits : 16;
  constexpr unsigned withoutSourceSize = 3;
  bool isWhole = program.operandCount(pcOf(op)) == withoutSourceSize;
  uint32_t work = addWork(AsyncWork::Kind::ThreadCopy, warp, pcOf(op));
  works[work].part = groups.part;
  works[work].time = groups.batch;
  works[work].perLane = true;
  uint32_t index = accessNow(warp, pcOf(op), work);
  forEachLane(mask, [&](unsigned lane) {
    Value to = valueOf(warp, operand(op, 0)[0], lane);
    if (!to.known) {
      skip(op, "a copy whose destination is not known");
      return;
    }
    Place place{Place::Space::Shared, &ctaOf(warp), truncate(to.bits, window::rankShift)};
    if (!checkShared(op, place, bytes, bytes))
      return;
    const Knowledge &known = fragment.knowers.of(lane);
    auto check = [&](const ShadowEntry &earlier, bool wrote) {
      if (accesses[earlier.access].work == work ||
          isBefore(earlier, warp.thread + lane, known.memory))
        return;
      reportConflict(accesses[index], lane, true, earlier, wrote,
                     bytesText(*place.cta, place.offset));
    };
    place.cta->shadow.write(
        place.offset, bytes, {index, static_cast<uint8_t>(lane)},
        [&](const ShadowEntry &earlier) { check(earlier, true); },
        [&](const ShadowEntry &earlier) { check(earlier, false); });
    place.cta->memory.forget(place.offset, bytes, mix(work, lane) & ~uint64_t(1));
    Value from = valueOf(warp, operand(op, 1)[0], lane);
    if (launch.hasData)
      return copySmall(warp, op, lane, place, from, bytes);
    for (uint64_t i = 0; isWhole && from.known && i != bytes; ++i)
      if (Value byte = global.load(from.bits + i, 1, Value::unknown(0)); byte.known)
        place.cta->memory.store(place.offset + i, 1, byte);
  });
}

/// The contents that `cp.async` writes: zero after the source size, and only zeros if the source is
/// ignored. (Manual 9.7.9.25.3.1)
void Machine::copySmall(Warp &warp, const Operation &op, unsigned lane, const Place &place,
                        Value from, uint64_t bytes) {
  uint64_t copied = bytes;
  for (OperandId id : {OperandId::src_size, OperandId::ignore_src}) {
    std::optional<unsigned> number = program.findOperand(pcOf(op), id);
    if (!number)
      continue;
    Slot slot = operand(op, *number)[0];
    Value given = valueOf(warp, slot, lane);
    if (!given.known)
      return skip(op, "a copy of unknown size");
    bool isIgnored = id == OperandId::ignore_src && given.bits & 1;
    copied = isIgnored ? 0 : id == OperandId::src_size ? std::min(given.bits, bytes) : copied;
  }
  if (!from.known)
    return skip(op, "a copy from an address that is not known");
  if (copied && !checkGlobal(warp, op, lane, from.bits, copied, bytes, false))
    return;
  copyBytes(*place.cta, place.offset, from.bits, copied);
  for (uint64_t i = copied; i < bytes; ++i)
    place.cta->memory.store(place.offset + i, 1, Value::number(0));
}

/// `st.async` and `red.async` with an mbarrier object. (Manual 9.7.9.12)
void Machine::storeAsync(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  Value to = valueOf(warp, operand(op, 0)[0], lane);
  Value mbar = operandValue(warp, op, OperandId::mbar, lane);
  if (!to.known || !mbar.known) {
    skip(op, "an asynchronous store whose destination or mbarrier object is not known");
    return;
  }
  // A vector is one register, or a list of elements in braces.
  uint64_t elements = op.has(Modifier::v4) ? 4 : op.has(Modifier::v2) ? 2 : 1;
  uint64_t bytes = std::max(1u, op.width / 8u) * elements;
  uint64_t address = truncate(to.bits, 32);
  uint32_t rank = static_cast<uint32_t>(address >> window::rankShift);
  Place place{Place::Space::Shared, rank < ctas.size() ? &ctas[rank] : nullptr,
              address & ((1u << window::rankShift) - 1)};
  if (!checkShared(op, place, bytes))
    return;
  if (truncate(mbar.bits, 32) >> window::rankShift != rank)
    report(Fault::SharedBounds, pcOf(op),
           "the data are stored in CTA " + std::to_string(rank) +
               ", and the mbarrier object is in CTA " +
               std::to_string(truncate(mbar.bits, 32) >> window::rankShift) +
               "; both have to be in the same one");
  touchPeer(warp, fragment, op, *place.cta, lane, false);
  uint32_t work = addWork(AsyncWork::Kind::Load, warp, pcOf(op));
  works[work].cta = rank;
  Event event;
  event.pc = pcOf(op);
  event.thread = warp.thread + lane;
  event.known = publish(warp, fragment, 1u << lane);
  asyncWrite(warp, *event.known, *place.cta, place.offset, bytes, lane, work);
  for (auto [i, slot] : llvm::enumerate(operand(op, 1))) {
    uint64_t at = place.offset + i * (op.width / 8);
    unsigned size = std::min(8, op.width / 8);
    Value value = valueOf(warp, slot, lane);
    if (op.action != Action::Store)
      value = combine(op, place.cta->memory.load(at, size), value, false);
    place.cta->memory.store(at, size, value);
  }
  completeOn(warp, fragment, op, event, mbar, lane, unresolved, bytes, work);
  if (!event.targets.empty())
    schedule(std::move(event));
}

void Machine::schedule(Event event) {
  if (schedule_.isEager && !event.isOpen)
    return perform(std::move(event));
  events.push_back(std::move(event));
}

/// Whether the event can be performed. A copy with an unknown box has the number of bytes that its
/// mbarrier object still expects.
bool Machine::canPerform(const Event &event) {
  if (!event.isOpen)
    return true;
  return llvm::all_of(event.targets, [&](const Event::Target &target) {
    auto object = ctas[target.cta].mbarriers.find(target.object);
    return object == ctas[target.cta].mbarriers.end() || object->second.transactions > 0;
  });
}

/// Completes the products that a thread issued before `tcgen05.commit`.
void Machine::recordCommit(const Event &event, const TimelineRow &object) {
  if (!recorder)
    return;
  const Warp &warp = warpOf(event.thread);
  recorder->contributeBar(event.bar, object);
  uint32_t part = warp.mmaPart[event.thread % warpLanes];
  std::vector<uint32_t> open = recorder->openWorks();
  for (uint32_t number : open)
    if (part != unresolved && works[number].part == part &&
        works[number].time <= event.known->memory[part])
      recorder->contribute(number, object);
}

void Machine::perform(Event event) {
  ++progress;
  for (size_t i = 0; i != event.targets.size(); ++i) {
    Event::Target target = event.targets[i];
    Cta &cta = ctas[target.cta];
    auto found = cta.mbarriers.find(target.object);
    if (found == cta.mbarriers.end() || !found->second.isValid)
      continue;
    Mbarrier &object = found->second;
    object.isByAsync = true;
    if (!event.isOpen && target.bytes)
      object.lastCopy = {event.pc, target.bytes};
    if (event.kind == Event::Kind::Arrive) {
      recordCommit(event, rowOf(cta, target.object));
      arrive(cta, target.object, object, event.pc, 1, 0, *event.known);
      continue;
    }
    if (event.isOpen && i < event.destinations.size()) {
      target.bytes = static_cast<uint64_t>(std::max<int64_t>(0, object.transactions)) /
                     std::max(1u, object.openCopies);
      object.openCopies -= object.openCopies > 0;
      auto [rank, offset] = event.destinations[i];
      Warp &warp = warpOf(event.thread);
      // Copies by several maps have several sizes, which are only known to fit their variables.
      bool isCertain = object.openMap != Mbarrier::mixedMaps || fitsVariable(offset, target.bytes);
      uint64_t bytes = isCertain ? std::min(target.bytes, program.sharedBytes - offset) : 16;
      if (isCertain)
        assumed.try_emplace(event.pc, target.bytes);
      else
        skip(program.operations[event.pc], "a tensor copy whose box is not given");
      asyncWrite(warp, *event.known, ctas[rank], offset, bytes, event.thread % warpLanes,
                 event.work[i]);
      ctas[rank].memory.forget(offset, bytes, fresh());
    }
    AsyncWork &work = works[event.work[i]];
    work.part = object.part;
    work.time = object.phase + 1;
    if (recorder)
      recorder->contribute(event.work[i], rowOf(cta, target.object));
    Knowledge control;
    control.control = event.known->control;
    // The completion does not make earlier actions of the thread visible, but they are complete.
    // (Manual 8.9.1.1)
    if (program.operations[event.pc].async == AsyncOp::LaunchCancel) {
      control.ended = event.known->ended;
      control.ended.join(event.known->memory);
    }
    arrive(cta, target.object, object, event.pc, 0, -static_cast<int64_t>(target.bytes), control);
  }
}

/// `clusterlaunchcontrol.try_cancel`: the first request gets a cluster, later requests get none.
/// With data all clusters are executed, and so no request gets one.
void Machine::cancelLaunch(Warp &warp, Fragment &fragment, const Operation &op, unsigned lane) {
  Value to = valueOf(warp, operand(op, 0)[0], lane),
        mbar = operandValue(warp, op, OperandId::mbar, lane);
  if (!to.known || !mbar.known) {
    skip(op, "a request whose destination or mbarrier object is not known");
    return;
  }
  uint64_t offset = truncate(to.bits, window::rankShift);
  constexpr uint32_t granted = 1;
  bool isGranted = cancelRequests++ < granted && !launch.hasData;
  uint64_t low = isGranted ? 1 | uint64_t(launch.cluster[0] * cancelRequests) << 32 : 0;
  Event event;
  event.pc = pcOf(op);
  event.thread = warp.thread + lane;
  event.known = publish(warp, fragment, 1u << lane);
  bool all = op.has(Modifier::multicast_cluster_all);
  for (Cta &cta : ctas) {
    if (!all && cta.rank != warp.cta)
      continue;
    Place place{Place::Space::Shared, &cta, offset};
    if (!checkShared(op, place, 16))
      return;
    uint32_t work = addWork(AsyncWork::Kind::Load, warp, pcOf(op));
    asyncWrite(warp, *event.known, cta, offset, 16, lane, work);
    cta.memory.store(offset, 8, Value::number(low));
    cta.memory.store(offset + 8, 8, Value::number(0));
    completeOn(warp, fragment, op, event, mbar, lane, all ? cta.rank : unresolved, 16, work);
  }
  if (!event.targets.empty())
    schedule(std::move(event));
}

void Machine::queryCancel(Warp &warp, const Operation &op, LaneMask mask) {
  Slot response = operand(op, 1)[0], upper = response;
  if (auto found = program.upperHalves.find(response.index); found != program.upperHalves.end())
    upper.index = found->second;
  bool asks = op.has(Modifier::is_canceled);
  unsigned axis = op.has(Modifier::get_first_ctaid_y)   ? 1
                  : op.has(Modifier::get_first_ctaid_z) ? 2
                                                        : 0;
  forEachLane(mask, [&](unsigned lane) {
    Value low = valueOf(warp, response, lane), high = valueOf(warp, upper, lane);
    Value parts[4] = {{low.bits >> 32, low.known},
                      {truncate(high.bits, 32), high.known},
                      {high.bits >> 32, high.known},
                      Value::number(0)};
    if (asks)
      return writeLane(warp, operand(op, 0)[0], lane,
                       low.known ? Value::number(low.bits & 1)
                                 : Value::unknown(low.bits & ~uint64_t(1)));
    llvm::ArrayRef<Slot> to = operand(op, 0);
    for (auto [i, slot] : llvm::enumerate(to)) {
      Value part = parts[to.size() > 1 ? i : axis];
      writeLane(warp, slot, lane,
                part.known ? part : Value::unknown(mix(part.bits, i) & ~uint64_t(1)));
    }
  });
}

Machine::Step Machine::copyOperation(Warp &warp, Fragment &fragment, const Operation &op,
                                     LaneMask mask) {
  bool isBulk = op.has(Modifier::bulk);
  switch (op.async) {
  case AsyncOp::BulkLoad:
    forEachLane(mask, [&](unsigned lane) { bulkLoad(warp, fragment, op, lane); });
    return Step::Next;
  case AsyncOp::BulkStore:
    forEachLane(mask, [&](unsigned lane) { bulkStore(warp, fragment, op, lane); });
    return Step::Next;
  case AsyncOp::BulkPrefetch:
    return Step::Next;
  default:
    break;
  }
  BatchGroups &groups = isBulk ? warp.bulkStores : warp.threadCopies;
  if (op.has(Modifier::commit_group)) {
    closeBatch(groups, mask, true);
  } else if (op.has(Modifier::wait_group)) {
    Value remaining = valueOf(warp, operand(op, 0)[0], firstLane(mask));
    waitBatches(warp, fragment, groups, mask, remaining.bits, true);
  } else if (op.has(Modifier::wait_all)) {
    closeBatch(groups, mask, true);
    waitBatches(warp, fragment, groups, mask, 0, true);
  } else if (op.has(Modifier::mbarrier)) {
    // `cp.async.mbarrier.arrive`: the earlier copies of the thread precede the completion of the
    // phase.
    struct Arrival {
      Place place;
      Mbarrier *object;
    };
    llvm::SmallVector<Arrival, warpLanes> arrivals;
    forEachLane(mask, [&](unsigned lane) {
      Place place = placeOf(op, valueOf(warp, operand(op, 0)[0], lane));
      if (place.space != Place::Space::Shared || !checkShared(op, place, 8, 8))
        return;
      if (Mbarrier *object = findMbarrier(warp, fragment, op, *place.cta, place.offset, lane))
        arrivals.push_back({place, object});
    });
    uint32_t time = warp.time;
    std::shared_ptr<Knowledge> known = publish(warp, fragment, mask);
    if (groups.part != unresolved)
      forEachLane(mask, [&](unsigned lane) {
        known->memory.raise(groups.part + lane, groups.batch);
        groups.noteWait(lane, groups.batch, time);
      });
    closeBatch(groups, mask, false);
    for (const auto &[place, object] : arrivals) {
      object->isByAsync = true;
      if (recorder)
        recorder->arrive(rowOf(*place.cta, place.offset), object->phase - object->firstPhase);
      arrive(*place.cta, place.offset, *object, pcOf(op), op.has(Modifier::noinc) ? 1 : 0, 0,
             *known);
    }
  } else {
    threadCopy(warp, fragment, op, mask);
  }
  return Step::Next;
}
