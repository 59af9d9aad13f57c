// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_OPERANDTYPES_H
#define PTX_ISA_OPERANDTYPES_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Types.h"

#include <optional>

namespace ptx {

/// The type of operand `operand` of the instruction `view`, which the syntax line gives by name or
/// by a type modifier; none if it has no type. Of a vector, the type of an element.
std::optional<TypeId> operandType(const InstrView &view, const OperandInfo &operand);

/// The declared types of registers that can stand for an operand of type `type`. (Manual 9.4)
///
/// `wider`: also what is wider, as in loads, stores and conversions: for integers any integers, for
/// `.bN` any type, for floating point the untyped ones. (Manual 9.4.1)
/// `fixed`: the syntax line fixes the type, as that of a shift amount; `ptxas` takes `.f16x2`
/// registers for other 32-bit integers, but not for these.
TypeSet registerTypes(TypeId type, bool wider, bool fixed);

/// As above, for operand `operand` of the instruction `view`.
TypeSet registerTypes(const InstrView &view, const OperandInfo &operand);

/// The literals that can stand for an operand of type `type`, where it can be an immediate at all.
struct ImmediateKinds {
  bool integer;
  /// `0f...`
  bool single;
  /// `0d...` and decimal floating-point numbers.
  bool wide;
};

/// Integers stand for integers, bits and predicates, floating-point literals for floating point and
/// for bits of their width; there are none for half precision and packed types. (Manual 4.5)
ImmediateKinds immediateKinds(TypeId type);

} // namespace ptx

#endif // PTX_ISA_OPERANDTYPES_H
