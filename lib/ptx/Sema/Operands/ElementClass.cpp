// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include "ptx/Sema/Operands/ElementClass.h"
#include "ptx/Sema/Declarations/Constant.h"

using namespace ptx;

/// `ptxas` keeps a predicate in a register of this width.
static constexpr unsigned predicateWidth = 32;

ElementClass ptx::classOf(TypeId id) {
  const TypeInfo &type = info(id);
  switch (type.kind) {
  case TypeKind::Bits:
    return {ElementClass::Bits, type.width, id};
  case TypeKind::Unsigned:
  case TypeKind::Signed:
    return {ElementClass::Integer, type.width, id};
  case TypeKind::Float:
    return {type.lanes > 1 ? ElementClass::Packed : ElementClass::Float, type.width, id};
  case TypeKind::Predicate:
    return {ElementClass::Predicate, predicateWidth, id};
  case TypeKind::Opaque:
    break;
  }
  return {};
}

TypeId ptx::untyped(TypeId id) {
  const TypeInfo &type = info(id);
  if (type.kind != TypeKind::Unsigned && type.kind != TypeKind::Signed)
    return id;
  switch (type.width) {
  case 8:
    return TypeId::b8;
  case 16:
    return TypeId::b16;
  case 32:
    return TypeId::b32;
  default:
    return TypeId::b64;
  }
}

ElementClass ptx::elementClass(const BodyScope &scope, ExprId id) {
  const Expr &e = scope.unit[id];
  if (e.kind == ExprKind::Sink)
    return {};
  if (e.kind == ExprKind::Name || e.kind == ExprKind::Member) {
    SymbolRef ref = scope.binding(id);
    if (ref.isSpecial()) // which count as bits, unless they are predicates
      return classOf(untyped(info(ref.specialRegister()).type));
    const Symbol *symbol = scope.symbol(ref);
    return symbol && symbol->type ? classOf(*symbol->type) : ElementClass();
  }
  std::optional<Constant> value = scope.constant(id);
  if (!value)
    return {};
  return {value->isInteger() ? ElementClass::Integer : ElementClass::Float, 0, std::nullopt};
}

std::optional<TypeId> ptx::commonType(const BodyScope &scope, llvm::ArrayRef<ExprId> elements,
                                      ExprId &odd) {
  std::optional<TypeId> common;
  ElementClass first, last;
  for (ExprId element : elements) {
    ElementClass current = elementClass(scope, element);
    if (current.kind == ElementClass::None)
      continue;
    if (first.kind == ElementClass::None)
      first = last = current;
    if (!current.isAsWideAs(first) || !current.goesWith(last)) {
      odd = element;
      return std::nullopt;
    }
    if (current.type && (!common || current.kind == ElementClass::Bits))
      common = current.type;
    last = current;
  }
  return common;
}

bool ptx::isNumber(const SyntaxUnit &unit, ExprId id) {
  ExprKind kind = unit[id].kind;
  return kind != ExprKind::Name && kind != ExprKind::Member && kind != ExprKind::Sink;
}
