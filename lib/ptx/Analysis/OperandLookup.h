// Part of ptxkit, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#ifndef PTX_ANALYSIS_OPERANDLOOKUP_H
#define PTX_ANALYSIS_OPERANDLOOKUP_H

#include "ptx/Sema/SemaResult.h"

namespace ptx {

/// The argument for `operand` of the instruction, without brackets. Invalid if it is missing, or if
/// the instruction has an error.
ExprId findOperand(const CheckedUnit &checked, InstId inst, OperandId operand);

/// The same for the operand with this role in the asynchronous operation.
ExprId findOperand(const CheckedUnit &checked, InstId inst, AsyncRole role);

/// The value of that operand if it is a constant integer.
std::optional<int64_t> findInteger(const CheckedUnit &checked, InstId inst, OperandId operand);
std::optional<int64_t> findInteger(const CheckedUnit &checked, InstId inst, AsyncRole role);

} // namespace ptx

#endif // PTX_ANALYSIS_OPERANDLOOKUP_H
