// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Isa/Forms/OperandTypes.h"

#include "llvm/ADT/STLExtras.h"

using namespace ptx;

/// The fundamental type of this kind and width, if it exists.
static std::optional<TypeId> fundamental(TypeKind kind, unsigned width) {
  for (const TypeInfo &type : allTypes())
    if (type.group == TypeGroup::Fundamental && type.kind == kind && type.width == width &&
        type.lanes == 1)
      return type.id;
  return std::nullopt;
}

std::optional<TypeId> ptx::operandType(const InstrView &view, const OperandInfo &operand,
                                       unsigned elements) {
  OperandShape shape = shapeOf(view, operand);
  if (!shape.type)
    return std::nullopt;
  const TypeInfo &type = info(*shape.type);
  if (shape.twice)
    return fundamental(type.kind, 2 * type.width);
  if (operand.split && elements)
    return fundamental(type.kind, type.width / elements);
  return shape.type;
}

static bool isInteger(const TypeInfo &type) {
  return type.group == TypeGroup::Fundamental &&
         (type.kind == TypeKind::Bits || type.kind == TypeKind::Unsigned ||
          type.kind == TypeKind::Signed);
}

TypeSet ptx::integerTypes(unsigned least, unsigned most) {
  TypeSet result = 0;
  for (const TypeInfo &type : allTypes())
    if (isInteger(type) && type.inRegister && type.width >= least && type.width <= most)
      result |= typeBit(type.id);
  return result;
}

static TypeSet integers(unsigned width) { return ptx::integerTypes(width, width); }

/// Whether a register declared with `wide`, which is wider than `type`, can contain a value of
/// `type`.
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

TypeSet ptx::registerTypes(TypeId type, bool wider, bool plain) {
  const TypeInfo &of = info(type);
  TypeSet types = plain && isInteger(of) ? integers(of.width) : of.heldBy;
  if (wider)
    for (const TypeInfo &other : allTypes())
      if (other.inRegister && other.width > of.width && holdsNarrower(other, of))
        types |= typeBit(other.id);
  return types;
}

/// Whether a modifier is an alternate format. A value that is converted to or from one is in a
/// register of the width of the format.
static bool hasAlternateFormat(const InstrView &view) {
  return llvm::any_of(view.modifiers, [](Modifier word) {
    const ModifierInfo &modifier = info(word);
    return modifier.isType &&
           (info(modifier.type).group == TypeGroup::Alternate || modifier.type == TypeId::bf16x2);
  });
}

TypeSet ptx::registerTypes(const InstrView &view, const OperandInfo &operand, unsigned elements) {
  std::optional<TypeId> type = operandType(view, operand, elements);
  OperandShape shape = shapeOf(view, operand);
  if (operand.kinds == OperandKind::address && !type)
    return shape.min > shape.max ? addressTypes() : integerTypes(shape.min, shape.max);
  if (!type)
    return 0;
  TypeSet types = registerTypes(*type, shape.wider && !hasAlternateFormat(view), shape.plain);
  for (const TypeInfo &other : allTypes())
    if (shape.otherTypes & typeBit(other.id))
      types |= registerTypes(other.id, false, /*plain=*/true);
  // `ptxas` accepts vectors of integers in place of vectors of floating-point numbers of the same
  // width.
  if (const TypeInfo &of = info(*type); elements && operand.followsVec &&
                                        of.kind == TypeKind::Float && of.lanes == 1 &&
                                        of.group == TypeGroup::Fundamental)
    types |= integers(of.width);
  return types;
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

ImmediateKinds ptx::immediateKinds(const InstrView &view, const OperandInfo &operand,
                                   unsigned elements) {
  std::optional<TypeId> type = operandType(view, operand, elements);
  if (!type)
    return {false, false, false};
  if (shapeOf(view, operand).plain && isInteger(info(*type)))
    return {true, false, false};
  return immediateKinds(*type);
}
