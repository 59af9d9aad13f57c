// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_ELEMENTCLASS_H
#define PTX_SEMA_OPERANDS_ELEMENTCLASS_H

#include "ptx/Sema/Names/BodyScope.h"

namespace ptx {

/// How `ptxas` sees a register, or an element of a vector: elements go together if each is as wide
/// as the first, and of two neighbours one is bits or both are of one class.
struct ElementClass {
  enum Kind : uint8_t { None, Bits, Integer, Float, Packed, Predicate } kind = None;
  /// 0: of a literal.
  unsigned width = 0;
  std::optional<TypeId> type;

  bool isAsWideAs(const ElementClass &other) const {
    return !width || !other.width || width == other.width;
  }
  bool goesWith(const ElementClass &other) const {
    return kind == Bits || other.kind == Bits || kind == other.kind;
  }
};

/// The class of a register of type `id`.
ElementClass classOf(TypeId id);

/// The class of an element of a vector; `None` of what is none, such as `_`.
ElementClass elementClass(const BodyScope &scope, ExprId id);

/// Of an integer type that of bits of its width.
TypeId untyped(TypeId id);

/// The type of a vector for `ptxas`: that of its elements, or the untyped one among them. None, and
/// the element `odd`, if they do not go together; none if no element has a type.
std::optional<TypeId> commonType(const BodyScope &scope, llvm::ArrayRef<ExprId> elements,
                                 ExprId &odd);

/// Whether the element of a vector is a number.
bool isNumber(const SyntaxUnit &unit, ExprId id);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_ELEMENTCLASS_H
