// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_OPERANDLOOKUP_H
#define PTX_ANALYSIS_OPERANDLOOKUP_H

#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// The argument for an operand of the instruction's form, without brackets. Invalid if it is
/// missing.
ExprId findOperand(const CheckedUnit &checked, InstId inst, const OperandInfo &operand);

/// The same for the operand with this role in the asynchronous operation. Invalid, too, if there is
/// none, or if the instruction has an error.
ExprId findOperand(const CheckedUnit &checked, InstId inst, AsyncRole role);

/// The first address in memory of the instruction, without brackets; invalid if there is none.
ExprId findAddress(const CheckedUnit &checked, InstId inst);

/// The mask of the threads of the warp that take part; invalid if there is none.
ExprId findMemberMask(const CheckedUnit &checked, InstId inst);

/// The value of an operand if it is there and a constant integer.
std::optional<int64_t> integerOf(const CheckedUnit &checked, ExprId operand);
std::optional<int64_t> findInteger(const CheckedUnit &checked, InstId inst, AsyncRole role);

} // namespace ptx

#endif // PTX_ANALYSIS_OPERANDLOOKUP_H
