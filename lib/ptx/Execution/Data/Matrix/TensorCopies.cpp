// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

// Tensor copies with data, and reductions of bulk copies. (Manual 9.7.9.25.4.2, 9.7.9.25.5)

#include "ptx/Execution/Arithmetic.h"
#include "ptx/Execution/Machine.h"

using namespace ptx;
using namespace ptx::execution;

/// The tensor map of an argument at an address; null if there is none. Copies of maps are not used:
/// the kernel can have changed some of their words.
const TensorMap *Machine::mapAt(Value map) const {
  auto found = map.known ? program.maps.find(map.bits) : program.maps.end();
  return found == program.maps.end() ? nullptr : &found->second;
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

/// Whether the copy is of a tile, without a mode of `im2col`.
static bool isTiled(const Operation &op) {
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
  if (!map || !access || !isTiled(op))
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

/// `cp.reduce.async.bulk` to global memory.
void Machine::reduceBytes(const Operation &op, const Cta &cta, uint64_t offset, uint64_t to,
                          uint64_t bytes) {
  Operation typed = typedLike(op, op.type);
  unsigned each = typed.width / 8;
  for (uint64_t i = 0; i + each <= bytes; i += each)
    global.store(to + i, each, reduced(typed, to + i, each, cta.memory.load(offset + i, each)));
}
