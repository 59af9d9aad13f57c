// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ISA_PTXASCHECKS_H
#define PTX_ISA_PTXASCHECKS_H

#include "ptx/Isa/Instructions.h"

namespace ptx {

namespace OperandKind {
/// A register or a variable with an offset, of which only `PtxasCheckInfo` tells.
inline constexpr uint32_t sum = 2097152;
} // namespace OperandKind

/// What `ptxas` does not take for some operands of a form where a condition holds, although it
/// takes it for others of the kind.
struct PtxasCheckInfo {
  /// The number of the form.
  uint16_t form;
  uint16_t condition;
  /// Bit n: operand n of the form.
  uint32_t operands;
  /// Bits of `OperandKind`.
  uint32_t kinds;
};

/// What `ptxas` checks of `operand` of the form of `view`, as bits of `OperandKind`.
uint32_t checkedByPtxas(const InstrView &view, const OperandInfo &operand);

} // namespace ptx

#endif // PTX_ISA_PTXASCHECKS_H
