// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_NAMES_H
#define PTX_ISA_NAMES_H

#include <cstdint>

// Generated from Isa.td: the enumerations `TargetId`, `TargetSetId`, `TypeId`, `SpecialRegister`,
// `Feature`, `InstrPredicate`, `InstructionId`, `FormId`, `OperandId`, `Opcode`, `Modifier`, each
// with PTX's own words. Words without a record have no name here, so a typing error does not
// compile.
#include "ptx/Isa/Names.h.inc"

namespace ptx {

/// Types as a set: bit n is the type whose number is n.
using TypeSet = uint64_t;

constexpr TypeSet typeBit(TypeId type) { return TypeSet(1) << static_cast<unsigned>(type); }

} // namespace ptx

#endif // PTX_ISA_NAMES_H
