// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor copies with data, and reductions of bulk copies. (Manual 9.7.9.25.4.2, 9.7.9.25.5)

#include "ptx/Execution/Arithmetic.h"
#include "ptx/Execution/Machine.h"
#include "ptx/Tensor/Maps/TensorMapRules.h"

using namespace ptx;
using namespace ptx::execution;

/// The tensor map at an address: that of an argument, or one that the kernel made; null if there is
/// none.
const TensorMap *Machine::mapAt(Value map) const {
  if (!map.known)
    return nullptr;
  if (auto found = program.maps.find(map.bits); found != program.maps.end())
    return &found->second;
  if (ownMaps.empty())
    return nullptr;
  Place place;
  place.space = Place::Space::Other;
  return ownMapWith(map.bits, mapBytesAt(*warps.front(), place, map));
}

Machine::MapBytes Machine::mapBytesAt(const Warp &warp, const Place &place, Value address) const {
  constexpr unsigned wordBytes = 8;
  MapBytes bytes;
  for (unsigned i = 0; i != bytes.size(); ++i)
    bytes[i] =
        loadValue(warp, place, address, uint64_t(i) * wordBytes, wordBytes, 0, Value::unknown(0));
  return bytes;
}

void Machine::writeMapBytes(Warp &warp, const Place &place, Value address, const MapBytes &bytes) {
  constexpr unsigned wordBytes = 8;
  for (unsigned i = 0; i != bytes.size(); ++i)
    storeValue(warp, place, address, uint64_t(i) * wordBytes, wordBytes, 0, bytes[i]);
}

/// The map that the kernel made at a location with the name `name`; null if other bytes are there
/// now.
const TensorMap *Machine::ownMapWith(uint64_t name, const MapBytes &bytes) const {
  auto own = ownMaps.find(name);
  bool isSame =
      own != ownMaps.end() && llvm::equal(own->second.bytes, bytes, [](Value one, Value other) {
        return one.known && other.known && one.bits == other.bits;
      });
  return isSame ? &own->second.map : nullptr;
}

/// Replaces a field of `map`. False if it does not exist, or cannot have this value.
static bool replaceMember(const Operation &op, uint64_t ordinal, uint64_t value, TensorMap &map) {
  auto setAt = [&](std::optional<TensorMap::Numbers> &numbers) {
    if (ordinal >= numbers->size())
      return false;
    (*numbers)[ordinal] = value;
    return true;
  };
  if (op.has(Modifier::box_dim))
    return setAt(map.box);
  if (op.has(Modifier::global_dim))
    return setAt(map.dims);
  if (op.has(Modifier::global_stride))
    return setAt(map.strides);
  if (op.has(Modifier::element_stride))
    return setAt(map.elementStrides);
  if (op.has(Modifier::global_address))
    map.address = value;
  else if (op.has(Modifier::rank))
    map.rank = value + 1; // one less is given
  else if (op.has(Modifier::elemtype))
    return (map.type = elementTypeOf(static_cast<unsigned>(value))).has_value();
  else if (op.has(Modifier::swizzle_mode))
    map.swizzleMode = static_cast<unsigned>(value);
  else if (op.has(Modifier::swizzle_atomicity))
    map.swizzleAtomicity = static_cast<unsigned>(value);
  else if (op.has(Modifier::fill_mode))
    map.fillsNan = value == 1;
  else
    return op.has(Modifier::interleave_layout) && value == 0;
  return true;
}

/// A map whose fields are all zero, as compilers begin one. Its numbers have room for any rank.
static TensorMap emptyMap() {
  constexpr unsigned mostDimensions = 5;
  TensorMap map;
  map.mode = MapMode::Tiled;
  map.interleave = Interleave::None;
  map.swizzleMode = map.swizzleAtomicity = 0;
  map.fillsNan = false;
  map.dims = map.box = map.elementStrides = map.strides = TensorMap::Numbers(mostDimensions, 0);
  return map;
}

/// `tensormap.replace`. The bytes of a map are opaque, so that those that it writes here are only
/// different from those of all other maps.
void Machine::replaceInMap(Warp &warp, const Operation &op, const Place &place, Value address,
                           uint64_t name, unsigned lane) {
  MapBytes bytes = mapBytesAt(warp, place, address);
  bool isZero = llvm::all_of(bytes, [](Value word) { return word.known && !word.bits; });
  const TensorMap *old = ownMapWith(name, bytes);
  Value number = valueOf(warp, operand(op, operandCount(op) - 1)[0], lane);
  Value ordinal = valueOf(warp, operand(op, 1)[0], lane);
  if (!old && !isZero)
    return skip(op, "a field of a tensor map that the kernel did not begin with zeros");
  TensorMap map = old ? *old : emptyMap();
  bool hasWideField = op.has(Modifier::global_address) || op.has(Modifier::global_stride);
  uint64_t value = hasWideField ? number.bits : truncate(number.bits, 32);
  if (!number.known || !ordinal.known || !replaceMember(op, ordinal.bits, value, map))
    return skip(op, "a field of a tensor map with a value that is not known or not executed");
  uint64_t mark = fresh();
  for (unsigned i = 0; i != bytes.size(); ++i)
    bytes[i] = Value::number(mix(mark, i));
  writeMapBytes(warp, place, address, bytes);
  ownMaps[name] = {std::move(map), bytes};
}

/// `tensormap.cp_fenceproxy`: the map is complete now.
void Machine::copyMap(Warp &warp, const Operation &op, const Place &source, uint64_t sourceName,
                      Value to, uint64_t name) {
  MapBytes bytes = mapBytesAt(warp, source, Value());
  const TensorMap *made = ownMapWith(sourceName, bytes);
  if (!made || !to.known || !made->rank || *made->rank > made->dims->size())
    return skip(op, "a copy of a tensor map that the kernel did not make with `tensormap.replace`");
  TensorMap map = *made;
  for (auto *numbers : {&map.dims, &map.box, &map.elementStrides})
    (*numbers)->resize(*map.rank);
  map.strides->resize(*map.rank - 1);
  for (const Violation &violation : checkTensorMap(map))
    if (violation.kind != Violation::Kind::Suspicious)
      return skip(op, "a tensor map that breaks a rule: " + violation.text);
  if (!map.type || !plainType(*map.type) || !map.address || !map.swizzle())
    return skip(op, "a tensor map of this form is not executed with data");
  Place place;
  place.space = Place::Space::Other;
  if (!checkGlobal(warp, op, firstLane(warp.live), to.bits, sizeof(uint64_t) * bytes.size(),
                   sizeof(uint64_t) * bytes.size(), true))
    return;
  writeMapBytes(warp, place, to, bytes);
  ownMaps[name] = {std::move(map), bytes};
}

/// The access of a copy; none if a coordinate is unknown.
std::optional<TensorAccess> Machine::tensorAccessOf(const Warp &warp, const Operation &op,
                                                    unsigned lane) const {
  TensorAccess access;
  access.mode = op.has(Modifier::tile_gather4)                                 ? LoadMode::Gather4
                : op.has(Modifier::tile_scatter4)                              ? LoadMode::Scatter4
                : op.has(Modifier::im2col) || op.has(Modifier::im2col_no_offs) ? LoadMode::Im2col
                                                                               : LoadMode::Tile;
  std::optional<unsigned> place = program.findOperand(pcOf(op), OperandId::tensorMap);
  for (const Slot &slot : operand(op, *place).drop_front()) {
    Value coordinate = valueOf(warp, slot, lane);
    if (!coordinate.known)
      return std::nullopt;
    access.coordinates.push_back(signExtend(coordinate.bits, 32));
  }
  if (std::optional<unsigned> info = program.findOperand(pcOf(op), OperandId::im2colInfo))
    for (const Slot &slot : operand(op, *info)) {
      Value offset = valueOf(warp, slot, lane);
      if (!offset.known)
        return std::nullopt;
      access.offsets.push_back(static_cast<int64_t>(truncate(offset.bits, 16)));
    }
  bool hasFourRows = access.mode == LoadMode::Gather4 || access.mode == LoadMode::Scatter4;
  access.rank = hasFourRows ? 2 : static_cast<unsigned>(access.coordinates.size());
  if (op.async != AsyncOp::BulkLoad)
    access.kind = op.has(Modifier::reduce) ? TensorAccessKind::Reduce : TensorAccessKind::Store;
  using M = Modifier;
  for (Modifier word : {M::add, M::min, M::max, M::inc, M::dec, M::and_, M::or_, M::xor_})
    if (access.kind == TensorAccessKind::Reduce && op.has(word))
      access.reduction = info(word).name;
  return access;
}

/// The first rule of the manual that a copy breaks; empty if there is none.
static std::string brokenRule(const TensorMap &map, const TensorAccess &access) {
  for (const Violation &violation : checkTensorAccess(map, access)) {
    // The elements inside of the tensor are stored.
    bool isOnlyOutside = violation.rule == "T045";
    if (violation.kind == Violation::Kind::Manual && !isOnlyOutside)
      return violation.text;
  }
  return "";
}

/// Whether the copy has none of the modes with `::w`, the halo of which is only in figures.
static bool isFollowed(const Operation &op) {
  return !op.has(Modifier::im2col_w) && !op.has(Modifier::im2col_w_128) &&
         !op.has(Modifier::im2col_no_offs_w);
}

/// Copies between a tile in shared memory and a tensor, element by element; a reduction combines
/// them with those of the tensor.
void Machine::copyTile(const Warp &warp, const Operation &op, unsigned lane, Cta &cta,
                       uint64_t offset, bool isLoad) {
  Value mapAddress = operandValue(warp, op, OperandId::tensorMap, lane);
  const TensorMap *map = mapAt(mapAddress);
  std::optional<TensorAccess> access = tensorAccessOf(warp, op, lane);
  if (!map || !access || !isFollowed(op))
    return skip(op, !map      ? "a copy by a tensor map that no argument gives"
                    : !access ? "a copy at coordinates that are not known"
                              : "a tensor copy of this mode is not executed with data");
  if (std::string text = brokenRule(*map, *access); !text.empty())
    return skip(op, text);
  Swizzle swizzle = map->swizzle().value_or(Swizzle::None);
  unsigned bytes = map->typeInfo()->bits / 8;
  Value fill = Value::number(fillOf(*map));
  Operation combined = typedLike(op, *plainType(*map->type));
  llvm::Error error = forEachElement(*map, *access, [&](const TileElement &element) {
    uint64_t at = swizzleAddress(swizzle, offset + element.shared);
    if (isLoad) {
      cta.memory.store(at, bytes,
                       element.global ? global.load(*element.global, bytes, Value::unknown(fresh()))
                                      : fill);
    } else if (element.global) {
      Value value = cta.memory.load(at, bytes);
      if (op.has(Modifier::reduce))
        value = reduced(combined, *element.global, bytes, value);
      global.store(*element.global, bytes, value);
    }
  });
  if (error)
    skip(op, llvm::toString(std::move(error)));
}

/// The operation of a reduction, on elements of `type`, which is that of the tensor map.
Operation Machine::typedLike(const Operation &op, TypeId type) {
  Operation typed = op;
  typed.type = typed.firstType = type;
  typed.width = typed.resultWidth = static_cast<uint8_t>(info(type).width);
  typed.lanes = 1;
  typed.laneWidth = typed.width;
  typed.isFloat = info(type).kind == TypeKind::Float;
  typed.isSigned = info(type).kind == TypeKind::Signed;
  return typed;
}

/// The element at an address in global memory combined with `value`.
Value Machine::reduced(const Operation &typed, uint64_t address, unsigned bytes, Value value) {
  Value old = global.load(address, bytes, Value::unknown(fresh()));
  return combine(typed, old, value, true);
}

/// `cp.reduce.async.bulk` to global memory, which keeps subnormal numbers, unlike `red`. (Manual of
/// PTX 9.4, 9.7.10.28.4.2)
void Machine::reduceBytes(const Operation &op, const Cta &cta, uint64_t offset, uint64_t to,
                          uint64_t bytes) {
  Operation typed = typedLike(op, op.type);
  unsigned each = typed.width / 8;
  for (uint64_t i = 0; i + each <= bytes; i += each) {
    Value old = global.load(to + i, each, Value::unknown(fresh()));
    global.store(to + i, each, combine(typed, old, cta.memory.load(offset + i, each)));
  }
}
