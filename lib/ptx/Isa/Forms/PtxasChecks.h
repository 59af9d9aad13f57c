// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_FORMS_PTXASCHECKS_H
#define PTX_ISA_FORMS_PTXASCHECKS_H

#include "ptx/Isa/Instructions.h"
#include "ptx/Isa/Platform/Targets.h"

namespace ptx {

namespace OperandKind {
/// Of `PtxasCheckInfo` alone: a register or a variable with an offset, one element of a vector
/// register, and such a register as a whole.
inline constexpr uint32_t sum = 4194304;
inline constexpr uint32_t component = 8388608;
inline constexpr uint32_t whole = 16777216;
/// A number as the first element of a vector.
inline constexpr uint32_t leading = 33554432;
/// A register for two halves as an address.
inline constexpr uint32_t packed = 134217728;
/// One register in braces.
inline constexpr uint32_t braced = 67108864;
/// More than one register in braces.
inline constexpr uint32_t several = 268435456;
/// A register or number of a floating-point type; the bit of a kind that a value never is.
inline constexpr uint32_t floating = arguments;
/// Registers of exactly the type, in braces; `ptxas` then compares their elements as scalars.
inline constexpr uint32_t typed = 1073741824;
/// A floating-point number that is no `0f...`.
inline constexpr uint32_t decimal = 2147483648U;
/// An integer that is wider than its type, or negative.
inline constexpr uint32_t width = 536870912;
} // namespace OperandKind

/// The kinds of operands that `ptxas` rejects for some operands of a form, if a condition holds,
/// although it accepts them for similar operands.
struct PtxasCheckInfo {
  FormId form;
  uint16_t condition;
  /// Bit n: operand n of the form.
  uint32_t operands;
  /// Bits of `OperandKind`.
  uint32_t kinds;
  /// The targets to which it applies.
  TargetSetId targets;
};

/// The kinds that `ptxas` checks for `operand` of the form of `view` in a module for one of
/// `targets`, as bits of `OperandKind`.
uint32_t checkedByPtxas(const InstrView &view, const OperandInfo &operand, PtxVersion version,
                        llvm::ArrayRef<TargetId> targets);

} // namespace ptx

#endif // PTX_ISA_FORMS_PTXASCHECKS_H
