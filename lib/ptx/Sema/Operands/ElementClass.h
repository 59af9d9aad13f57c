// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_SEMA_OPERANDS_ELEMENTCLASS_H
#define PTX_SEMA_OPERANDS_ELEMENTCLASS_H

#include "ptx/Sema/Names/BodyScope.h"

namespace ptx {

/// The class of a register, or of an element of a vector, for `ptxas`. Elements are compatible if
/// each has the width of the first, and of two adjacent ones, one is bits or both have the same
/// class.
struct ElementClass {
  enum Kind : uint8_t { None, Bits, Integer, Float, Packed, Predicate } kind = None;
  /// 0 for a literal.
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

/// The class of an element of a vector; `None` for elements without a class, such as `_`.
ElementClass elementClass(const BodyScope &scope, ExprId id);

/// For an integer type, the bit type of the same width.
TypeId untyped(TypeId id);

/// The type of a vector for `ptxas`: the type of its elements, or the untyped one among them. If
/// they are not compatible, returns none and sets `odd` to the wrong element; none if no element
/// has a type.
std::optional<TypeId> commonType(const BodyScope &scope, llvm::ArrayRef<ExprId> elements,
                                 ExprId &odd);

/// Whether the element of a vector is a number.
bool isNumber(const SyntaxUnit &unit, ExprId id);

} // namespace ptx

#endif // PTX_SEMA_OPERANDS_ELEMENTCLASS_H
