// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_OPERANDTYPES_H
#define PTX_ISA_FORMS_OPERANDTYPES_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Vocabulary/Types.h"

#include <optional>

namespace ptx {

/// The type of operand `operand` of the instruction `view`, which the syntax line gives by name or
/// by a type modifier; of a vector of `elements` registers, the type of an element. None if it has
/// no type, or if no such vector fits the type.
std::optional<TypeId> operandType(const InstrView &view, const OperandInfo &operand,
                                  unsigned elements = 0);

/// The declared types of registers for an operand of type `type`. (Manual 9.4)
///
/// `wider`: also wider types, as in loads, stores and conversions: any integers for integers, any
/// type for `.bN`, the untyped ones for floating point. (Manual 9.4.1) `plain`: for integers and
/// bits only integer types, as for a shift amount. `ptxas` accepts `.f16x2` registers for other
/// 32-bit integers, and floating-point ones for other bits.
TypeSet registerTypes(TypeId type, bool wider, bool plain);

/// The integer types of registers from `least` to `most` bits wide.
TypeSet integerTypes(unsigned least, unsigned most);

/// The types of registers for an address. A narrow register is extended. (Manual 6.4.1.1)
inline TypeSet addressTypes() { return integerTypes(8, 64); }

/// As above, for operand `operand` of the instruction `view`, or for each element of it if it is a
/// vector of `elements` registers. An address can be any integer register.
TypeSet registerTypes(const InstrView &view, const OperandInfo &operand, unsigned elements = 0);

/// The literals for an operand of type `type`, if it can be an immediate.
struct ImmediateKinds {
  bool integer;
  /// `0f...`
  bool single;
  /// `0d...` and decimal floating-point numbers.
  bool wide;
};

/// Integers represent integers, bits and predicates, floating-point literals for floating point and
/// for bits of their width; there are none for half precision and packed types. (Manual 4.5)
ImmediateKinds immediateKinds(TypeId type);

/// As above, for operand `operand` of the instruction `view`, or for each element of it if it is a
/// vector of `elements`. Where a register must be of an integer type, so must a literal.
ImmediateKinds immediateKinds(const InstrView &view, const OperandInfo &operand,
                              unsigned elements = 0);

} // namespace ptx

#endif // PTX_ISA_FORMS_OPERANDTYPES_H
