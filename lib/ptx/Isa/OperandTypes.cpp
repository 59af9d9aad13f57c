// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/OperandTypes.h"

using namespace ptx;

/// The type that is read like `type` and twice as wide.
static std::optional<TypeId> doubled(TypeId type) {
  const TypeInfo &of = info(type);
  for (const TypeInfo &other : allTypes())
    if (other.kind == of.kind && other.group == of.group && other.lanes == of.lanes &&
        other.width == 2 * of.width)
      return other.id;
  return std::nullopt;
}

std::optional<TypeId> ptx::operandType(const InstrView &view, const OperandInfo &operand) {
  if (operand.typePlace == OperandInfo::noType)
    return std::nullopt;
  TypeId type = operand.type;
  if (operand.typePlace != OperandInfo::noPlace) {
    Modifier word = view.modifiers[operand.typePlace];
    if (word == Modifier::none)
      return std::nullopt;
    type = info(word).type;
  }
  return operand.twice ? doubled(type) : std::optional(type);
}

/// Whether a register declared with `wide`, which is wider than `type`, can hold such a value.
static bool holdsNarrower(const TypeInfo &wide, const TypeInfo &type) {
  switch (type.kind) {
  case TypeKind::Bits:
    return wide.kind != TypeKind::Predicate;
  case TypeKind::Unsigned:
  case TypeKind::Signed:
    return wide.kind != TypeKind::Predicate && (wide.kind != TypeKind::Float || wide.lanes > 1);
  case TypeKind::Float:
    return wide.kind == TypeKind::Bits;
  case TypeKind::Predicate:
  case TypeKind::Opaque:
    return false;
  }
  return false;
}

TypeSet ptx::registerTypes(TypeId type, bool wider, bool fixed) {
  const TypeInfo &of = info(type);
  TypeSet types = of.heldBy;
  if (wider && of.group == TypeGroup::Fundamental)
    for (const TypeInfo &other : allTypes())
      if (other.inRegister && other.width > of.width && holdsNarrower(other, of))
        types |= typeBit(other.id);
  if (fixed && (of.kind == TypeKind::Unsigned || of.kind == TypeKind::Signed))
    types &= ~typeBit(TypeId::f16x2);
  return types;
}

TypeSet ptx::registerTypes(const InstrView &view, const OperandInfo &operand) {
  std::optional<TypeId> type = operandType(view, operand);
  if (!type)
    return 0;
  return registerTypes(*type, operand.wider, operand.typePlace == OperandInfo::noPlace);
}

ImmediateKinds ptx::immediateKinds(TypeId type) {
  const TypeInfo &of = info(type);
  switch (of.kind) {
  case TypeKind::Bits:
    return {true, of.width == 32, of.width == 64};
  case TypeKind::Unsigned:
  case TypeKind::Signed:
    return {of.lanes == 1, false, false};
  case TypeKind::Float: {
    bool takes = of.group == TypeGroup::Fundamental && of.lanes == 1 && of.width >= 32;
    return {false, takes, takes};
  }
  case TypeKind::Predicate:
    return {true, false, false};
  case TypeKind::Opaque:
    break;
  }
  return {false, false, false};
}
