// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Analysis/Tensor/TensorMapLookup.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// By the name of the register itself, for any value of it.
const KnownTensorMap *TensorMapLookup::mapOfRegister(ExprId operand, uint32_t where) const {
  const SyntaxUnit &unit = scope.unit;
  ExprId base = operand;
  std::optional<int64_t> offset = 0;
  if (unit[operand].kind == ExprKind::Offset) {
    base = unit[operand].lhs();
    std::optional<Constant> constant = scope.constant(unit[operand].rhs());
    offset = constant && constant->isInteger() ? std::optional(constant->asSigned()) : std::nullopt;
  }
  const Symbol *symbol = scope.symbol(scope.binding(base));
  if (unit[base].kind != ExprKind::Name || !symbol || !symbol->isRegister())
    return nullptr;
  return descriptions.map(DescribedName::of(scope.binding(base), unit.text(unit[base].token)),
                          offset, where);
}

const KnownTensorMap *TensorMapLookup::mapAt(const KnownValue &address, uint32_t where) const {
  if (!address.symbol || address.window == AddressWindow::Encoded)
    return nullptr;
  std::optional<int64_t> offset = address.offset;
  // A parameter can hold the address of a map, or of an array of maps.
  if (address.loaded && offset)
    *offset += address.loadOffset;
  return descriptions.map(DescribedName::of(address.ref), offset, where);
}

const KnownTile *TensorMapLookup::tileOf(InstId inst, ExprId operand) {
  if (!operand)
    return nullptr;
  KnownValue address = values.operand(inst, operand);
  if (!address.symbol || address.loaded)
    return nullptr;
  return descriptions.tile(DescribedName::of(address.ref),
                           scope.unit.range(scope.unit[inst].opcode).begin);
}

ReachingMaps TensorMapLookup::mapsOf(const TensorCopy &copy) {
  uint32_t where = scope.unit.range(scope.unit[copy.inst].opcode).begin;
  ReachingMaps result;
  if (!copy.map)
    return result;
  if (const KnownTensorMap *map = mapOfRegister(copy.map, where)) {
    result.maps.push_back(map);
    return result;
  }
  for (const KnownValue &address : values.addresses(copy.inst, copy.map)) {
    const KnownTensorMap *map = mapAt(address, where);
    result.isExact &= map != nullptr;
    if (map && !llvm::is_contained(result.maps, map))
      result.maps.push_back(map);
  }
  if (!result.maps.empty())
    return result;
  if (const KnownTile *tile = tileOf(copy.inst, copy.shared); tile && tile->map)
    return {{tile->map}, true};
  return result;
}
